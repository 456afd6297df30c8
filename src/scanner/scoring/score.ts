/**
 * The score, as a pure function of what a scan came to. Credits are means over pages, so page count never swamps the site
 * checks and duplicating every page changes nothing.
 */

import type { Rating } from '../../schema/scan.ts';
import { isGate, RUBRIC } from '../checks/rubric.ts';
import type { Cap, ScoreBasis, SiteScore, Tallies } from '../model/score.ts';
import { type Contribution, exact, pointsOf, roundHalfUp } from './contribution.ts';
import { deliveredCaps, deliveredContributions, deliveredPoints } from './delivered-score.ts';
import { capsUnder1, contributionsUnder1, RUBRIC_1 } from './rubric-1.ts';
import { NO_RECORDS, talliesOf } from './tally.ts';

const LOW_COVERAGE = 0.6;
const FEW_PAGES = 3;

/** A score without what explains it, for those who compare many. */
export interface Standing {
  /** As in SiteScore. */
  readonly score: number;
  readonly raw: number;
  /** After the caps, but unrounded, so that tiny gains stay visible. */
  readonly capped: number;
}

/** Where the points of a raw score come from. */
export interface SiteParts {
  /** Points for text that reaches the readers; 0 under rubric 1, which knows none. */
  readonly delivered: number;
  readonly checks: readonly Contribution[];
}

/** What the basis of a stored scan was graded under: rubric 1 had no delivered share. */
export function siteParts(basis: ScoreBasis): SiteParts {
  const { delivery } = basis;
  const tallies = talliesOf(basis);
  if (delivery === undefined) return { delivered: 0, checks: contributionsUnder1(tallies) };
  const checks = deliveredContributions(tallies, delivery);
  return { delivered: deliveredPoints(checks, delivery), checks };
}

/** Every cap that applies, whether or not it lowers the score. */
export function capsOf(basis: ScoreBasis): Cap[] {
  const { delivery, pages } = basis;
  return delivery === undefined ? capsUnder1(talliesOf(basis), pages) : deliveredCaps(pages, delivery);
}

/** The site score over the S and P series, then the lowest cap. */
export function standingOfSite(basis: ScoreBasis): Standing {
  const { delivered, checks } = siteParts(basis);
  const points = delivered + pointsOf(checks);
  const raw = exact(points);
  const limits = capsOf(basis).map(({ limit }) => limit);
  return { score: Math.min(roundHalfUp(raw), ...limits), raw, capped: Math.min(points, ...limits) };
}

/** The same with the cap that sets it, and how sure it is. */
export function scoreSite(basis: ScoreBasis): SiteScore {
  const { score, raw } = standingOfSite(basis);
  const { pages } = basis;
  const coverage = coverageOf(talliesOf(basis), basis.delivery === undefined ? WEIGHTS_UNDER_1 : COVERAGE_WEIGHTS);
  const uncapped = roundHalfUp(raw);
  const cap = capsOf(basis)
    .filter(({ limit }) => limit < uncapped)
    .sort((a, b) => a.limit - b.limit)[0];
  return {
    score,
    raw,
    cap,
    coverage,
    lowConfidence:
      pages.cutShort || coverage < LOW_COVERAGE || (pages.discovered >= FEW_PAGES && pages.scanned < FEW_PAGES),
  };
}

export function ratingOf(score: number): Rating {
  if (score >= 90) return 'excellent';
  if (score >= 70) return 'good';
  return score >= 50 ? 'fair' : 'needs_improvement';
}

type Weights = readonly (readonly [id: string, weight: number])[];
const WEIGHTS_UNDER_1: Weights = Object.entries(RUBRIC_1.weights);
const COVERAGE_WEIGHTS: Weights = Object.entries(RUBRIC.weighings).map(([id, [weight]]) => [
  id,
  isGate(id) ? RUBRIC.gateCoverage : weight,
]);

/** Share of the weight that applies which could be measured; a check with errors on some pages counts in part. */
function coverageOf(tallies: Tallies, weights: Weights): number {
  let measured = 0;
  let applicable = 0;
  for (const [id, weight] of weights) {
    const { applicable: count, errors } = tallies.get(id) ?? NO_RECORDS;
    if (count + errors === 0) continue;
    applicable += weight;
    measured += (weight * count) / (count + errors);
  }
  return applicable === 0 ? 0 : exact(measured / applicable);
}
