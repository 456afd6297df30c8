/**
 * The score, as a pure function of tallies. Credits are means over pages, so page count
 * never swamps the site checks and duplicating every page changes nothing.
 */

import type { Rating } from '../../schema/scan.ts';
import { RUBRIC } from '../checks/rubric.ts';
import type { Cap, LlmsTxtSize, PageTotals, SiteScore, Tallies } from '../model/score.ts';
import { hasFailed, meanCredit, NO_RECORDS } from './tally.ts';

/** What one check adds to a raw score. */
export interface Contribution {
  readonly id: string;
  readonly weight: number;
  /** Mean credit, 0 to 1. */
  readonly credit: number;
  /** `k` of the formula: scales the credit, never the weight, so that a worse site cannot gain by it. */
  readonly coefficient: number;
  /** Points of the raw score earned, and those that full credit would earn. */
  readonly points: number;
  readonly possible: number;
}

const isLlmsTxt = (id: string) => id.startsWith('L');
const SITE_WEIGHTS = Object.entries(RUBRIC.weights).filter(([id]) => !isLlmsTxt(id));
const LLMS_TXT_WEIGHTS = Object.entries(RUBRIC.weights).filter(([id]) => isLlmsTxt(id));
const LOW_COVERAGE = 0.6;
const FEW_PAGES = 3;

/** A score without what explains it, for those who compare many. */
export interface Standing {
  /** As in SiteScore. */
  readonly score: number;
  readonly raw: number;
  /** After the caps, but unrounded: tiny gains can still be told apart. */
  readonly capped: number;
}

/** The site score over the S and P series: `100 * sum(w k c) / sum(w)` over what applies, then the lowest cap. */
export function standingOfSite(tallies: Tallies, pages: PageTotals): Standing {
  const points = pointsOf(siteContributions(tallies));
  const raw = exact(points);
  const limits = capsOf(tallies, pages).map(({ limit }) => limit);
  return { score: Math.min(roundHalfUp(raw), ...limits), raw, capped: Math.min(points, ...limits) };
}

/** The same with the cap that sets it, and how sure it is. */
export function scoreSite(tallies: Tallies, pages: PageTotals): SiteScore {
  const { score, raw } = standingOfSite(tallies, pages);
  const coverage = coverageOf(tallies);
  const uncapped = roundHalfUp(raw);
  const cap = capsOf(tallies, pages)
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

/** The llms.txt score over the L series: 0 without a file. */
export function scoreLlmsTxt(tallies: Tallies, file: LlmsTxtSize | undefined): number {
  if (file === undefined || hasFailed(tallies, 'L1')) return 0;
  const caps = [hasFailed(tallies, 'L3') ? 59 : 100, file.linkCount === 0 ? 39 : 100];
  return roundHalfUp(Math.min(exact(pointsOf(llmsTxtContributions(tallies, file))), ...caps));
}

/** What each S and P check that applies adds to the raw score. */
export function siteContributions(tallies: Tallies): Contribution[] {
  return contributions(tallies, SITE_WEIGHTS, (id) => coefficient(tallies, id));
}

/** The same of the L checks. */
export function llmsTxtContributions(tallies: Tallies, { charCount }: LlmsTxtSize): Contribution[] {
  const { checks, sizeLimit } = RUBRIC.scaledByLlmsTxtSize;
  const sizeFactor = Math.min(1, sizeLimit / Math.max(1, charCount));
  return contributions(tallies, LLMS_TXT_WEIGHTS, (id) => (includes(checks, id) ? sizeFactor : 1));
}

export function ratingOf(score: number): Rating {
  if (score >= 90) return 'excellent';
  if (score >= 70) return 'good';
  return score >= 50 ? 'fair' : 'needs_improvement';
}

function coefficient(tallies: Tallies, id: string): number {
  const { scaledByServerRendering: rendering, scaledBySitemap: sitemap } = RUBRIC;
  if (includes(rendering.checks, id)) return Math.max(rendering.floor, meanCredit(tallies, rendering.by) ?? 1);
  if (includes(sitemap.checks, id)) return meanCredit(tallies, sitemap.by) ?? 1;
  return 1;
}

/** Written without copies: ranking the fixes of a site asks for it a thousand times. */
function contributions(
  tallies: Tallies,
  weights: readonly (readonly [id: string, weight: number])[],
  scale: (id: string) => number,
): Contribution[] {
  const measured: { id: string; weight: number; credit: number }[] = [];
  let total = 0;
  for (const [id, weight] of weights) {
    const credit = meanCredit(tallies, id);
    if (credit === undefined) continue;
    measured.push({ id, weight, credit });
    total += weight;
  }
  return measured.map(({ id, weight, credit }) => {
    const coefficient = scale(id);
    return {
      id,
      weight,
      credit,
      coefficient,
      points: total === 0 ? 0 : (100 * weight * coefficient * credit) / total,
      possible: total === 0 ? 0 : (100 * weight) / total,
    };
  });
}

/** Share of the weight that applies which could be measured; a check with errors on some pages counts in part. */
function coverageOf(tallies: Tallies): number {
  let measured = 0;
  let applicable = 0;
  for (const [id, weight] of SITE_WEIGHTS) {
    const { applicable: count, errors } = tallies.get(id) ?? NO_RECORDS;
    if (count + errors === 0) continue;
    applicable += weight;
    measured += (weight * count) / (count + errors);
  }
  return applicable === 0 ? 0 : exact(measured / applicable);
}

const pointsOf = (parts: readonly Contribution[]) => parts.reduce((sum, { points }) => sum + points, 0);
const includes = (list: readonly string[], id: string) => list.includes(id);
const roundHalfUp = (value: number) => Math.floor(value + 0.5);
/** Thirds and tenths leave noise in the last bits, which depends on the order of a sum and can tip a half or an edge. */
const exact = (value: number) => Math.round(value * 1e9) / 1e9;

/** Checks whose failure bounds the score of the whole site. */
const REFUSING_CHECKS = ['S2', 'S6'];

/** Every cap that applies to a scan, whether or not it lowers the score. */
export function capsOf(tallies: Tallies, pages: PageTotals): Cap[] {
  const share = (count: number) => (pages.scanned === 0 ? 0 : count / pages.scanned);
  const caps: Cap[] = [];

  const { wall, shell, both } = pages.unreadable;
  const unreadable = share(wall + shell + both);
  if (unreadable >= 0.5) {
    const worst = unreadable >= 0.75;
    // Markdown that agents can find is another way to the same text; of all pages, since P23 leaves out those with few words.
    const hasWayRound = share(tallies.get('P23')?.credit ?? 0) >= 0.8;
    caps.push({
      id: 'unreadable-pages',
      limit: hasWayRound ? 69 : worst ? 39 : 59,
      reason: `${worst ? 'Three quarters' : 'Half'} of the pages or more cannot be read by an agent (P4, P5).`,
    });
  }
  for (const id of REFUSING_CHECKS) {
    if (hasFailed(tallies, id)) {
      caps.push({ id: 'agents-refused', limit: 49, reason: `Agents that fetch for people are refused (${id}).` });
    }
  }
  if (pages.homepageStatus !== 200) {
    caps.push({ id: 'homepage-status', limit: 39, reason: `The homepage answers ${pages.homepageStatus}, not 200.` });
  }
  if (share(pages.not200) > 0.5) {
    caps.push({ id: 'broken-pages', limit: 59, reason: 'More than half of the pages do not answer 200.' });
  }
  return caps;
}
