/** The second edition of the site score, as a pure function: gates multiply (the delivered share), the rest adds (Q). */

import { SITE_RUBRIC } from '../checks/rubric-2.ts';
import type { Delivery } from '../model/delivery.ts';
import type { PageTotals, Tallies } from '../model/score.ts';

import { meanCredit } from './tally.ts';

/** What one check adds to Q. */
export interface QualityShare {
  readonly id: string;
  readonly weight: number;
  /** Mean credit, 0 to 1. */
  readonly credit: number;
  /** What the credit is worth, by the check that this one depends on. */
  readonly coefficient: number;
}

export interface Quality {
  readonly shares: readonly QualityShare[];
  /** Weighted mean, 0 to 1. */
  readonly value: number;
}

const WEIGHTS: readonly (readonly [id: string, weight: number])[] = Object.entries(SITE_RUBRIC.weighings).flatMap(
  ([id, [weight]]) => (weight > 0 ? [[id, weight] as const] : []),
);
const WORTH_OF: Readonly<Record<string, string>> = SITE_RUBRIC.worthOf;

export function qualityOf(tallies: Tallies): Quality {
  const shares: QualityShare[] = [];
  let total = 0;
  let earned = 0;
  for (const [id, weight] of WEIGHTS) {
    const share = shareOf(tallies, id, weight);
    if (share === undefined) continue;
    shares.push(share);
    total += weight;
    earned += weight * share.credit * share.coefficient;
  }
  // Without any finding there is no fault either; the delivered share says how little was measured.
  return { shares, value: total === 0 ? 1 : earned / total };
}

function shareOf(tallies: Tallies, id: string, weight: number): QualityShare | undefined {
  const credit = meanCredit(tallies, id);
  const parent = WORTH_OF[id];
  if (parent === undefined) return credit === undefined ? undefined : { id, weight, credit, coefficient: 1 };
  const worth = meanCredit(tallies, parent);
  if (credit === undefined)
    return worth === undefined || worth === 1 ? undefined : { id, weight, credit: 0, coefficient: worth };
  return { id, weight, credit, coefficient: worth ?? 1 };
}

/** A bound on the score, whatever the rest says. */
export interface DeliveryLimit {
  readonly id: 'homepage-status' | 'agents-refused';
  readonly limit: number;
  readonly reason: string;
}

export interface DeliveredGrade {
  /** 0 to 100, rounded half up, after the limits. */
  readonly score: number;
  /** Before rounding and limits; to nine decimals. */
  readonly raw: number;
  /** Every limit that applies, whether or not it lowers the score. */
  readonly limits: readonly DeliveryLimit[];
}

export function gradeDelivery(
  tallies: Tallies,
  { homepageStatus }: Pick<PageTotals, 'homepageStatus'>,
  delivery: Pick<Delivery, 'share' | 'isRefused'>,
): DeliveredGrade {
  const limits: DeliveryLimit[] = [];
  if (homepageStatus !== 200) {
    const reason = `The homepage answers ${homepageStatus}, not 200.`;
    limits.push({ id: 'homepage-status', limit: SITE_RUBRIC.homepageLimit, reason });
  }
  if (delivery.isRefused) {
    const reason = 'Unverified: every imitated assistant is refused where a browser gets the page (S6).';
    limits.push({ id: 'agents-refused', limit: SITE_RUBRIC.refusedLimit, reason });
  }
  const raw = Math.round(deliveredScore(tallies, delivery) * 1e9) / 1e9;
  return { score: Math.min(Math.floor(raw + 0.5), ...limits.map(({ limit }) => limit)), raw, limits };
}

/** `100 * D * (q + (1 - q) * Q)`, unrounded and without limits. */
function deliveredScore(tallies: Tallies, { share }: Pick<Delivery, 'share'>): number {
  const { deliveredWorth: q } = SITE_RUBRIC;
  return 100 * share * (q + (1 - q) * qualityOf(tallies).value);
}
