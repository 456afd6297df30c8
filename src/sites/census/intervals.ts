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

/**
 * The 95 % interval of a mean by the normal approximation, from the sum and the sum of squares of `all` values; undefined
 * of fewer than two.
 */
export function meanInterval(
  sum: number,
  squares: number,
  all: number,
): readonly [low: number, high: number] | undefined {
  if (all < 2) return undefined;
  const mean = sum / all;
  const variance = Math.max(0, (squares - all * mean ** 2) / (all - 1));
  const half = Z * Math.sqrt(variance / all);
  return [mean - half, mean + half];
}
