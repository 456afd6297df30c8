/**
 * The score, as a pure function of what a scan came to. Credits are means over pages, so page count never swamps the site
 * checks and duplicating every page changes nothing. In the site score of today gates multiply (the delivered share), and the
 * rest adds (Q).
 */

import type { Rating } from '../../schema/scan.ts';
import { coverageWeightOf, isGate, LLMS_TXT_RUBRIC, RUBRIC } from '../checks/rubric.ts';
import type { CheckRecord } from '../model/result.ts';
import type { Cap, Delivery, LlmsTxtSize, PageTotals, ScoreBasis, SiteScore, Tallies, Tally } from '../model/score.ts';
import { capsUnder1, contributionsUnder1, RUBRIC_1 } from './rubric-1.ts';
import {
  type Contribution,
  exact,
  hasFailed,
  meanCredit,
  NO_RECORDS,
  pointsOf,
  roundHalfUp,
  talliesOf,
  tally,
  weighted,
} from './tally.ts';

const SITE_CHECK_WEIGHTS: readonly (readonly [id: string, weight: number])[] = Object.entries(RUBRIC.weighings).map(
  ([id, [weight]]) => [id, weight],
);
const WORTH_OF: Readonly<Record<string, string>> = RUBRIC.worthOf;
const WHOLE = 100;

/** What the points of the delivered share go by, where those of checks go by their ids. */
export const DELIVERED_TEXT = 'delivered-text';
/** And those of what agents can do. */
export const ACTIONS = 'actions';
/** Of a site that delivers all its text: the points for that, and those for the checks. */
export const DELIVERED_POINTS = WHOLE * RUBRIC.deliveredWorth;
const CHECK_POINTS = WHOLE - DELIVERED_POINTS;

type Share = Pick<Delivery, 'share'>;

/** What each check that applies adds. A gate adds nothing of its own: the delivered share measures it. */
function deliveredContributions(tallies: Tallies, { share }: Share): Contribution[] {
  const parts = SITE_CHECK_WEIGHTS.flatMap(([id, weight]) => {
    const measured = measure(tallies, id);
    return measured === undefined || (weight === 0 && !isGate(id)) ? [] : [{ id, weight, ...measured }];
  });
  const total = parts.reduce((sum, { weight }) => sum + weight, 0);
  return parts.map((part) => {
    const possible = total === 0 ? 0 : (CHECK_POINTS * part.weight) / total;
    return { ...part, points: share * possible * part.coefficient * part.credit, possible };
  });
}

/** Points for delivery. Where no check applies there is no fault either, so delivery earns all points. */
const deliveredPoints = (parts: readonly Contribution[], { share }: Share): number =>
  share * (parts.some(({ weight }) => weight > 0) ? DELIVERED_POINTS : WHOLE);

/** The credit of a check, and what that is worth by the check it depends on; undefined for one that does not count. */
function measure(tallies: Tallies, id: string): Pick<Contribution, 'credit' | 'coefficient'> | undefined {
  const credit = meanCredit(tallies, id);
  const parent = WORTH_OF[id];
  if (parent === undefined) return credit === undefined ? undefined : { credit, coefficient: 1 };
  const worth = meanCredit(tallies, parent);
  // What does not apply for want of something else earns nothing.
  if (credit === undefined) return worth === undefined || worth === 1 ? undefined : { credit: 0, coefficient: worth };
  return { credit, coefficient: worth ?? 1 };
}

/** Every bound that applies, whether or not it lowers the score. */
function deliveredCaps({ homepageStatus }: Pick<PageTotals, 'homepageStatus'>, delivery: Delivery): Cap[] {
  const caps: Cap[] = [];
  if (homepageStatus !== 200) {
    const reason = `The homepage answers ${homepageStatus}, not 200.`;
    caps.push({ id: 'homepage-status', limit: RUBRIC.homepageLimit, reason });
  }
  if (delivery.isRefused) {
    const reason =
      'Unverified refusal: every imitated assistant is refused where a browser gets the page (S6). The real ones may get in.';
    caps.push({ id: 'agents-refused', limit: RUBRIC.refusedLimit, reason });
  }
  return caps;
}

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

/** Where the points of a raw score come from, before what agents can do multiplies them. */
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

/**
 * Of what the site offers to do, the part that agents can complete: the mean over the kinds that were measured, by their weights.
 * Undefined where it offers nothing, or nothing could be measured.
 */
export const actionShare = (basis: Pick<ScoreBasis, 'actions'>): number | undefined => actingOf(basis)?.share;

/** What the score is multiplied with for what agents can do; 1 where nothing is offered. A kind of small weight pulls less. */
export function actionFactor(basis: Pick<ScoreBasis, 'actions'>): number {
  const acting = actingOf(basis);
  return acting === undefined ? 1 : 1 - RUBRIC.actingWorth * Math.min(1, acting.weight) * (1 - acting.share);
}

function actingOf({ actions = [] }: Pick<ScoreBasis, 'actions'>): { weight: number; share: number } | undefined {
  let weight = 0;
  let sum = 0;
  for (const { kind, share } of actions) {
    if (typeof share !== 'number') continue;
    weight += RUBRIC.actionWeights[kind];
    sum += RUBRIC.actionWeights[kind] * share;
  }
  return weight === 0 ? undefined : { weight, share: sum / weight };
}

/** Every cap that applies, whether or not it lowers the score. */
export function capsOf(basis: ScoreBasis): Cap[] {
  const { delivery, pages } = basis;
  return delivery === undefined ? capsUnder1(talliesOf(basis), pages) : deliveredCaps(pages, delivery);
}

/** The site score over the S and P series, then the lowest cap. */
export function standingOfSite(basis: ScoreBasis): Standing {
  const { delivered, checks } = siteParts(basis);
  const points = (delivered + pointsOf(checks)) * actionFactor(basis);
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
  coverageWeightOf(id, weight),
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

const LLMS_TXT_WEIGHTS: readonly (readonly [id: string, weight: number])[] = Object.entries(
  LLMS_TXT_RUBRIC.weighings,
).map(([id, [weight]]) => [id, weight]);
const SCALED_BY_SIZE: readonly string[] = LLMS_TXT_RUBRIC.scaledBySize.checks;

/** The llms.txt score over the L series: 0 without a file. */
export function scoreLlmsTxt(tallies: Tallies, file: LlmsTxtSize | undefined): number {
  if (file === undefined || hasFailed(tallies, 'L1')) return 0;
  const caps = [hasFailed(tallies, 'L3') ? 59 : 100, file.linkCount === 0 ? 39 : 100];
  return roundHalfUp(Math.min(exact(pointsOf(llmsTxtContributions(tallies, file))), ...caps));
}

/** What each L check that applies adds to it. */
export function llmsTxtContributions(tallies: Tallies, { charCount }: LlmsTxtSize): Contribution[] {
  const sizeFactor = Math.min(1, LLMS_TXT_RUBRIC.scaledBySize.sizeLimit / Math.max(1, charCount));
  return weighted(tallies, LLMS_TXT_WEIGHTS, 100, (id) => (SCALED_BY_SIZE.includes(id) ? sizeFactor : 1));
}

/** A gate weighs what it counts in the coverage: of one page no delivered share is kept. */
const PAGE_WEIGHTS: ReadonlyMap<string, number> = new Map(
  Object.entries(RUBRIC.weighings)
    .filter(([id]) => id.startsWith('P'))
    .map(([id, [weight]]) => [id, coverageWeightOf(id, weight)]),
);
/** Where one of them fails, no text reaches an agent. */
const NO_TEXT: readonly string[] = ['P1', 'P5'];
/** Where one of them finds a fault, text or figures of the page are missing, whatever else is in order. */
const TEXT_MISSING: readonly string[] = ['P4', 'P5', 'P26', 'P27', 'P28'];
/** What a page keeps of its score then. */
const KEPT_WITHOUT_TEXT: Readonly<Partial<Record<CheckRecord['status'], number>>> = { fail: 0.5, warn: 0.75 };

/** What a check counts in the score of a page; 0 for one that is not of pages. */
export const pageWeightOf = (id: string): number => PAGE_WEIGHTS.get(id) ?? 0;

/**
 * Of the points that the checks of a page can earn, the share it earns, 0 to 100: a pass earns all, a warning half. Lower by
 * half or a quarter where text is missing, so that the form of the rest does not hide it; 0 where no text reaches an agent. It ranks pages; the site score is not made of it.
 * @param results of all page checks; undefined without one of them, or when nothing could be measured
 */
export function pageScore(results: readonly Pick<CheckRecord, 'id' | 'status'>[]): number | undefined {
  const tallies = new Map<string, Tally>();
  tally(
    tallies,
    results.map(({ id, status }) => ({ id, status })),
  );
  const parts = [...PAGE_WEIGHTS].flatMap(([id, weight]) => {
    const measured = measure(tallies, id);
    return measured === undefined ? [] : [{ weight, earned: weight * measured.coefficient * measured.credit }];
  });
  const possible = parts.reduce((sum, { weight }) => sum + weight, 0);
  if (possible === 0 || [...PAGE_WEIGHTS.keys()].some((id) => !tallies.has(id))) return undefined;
  if (results.some(({ id, status }) => status === 'fail' && NO_TEXT.includes(id))) return 0;
  const kept = results.map(({ id, status }) => (TEXT_MISSING.includes(id) ? (KEPT_WITHOUT_TEXT[status] ?? 1) : 1));
  const share = parts.reduce((sum, { earned }) => sum + earned, 0) / possible;
  return roundHalfUp(exact(100 * share * Math.min(...kept)));
}
