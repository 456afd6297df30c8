import { groupedBy } from '../../basics/grouped-by.ts';
import { pathStratum } from '../parse/url/normalise-url.ts';

/**
 * `size` of the URLs, sorted: strata (first path segments) take turns, each giving the URLs that are evenly spaced in
 * its sorted list.
 * @param phase where in its share of the list each choice falls, 0 (its first URL) to below 1
 */
export function chooseEvenly(urls: readonly string[], size: number, phase = 0): string[] {
  const sorted = [...urls].sort();
  if (sorted.length <= size) return sorted;
  const strata = [...groupedBy(sorted, pathStratum).values()];
  const shares = shareOut(
    strata.map((members) => members.length),
    size,
  );
  return strata.flatMap((members, at) => evenlySpaced(members, shares[at] ?? 0, phase)).sort();
}

/** Gives each stratum one place in turn until `size` places are gone or the stratum is used up. */
function shareOut(sizes: readonly number[], size: number): number[] {
  const shares = sizes.map(() => 0);
  let left = size;
  while (left > 0) {
    const open = sizes.flatMap((max, at) => ((shares[at] ?? 0) < max ? [at] : []));
    if (open.length === 0) break;
    const each = Math.max(1, Math.floor(left / open.length));
    for (const at of open) {
      const take = Math.min(each, left, (sizes[at] ?? 0) - (shares[at] ?? 0));
      shares[at] = (shares[at] ?? 0) + take;
      left -= take;
    }
  }
  return shares;
}

const evenlySpaced = (members: readonly string[], count: number, phase: number): string[] =>
  Array.from({ length: count }, (_, at) => members[Math.floor(((at + phase) * members.length) / count)] ?? '').filter(
    (url) => url !== '',
  );
