/** The smallest value that at least this share of the values does not exceed; NaN of none. */
export const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(share * values.length))] ?? Number.NaN;

export const median = (values: readonly number[]): number => quantile(values, 0.5);

/** By how much y rises for each x, by least squares; undefined of fewer than two points. */
export function slope(points: readonly { readonly x: number; readonly y: number }[]): number | undefined {
  if (points.length < 2) return undefined;
  const mean = (of: 'x' | 'y') => points.reduce((sum, point) => sum + point[of], 0) / points.length;
  const [meanX, meanY] = [mean('x'), mean('y')];
  const spread = points.reduce((sum, { x }) => sum + (x - meanX) ** 2, 0);
  return points.reduce((sum, { x, y }) => sum + (x - meanX) * (y - meanY), 0) / spread;
}

/** 1.96 standard deviations hold 95 % of a normal distribution. */
const Z = 1.96;

/** The 95 % interval of a share, from `count` of `all` (Wilson 1927, https://doi.org/10.1080/01621459.1927.10502953). */
export function wilson(count: number, all: number): readonly [low: number, high: number] {
  if (all === 0) return [0, 1];
  const share = count / all;
  const middle = (share + Z ** 2 / (2 * all)) / (1 + Z ** 2 / all);
  const half = (Z / (1 + Z ** 2 / all)) * Math.sqrt((share * (1 - share)) / all + Z ** 2 / (4 * all ** 2));
  return [Math.max(0, middle - half), Math.min(1, middle + half)];
}
