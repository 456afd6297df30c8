/** What the score must keep to on the variants that this repository holds; set before the run. */
import type { Row } from './report.ts';

export const WANTED = {
  read: 0.88,
  act: 0.8,
  use: 0.85,
  dead: 50,
  harmless: 6,
  /** A site on which nothing works, with all extras, where its base has at least `whole`. */
  deadWithExtras: 60,
  whole: 86,
  pairs: 0.9,
};
const DEAD = 0.1;
const HARMLESS = 0.98;
const WHOLE = 0.95;
const ACT_HURT = 0.9;

export const nameOf = ({ site, variant }: Row): string => `${site}/${variant.id}`;
export const isReadWhole = ({ truth }: Row): boolean => truth.read >= WHOLE;
export const isActWhole = ({ truth }: Row): boolean => (truth.act ?? 1) >= WHOLE;
const isHarmless = ({ truth }: Row): boolean => truth.read >= HARMLESS && (truth.act ?? 1) >= HARMLESS;
const isHurtInActing = (row: Row): boolean => isReadWhole(row) && (row.truth.act ?? 1) <= ACT_HURT;

/** Of the pairs on one site of a variant hurt in acting only and a harmless one, the share in this order; a tie counts half. */
export function pairsInOrder(rows: readonly Row[]): { readonly pairs: number; readonly share: number } {
  let [pairs, right] = [0, 0];
  for (const hurt of rows.filter(isHurtInActing)) {
    for (const { score } of rows.filter((row) => row.site === hurt.site && isHarmless(row))) {
      pairs += 1;
      right += hurt.score < score ? 1 : hurt.score === score ? 0.5 : 0;
    }
  }
  return { pairs, share: right / pairs };
}

export function faultsOf(rows: readonly Row[]): string[] {
  const baseOf = (site: string) => rows.find((row) => row.site === site && row.variant.kind === 'base')?.score ?? 0;
  const away = (row: Row) => Math.abs(row.score - baseOf(row.site));
  return [
    ...rows
      .filter((row) => row.truth.use <= DEAD && row.score >= WANTED.dead)
      .map((row) => `${nameOf(row)} is dead and scores ${row.score}`),
    ...rows
      .filter((row) => isHarmless(row) && away(row) > WANTED.harmless)
      .map((row) => `${nameOf(row)} is harmless and is ${away(row)} points from its base`),
    ...rows
      .filter(
        ({ site, variant, score }) =>
          variant.id === 'every-action-dead-and-extras' &&
          baseOf(site) >= WANTED.whole &&
          score > WANTED.deadWithExtras,
      )
      .map((row) => `${nameOf(row)} scores ${row.score}, over ${WANTED.deadWithExtras}`),
  ];
}
