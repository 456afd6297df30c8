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
