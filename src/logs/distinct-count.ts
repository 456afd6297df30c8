import { hashOf } from './text-hash.ts';

/** The number of different values, in at most 64 KiB. */
export interface DistinctCount {
  add(value: string): void;
  /** Exact while there are at most `MAX_EXACT` values; above, an estimate with a standard error of 1.6 %. */
  count(): { readonly count: number; readonly isExact: boolean };
}

const MAX_EXACT = 4096;
const FIRST_SLOTS = 64;
/** Registers: the standard error is 1.04 / sqrt(4096). */
const REGISTERS = 4096;
const INDEX_BITS = 12;
const HASH_BITS = 32;

/**
 * Exact by a table of hashes of 53 bits, of which two values share one in 10^9 logs; then HyperLogLog (Flajolet and others,
 * 2007) with the estimator of Ertl (2017, "New cardinality estimation algorithms for HyperLogLog sketches", algorithm 6).
 */
export function createDistinctCount(): DistinctCount {
  /** Open addressing; 0 is an empty slot. */
  let slots: Float64Array | undefined = new Float64Array(FIRST_SLOTS);
  let size = 0;
  let registers: Uint8Array | undefined;

  const put = (table: Float64Array, wide: number): boolean => {
    const mask = table.length - 1;
    let at = wide & mask;
    while (table[at] !== 0 && table[at] !== wide) at = (at + 1) & mask;
    const isNew = table[at] === 0;
    table[at] = wide;
    return isNew;
  };
  const grown = (table: Float64Array): Float64Array => {
    const larger = new Float64Array(table.length * 2);
    for (const wide of table) if (wide !== 0) put(larger, wide);
    return larger;
  };
  const estimate = (one: number, two: number, into: Uint8Array): void => {
    const at = two >>> (HASH_BITS - INDEX_BITS);
    const rank = Math.min(Math.clz32(one) + 1, HASH_BITS + 1);
    if (rank > (into[at] ?? 0)) into[at] = rank;
  };

  return {
    add(value) {
      const { one, two } = hashOf(value);
      if (registers !== undefined) {
        estimate(one, two, registers);
        return;
      }
      if (slots === undefined || !put(slots, wideOf(one, two))) return;
      size += 1;
      if (size > MAX_EXACT) {
        registers = new Uint8Array(REGISTERS);
        for (const wide of slots) if (wide !== 0) estimate(oneOf(wide), twoOf(wide), registers);
        slots = undefined;
      } else if (size * 2 > slots.length) slots = grown(slots);
    },
    count: () =>
      registers === undefined
        ? { count: size, isExact: true }
        : { count: Math.round(estimateOf(registers)), isExact: false },
  };
}

/** 53 bits: all of the first hash above the upper 21 of the second. Never 0. */
const wideOf = (one: number, two: number): number => one * 2 ** 21 + (two >>> 11) || 1;
const oneOf = (wide: number): number => Math.floor(wide / 2 ** 21);
const twoOf = (wide: number): number => (wide % 2 ** 21) * 2 ** 11;

function estimateOf(registers: Uint8Array): number {
  const multiplicity = new Array<number>(HASH_BITS + 2).fill(0);
  for (const rank of registers) multiplicity[rank] = (multiplicity[rank] ?? 0) + 1;
  let z = REGISTERS * tau(1 - (multiplicity[HASH_BITS + 1] ?? 0) / REGISTERS);
  for (let rank = HASH_BITS; rank >= 1; rank -= 1) z = 0.5 * (z + (multiplicity[rank] ?? 0));
  z += REGISTERS * sigma((multiplicity[0] ?? 0) / REGISTERS);
  return (REGISTERS * REGISTERS) / (2 * Math.LN2 * z);
}

function sigma(share: number): number {
  if (share === 1) return Number.POSITIVE_INFINITY;
  let [x, y, z, before] = [share, 1, share, -1];
  while (z !== before) {
    x *= x;
    before = z;
    z += x * y;
    y += y;
  }
  return z;
}

function tau(share: number): number {
  if (share === 0 || share === 1) return 0;
  let [x, y, z, before] = [share, 1, 1 - share, -1];
  while (z !== before) {
    x = Math.sqrt(x);
    before = z;
    y *= 0.5;
    z -= (1 - x) ** 2 * y;
  }
  return z / 3;
}
