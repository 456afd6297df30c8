/**
 * Runs `work` over items with at most `lookahead` of them begun and not yet handed on, and hands the results on in the
 * order of the items: memory stays bounded and the order does not depend on timing. The first rejection ends it.
 */
export async function* inOrder<Item, Result>(
  items: readonly Item[],
  lookahead: number,
  work: (item: Item, at: number) => Promise<Result>,
): AsyncGenerator<Result> {
  const begun: Promise<Result>[] = [];
  let next = 0;
  const begin = () => {
    const item = items[next];
    if (next >= items.length || item === undefined) return;
    const running = work(item, next);
    // Awaited in its turn; until then a rejection must not count as unhandled.
    running.catch(() => {});
    begun.push(running);
    next += 1;
  };
  while (begun.length < lookahead && next < items.length) begin();
  for (let head = begun.shift(); head !== undefined; head = begun.shift()) {
    const result = await head;
    begin();
    yield result;
  }
}
