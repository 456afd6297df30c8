/** `count` of the items, evenly spaced and in their order, the first among them; all of them where there are no more. */
export function evenlySpaced<T>(items: readonly T[], count: number): T[] {
  if (items.length <= count) return [...items];
  const places = Array.from({ length: count }, (_, at) => Math.floor((at * items.length) / count));
  return places.flatMap((at) => items.slice(at, at + 1));
}
