/** Buckets of a histogram: 0 to 100. */
export const BUCKETS = 101;

/** @throws RangeError unless it is an integer from 0 to 100 */
export function assertBucket(bucket: number): void {
  if (!Number.isInteger(bucket) || bucket < 0 || bucket >= BUCKETS) {
    throw new RangeError('A bucket is an integer from 0 to 100.');
  }
}
