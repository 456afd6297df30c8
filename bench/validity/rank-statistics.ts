/** How well one order agrees with another. */

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

export function ranksOf(values: readonly number[]): number[] {
  const sorted = values.toSorted((a, b) => a - b);
  return values.map((value) => (sorted.indexOf(value) + sorted.lastIndexOf(value)) / 2);
}

/** Rank correlation, -1 to 1; NaN where one side does not vary. */
export function spearman(a: readonly number[], b: readonly number[]): number {
  const [x, y] = [ranksOf(a), ranksOf(b)];
  const [meanX, meanY] = [mean(x), mean(y)];
  let [both, ofX, ofY] = [0, 0, 0];
  for (const [at, value] of x.entries()) {
    const [dx, dy] = [value - meanX, (y[at] ?? 0) - meanY];
    both += dx * dy;
    ofX += dx * dx;
    ofY += dy * dy;
  }
  return both / Math.sqrt(ofX * ofY);
}

/** Of pairs whose truth differs by at least `gap`, the share that the score orders alike; a tie counts half. */
export function concordance(score: readonly number[], truth: readonly number[], gap = 0.1): number {
  let [alike, pairs] = [0, 0];
  for (const [at, one] of truth.entries()) {
    for (const [other, another] of truth.entries()) {
      if (one - another < gap) continue;
      const difference = (score[at] ?? 0) - (score[other] ?? 0);
      pairs += 1;
      alike += difference > 0 ? 1 : difference === 0 ? 0.5 : 0;
    }
  }
  return alike / pairs;
}

/** 95 % interval of a statistic over resampled items, the same one every time. */
export function interval<T>(
  items: readonly T[],
  statistic: (sample: readonly T[]) => number,
  rounds = 400,
): [number, number] {
  let state = 7;
  const next = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  const found: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const sample = items.flatMap(() => items.slice(Math.floor(next() * items.length)).slice(0, 1));
    const value = statistic(sample);
    if (Number.isFinite(value)) found.push(value);
  }
  found.sort((a, b) => a - b);
  const at = (share: number) => found[Math.floor(share * found.length)] ?? Number.NaN;
  return [at(0.025), at(0.975)];
}
