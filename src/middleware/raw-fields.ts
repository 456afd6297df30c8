/** Header fields as Node reads them: a flat list of names and values, in their order, case and repetitions. */

/** Those whose names pass. @param isKept of a name in lower case */
export function fieldsWhere(rawHeaders: readonly string[], isKept: (name: string) => boolean): string[] {
  const kept: string[] = [];
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    if (isKept(name.toLowerCase())) kept.push(name, rawHeaders[at + 1] ?? '');
  }
  return kept;
}

/** Those of other names. @param names in lower case */
export const withoutFields = (rawHeaders: readonly string[], names: ReadonlySet<string>): string[] =>
  fieldsWhere(rawHeaders, (name) => !names.has(name));

/** All values of a field. @param wanted in lower case */
export function valuesOf(rawHeaders: readonly string[], wanted: string): string[] {
  const values: string[] = [];
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    // Most names differ in length, which costs least to see.
    if (name.length === wanted.length && name.toLowerCase() === wanted) values.push(rawHeaders[at + 1] ?? '');
  }
  return values;
}

/** The names and values in pairs. */
export function pairs(rawHeaders: readonly string[]): [name: string, value: string][] {
  const all: [string, string][] = [];
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) all.push([rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '']);
  return all;
}

/** As the web's own type has them, with repeated fields joined. */
export const headersOf = (rawHeaders: readonly string[]): Headers => new Headers(pairs(rawHeaders));

/** The lines of a message; Node has checked that none holds a line break. */
export const fieldLines = (rawHeaders: readonly string[]): string =>
  pairs(rawHeaders)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');
