import type { PageResult } from '../schema/scan.ts';
import { fitEvidence, sizeOf } from './fit-output.ts';

/** One page with a lot of evidence does not take the room of all others. */
const SHARE_OF_PAGE = 0.25;

/**
 * The page results a caller wants and its door can carry.
 *
 * @param wanted `failing` keeps only results that are not a pass, and orders pages from worst to best (a fail counts twice)
 * @param outputLimit characters of JSON at most; evidence that takes too much of it goes, then whole
 *   pages from the end; the summary says how many
 */
export function selectPages(
  pages: readonly PageResult[],
  wanted: 'failing' | 'all' | 'none',
  outputLimit: number | undefined,
): PageResult[] {
  if (wanted === 'none') return [];
  const selected = wanted === 'all' ? [...pages] : failingOnly(pages);
  return outputLimit === undefined ? selected : fitting(selected, outputLimit);
}

function failingOnly(pages: readonly PageResult[]): PageResult[] {
  return pages
    .map(({ url, checks }) => ({ url, checks: checks.filter(({ status }) => status !== 'pass') }))
    .filter(({ checks }) => checks.length > 0)
    .sort((a, b) => badness(b) - badness(a) || (a.url < b.url ? -1 : 1));
}

const badness = ({ checks }: PageResult) =>
  checks.reduce((sum, { status }) => sum + (status === 'fail' ? 2 : status === 'warn' ? 1 : 0), 0);

function fitting(pages: readonly PageResult[], limit: number): PageResult[] {
  const kept: PageResult[] = [];
  // The brackets of an array, less the comma that the last page does not have.
  let size = 1;
  for (const { url, checks } of pages) {
    const page = { url, checks: fitEvidence(checks, limit * SHARE_OF_PAGE) };
    size += sizeOf(page) + 1;
    if (size > limit) break;
    kept.push(page);
  }
  return kept;
}
