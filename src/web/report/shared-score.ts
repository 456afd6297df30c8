import { ratingOf } from '../../scanner/scoring/score.ts';
import type { ScanRecord } from '../../scans/scan-record.ts';
import type { Shared } from '../share-image.ts';
import { hostOf } from './check-views.ts';

/** What the picture of a report shows; undefined for a scan without a score. */
export function sharedOf({ rootUrl, score }: ScanRecord): Shared | undefined {
  if (score === undefined) return undefined;
  return { host: hostOf(rootUrl), label: 'Agent readability', score: score.score, rating: ratingOf(score.score) };
}
