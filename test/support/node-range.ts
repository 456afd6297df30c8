type Version = readonly [number, number, number];

const PART = /^(>=|<=|>|<|\^|~|=)?v?(\d+|x|\*)(?:\.(\d+|x|\*))?(?:\.(\d+|x|\*))?$/;

const compare = (a: Version, b: Version): number => a[0] - b[0] || a[1] - b[1] || a[2] - b[2];

/**
 * Whether a version of Node is in a range as `engines` writes it: comparators, `^`, `~`, `x`, `||`. Pre-releases and
 * hyphens are not known.
 * @throws Error for what it does not know, so that nothing passes unread
 */
export function nodeSatisfies(version: string, range: string): boolean {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number);
  // Read to the end before anything is judged.
  const sets = range.split('||').map((set) =>
    set
      .replaceAll(/([<>=^~]) +/g, '$1')
      .split(/\s+/)
      .filter((part) => part !== '' && part !== '*')
      .map((part) => satisfies([major, minor, patch], part)),
  );
  return sets.some((parts) => parts.every(Boolean));
}

function satisfies(version: Version, part: string): boolean {
  const found = PART.exec(part);
  if (found === null) throw new Error(`engines: ${part} is not understood`);
  const [, sign = '', ...written] = found;
  const given = written.filter((number) => /^\d+$/.test(number ?? '')).map(Number);
  const [major = 0, minor = 0, patch = 0] = given;
  const from: Version = [major, minor, patch];
  // The first version after those that the numbers given leave open.
  const after: Version =
    given.length === 1 ? [major + 1, 0, 0] : given.length === 2 ? [major, minor + 1, 0] : [major, minor, patch + 1];
  const isAtLeast = compare(version, from) >= 0;
  if (sign === '>=') return isAtLeast;
  if (sign === '>') return compare(version, after) >= 0;
  if (sign === '<') return !isAtLeast;
  if (sign === '<=') return compare(version, after) < 0;
  if (sign === '^') {
    const next: Version = major > 0 ? [major + 1, 0, 0] : minor > 0 ? [0, minor + 1, 0] : after;
    return isAtLeast && compare(version, next) < 0;
  }
  if (sign === '~') return isAtLeast && compare(version, given.length === 1 ? after : [major, minor + 1, 0]) < 0;
  return given.length === 0 || (isAtLeast && compare(version, after) < 0);
}
