const ROUNDS = 30;
/** Keeps weights small that the samples hardly need (L2). */
const PENALTY = 1e-3;

/**
 * Weights of signs: logistic regression by Newton's method, in which both sides count the same.
 * @param ours the signs of each sample of the class to recognise
 * @returns a weight for each sign; the bias is left to the caller
 */
export function fitLogistic(ours: readonly (readonly number[])[], others: readonly (readonly number[])[]): number[] {
  const samples = [
    ...ours.map((signs) => ({ values: [...signs, 1], is: 1, counts: 0.5 / ours.length })),
    ...others.map((signs) => ({ values: [...signs, 1], is: 0, counts: 0.5 / others.length })),
  ];
  const width = samples[0]?.values.length ?? 0;
  const fitted = Array.from({ length: width }, () => 0);
  for (let round = 0; round < ROUNDS; round += 1) {
    const gradient = fitted.map((weight) => -PENALTY * weight);
    const hessian = fitted.map((_, at) => fitted.map((_, to): number => (at === to ? PENALTY : 0)));
    for (const { values, is, counts } of samples) {
      const chance = 1 / (1 + Math.exp(-values.reduce((sum, value, at) => sum + value * (fitted[at] ?? 0), 0)));
      for (const [at, value] of values.entries()) {
        gradient[at] = (gradient[at] ?? 0) + counts * (is - chance) * value;
        const row = hessian[at] ?? [];
        for (const [to, other] of values.entries()) {
          row[to] = (row[to] ?? 0) + counts * chance * (1 - chance) * value * other;
        }
      }
    }
    for (const [at, step] of solve(hessian, gradient).entries()) fitted[at] = (fitted[at] ?? 0) + step;
  }
  return fitted.slice(0, -1);
}

/** The solution of a positive definite system, by Gaussian elimination. */
function solve(matrix: readonly number[][], right: readonly number[]): number[] {
  const rows = matrix.map((row, at) => [...row, right[at] ?? 0]);
  for (const [at, row] of rows.entries()) {
    const pivot = row[at] ?? 1;
    for (const [to, value] of row.entries()) row[to] = value / pivot;
    for (const other of rows) {
      const factor = other[at] ?? 0;
      if (other === row || factor === 0) continue;
      for (const [to, value] of row.entries()) other[to] = (other[to] ?? 0) - factor * value;
    }
  }
  return rows.map((row) => row.at(-1) ?? 0);
}
