/** Which test files run, in which order and in what kind of processes. */
import { readdirSync } from 'node:fs';

/** Folders below test, in the order in which they run. */
export const TIERS = ['unit', 'service', 'e2e', 'nightly'] as const;
export type Tier = (typeof TIERS)[number];
/** The default selection. */
const DEFAULT_TIERS: readonly Tier[] = ['unit', 'service', 'e2e'];

/**
 * The test files by tier, without the tiers that have none.
 * @param selectors names of tiers, or parts of paths of any tier; both together narrow each other
 */
export function selectFiles(selectors: readonly string[], root = 'test'): Map<Tier, string[]> {
  const named = TIERS.filter((tier) => selectors.includes(tier));
  const parts = selectors.filter((selector) => !TIERS.some((tier) => tier === selector));
  const tiers = named.length > 0 ? named : parts.length > 0 ? TIERS : DEFAULT_TIERS;
  const isWanted = (file: string) => parts.length === 0 || parts.some((part) => file.includes(part));
  return new Map(
    tiers
      .map((tier): [Tier, string[]] => [tier, testFilesIn(`${root}/${tier}`).filter(isWanted)])
      .filter(([, files]) => files.length > 0),
  );
}

function testFilesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.test.ts'))
    .map((file) => `${folder}/${file}`)
    .sort();
}

/** An order that follows from the seed alone. */
export function shuffle<Item>(items: readonly Item[], seed: number): Item[] {
  const random = mulberry32(seed);
  const keyed = items.map((item) => ({ item, key: random() }));
  return keyed.sort((a, b) => a.key - b.key).map(({ item }) => item);
}

/** A small generator of numbers from 0 to 1 with a good spread: mulberry32. */
function mulberry32(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
