/** Where each of some lists ends when they are joined. */
export function endsOf(lists: readonly (readonly unknown[])[]): number[] {
  let end = 0;
  return lists.map(({ length }) => {
    end += length;
    return end;
  });
}

/** Puts a value in its place among `count` values from `first` on, which are in descending order; the least drops out. */
export function keepNearest(values: Float64Array, first: number, count: number, value: number): void {
  let place = first + count - 1;
  if (value <= (values[place] ?? 0)) return;
  while (place > first && value > (values[place - 1] ?? 0)) {
    values[place] = values[place - 1] ?? 0;
    place -= 1;
  }
  values[place] = value;
}

/** Adds a number to the list of each term. @param terms without repetition */
export function addToEach(lists: Map<string, number[]>, terms: Iterable<string>, number: number): void {
  for (const term of terms) {
    const list = lists.get(term);
    if (list === undefined) lists.set(term, [number]);
    else list.push(number);
  }
}
