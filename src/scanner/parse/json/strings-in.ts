const MAX_STRINGS = 5_000;

/** The strings of a parsed JSON value, without keys; the first 5,000, and none deeper than a parsed file is. */
export function stringsIn(root: unknown): string[] {
  const found: string[] = [];
  const open: unknown[] = [root];
  while (open.length > 0 && found.length < MAX_STRINGS) {
    const value = open.pop();
    if (typeof value === 'string') found.push(value);
    else if (typeof value === 'object' && value !== null)
      open.push(...Object.values(value).slice(0, MAX_STRINGS).reverse());
  }
  return found;
}
