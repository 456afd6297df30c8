/**
 * Whether a value holds everything that another holds: objects may have more members, anything else is the same. For
 * JSON data of which `expected` is ours, so that its depth bounds the walk.
 */
export function holds(expected: unknown, actual: unknown): boolean {
  if (typeof expected !== 'object' || expected === null) return Object.is(expected, actual);
  if (typeof actual !== 'object' || actual === null) return false;
  if (Array.isArray(expected)) {
    return (
      Array.isArray(actual) &&
      actual.length === expected.length &&
      expected.every((item, index) => holds(item, actual[index]))
    );
  }
  const members = new Map(Object.entries(actual));
  return Object.entries(expected).every(([name, value]) => members.has(name) && holds(value, members.get(name)));
}
