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

/** Map.groupBy, which Node 20 lacks. */
export function groupedBy<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group === undefined) groups.set(keyOf(item), [item]);
    else group.push(item);
  }
  return groups;
}
