import { isIP } from 'node:net';

/** Sorted, disjoint ranges of addresses, as pairs [first, last]. */
interface Ranges {
  readonly v4: readonly (readonly [bigint, bigint])[];
  readonly v6: readonly (readonly [bigint, bigint])[];
}

/** One published list of an operator. */
export interface AddressList {
  readonly file: string;
  /** As the list says itself; null where it does not. */
  readonly createdAt: string | null;
  readonly prefixes: number;
  has(address: string): boolean;
}

const MAX_PREFIXES = 50_000;

/**
 * A list in the shape that Google, OpenAI, Microsoft, Perplexity, Apple and others publish:
 * `{"creationTime": "…", "prefixes": [{"ipv4Prefix": "192.0.2.0/24"}]}`.
 * @throws Error that says in trusted text why it cannot be used
 */
export function readAddressList(file: string, json: string): AddressList {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    throw new Error('it is not JSON');
  }
  const { prefixes, creationTime } = Object(value) as { prefixes?: unknown; creationTime?: unknown };
  if (!Array.isArray(prefixes)) throw new Error('it has no list "prefixes"');
  if (prefixes.length > MAX_PREFIXES) throw new Error(`it has more than ${MAX_PREFIXES} prefixes`);
  const ranges = { v4: [] as [bigint, bigint][], v6: [] as [bigint, bigint][] };
  for (const each of prefixes) {
    const { ipv4Prefix, ipv6Prefix, ip_prefix } = Object(each) as Record<string, unknown>;
    const range = rangeOf(ipv4Prefix ?? ipv6Prefix ?? ip_prefix ?? each);
    if (range === undefined) throw new Error('one of its prefixes is no address with a length, such as 192.0.2.0/24');
    ranges[range.family].push([range.first, range.last]);
  }
  const sorted: Ranges = { v4: merged(ranges.v4), v6: merged(ranges.v6) };
  const date = typeof creationTime === 'string' && /^\d{4}-\d{2}-\d{2}[T\d:.Z+-]{0,30}$/.test(creationTime);
  return {
    file,
    createdAt: date ? String(creationTime) : null,
    prefixes: prefixes.length,
    has(address) {
      const number = addressNumber(address);
      return number !== undefined && isWithin(sorted[number.family], number.value);
    },
  };
}

type Family = keyof Ranges;

function rangeOf(prefix: unknown): { family: Family; first: bigint; last: bigint } | undefined {
  if (typeof prefix !== 'string' || prefix.length > 60) return undefined;
  const [address = '', length] = prefix.trim().split('/', 2);
  const number = addressNumber(address, false);
  if (number === undefined) return undefined;
  const width = number.family === 'v4' ? 32 : 128;
  const bits = length === undefined ? width : /^\d{1,3}$/.test(length) ? Number(length) : -1;
  // A prefix of the whole Internet would verify everybody.
  if (bits < 1 || bits > width) return undefined;
  const size = 1n << BigInt(width - bits);
  const first = (number.value / size) * size;
  return { family: number.family, first, last: first + size - 1n };
}

/** The address as a number. @param unmaps an IPv4 address within IPv6 (::ffff:192.0.2.1) is taken for IPv4 */
export function addressNumber(address: string, unmaps = true): { family: Family; value: bigint } | undefined {
  const kind = isIP(address);
  if (kind === 4) {
    return { family: 'v4', value: address.split('.').reduce((sum, part) => sum * 256n + BigInt(part), 0n) };
  }
  if (kind !== 6 || address.includes('%')) return undefined;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (unmaps && mapped !== undefined) return addressNumber(mapped);
  const [head = '', tail] = address.split('::', 2);
  const groups = (text: string): number[] =>
    text === ''
      ? []
      : text.split(':').flatMap((group) => {
          if (!group.includes('.')) return [Number.parseInt(group, 16)];
          const [a = 0, b = 0, c = 0, d = 0] = group.split('.').map(Number);
          return [a * 256 + b, c * 256 + d];
        });
  const [before, after] = [groups(head), groups(tail ?? '')];
  const middle = Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => 0);
  return {
    family: 'v6',
    value: [...before, ...middle, ...after].reduce((sum, part) => sum * 65536n + BigInt(part), 0n),
  };
}

function merged(ranges: readonly (readonly [bigint, bigint])[]): [bigint, bigint][] {
  const out: [bigint, bigint][] = [];
  for (const [first, last] of [...ranges].sort((a, b) => (a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : 0))) {
    const previous = out.at(-1);
    if (previous === undefined || first > previous[1] + 1n) out.push([first, last]);
    else if (last > previous[1]) previous[1] = last;
  }
  return out;
}

function isWithin(ranges: readonly (readonly [bigint, bigint])[], value: bigint): boolean {
  let [low, high] = [0, ranges.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const range = ranges[middle];
    if (range === undefined) return false;
    if (value < range[0]) high = middle - 1;
    else if (value > range[1]) low = middle + 1;
    else return true;
  }
  return false;
}
