/**
 * The score, as a pure function of tallies (catalogue.md section 6). Credits are means over pages, so page count
 * never swamps the site checks and duplicating every page changes nothing.
 */
import type { Rating } from '../schema/scan.ts';
import { RUBRIC } from './rubric.ts';
import type { CheckRecord } from './run-checks.ts';

/** What all records of one check come to. */
export interface Tally {
  /** Records that count: neither not-applicable nor error. */
  readonly applicable: number;
  /** Sum of their credits, each 0 to 1. */
  readonly credit: number;
  readonly fails: number;
  readonly warns: number;
  readonly errors: number;
}
export type Tallies = ReadonlyMap<string, Tally>;

export interface PageTotals {
  readonly discovered: number;
  readonly scanned: number;
  readonly not200: number;
  /** Pages that fail P4 or P5, each counted once. */
  readonly unreadable: number;
  readonly homepageStatus: number;
  /** The scan stopped at its deadline. */
  readonly cutShort: boolean;
}

export interface Cap {
  readonly id: string;
  readonly limit: number;
  readonly reason: string;
}
export interface SiteScore {
  /** 0 to 100, rounded half up, after the caps. */
  readonly score: number;
  /** Before rounding and caps; to nine decimals. */
  readonly raw: number;
  /** The binding cap; undefined when none lowers the score. */
  readonly cap: Cap | undefined;
  /** Weight measured / weight that applies, 0 to 1. */
  readonly coverage: number;
  readonly lowConfidence: boolean;
}

const NOTHING: Tally = { applicable: 0, credit: 0, fails: 0, warns: 0, errors: 0 };
const LOW_COVERAGE = 0.6;
const FEW_PAGES = 3;

/** Credit of one record; undefined when it does not count. */
export function creditOf(record: CheckRecord): number | undefined {
  switch (record.status) {
    case 'pass':
      return 1;
    case 'warn':
      return record.credit ?? RUBRIC.warnCredit;
    case 'fail':
      return record.credit ?? 0;
    default:
      return undefined;
  }
}

/** Adds records to tallies in place; the order in which they come does not matter. */
export function tally(into: Map<string, Tally>, records: readonly CheckRecord[]): void {
  for (const record of records) {
    const before = into.get(record.id) ?? NOTHING;
    const credit = creditOf(record);
    into.set(record.id, {
      applicable: before.applicable + (credit === undefined ? 0 : 1),
      credit: before.credit + (credit ?? 0),
      fails: before.fails + (record.status === 'fail' ? 1 : 0),
      warns: before.warns + (record.status === 'warn' ? 1 : 0),
      errors: before.errors + (record.status === 'error' ? 1 : 0),
    });
  }
}

/** Mean credit of a check, 0 to 1; undefined when nothing of it applies. */
export function meanCredit(tallies: Tallies, id: string): number | undefined {
  const { applicable, credit } = tallies.get(id) ?? NOTHING;
  return applicable === 0 ? undefined : credit / applicable;
}

/** `k` of the formula: scales a credit, never a weight, so that a worse site cannot gain by it. */
function coefficient(tallies: Tallies, id: string): number {
  const { scaledByServerRendering: rendering, scaledBySitemap: sitemap } = RUBRIC;
  if (includes(rendering.checks, id)) return Math.max(rendering.floor, meanCredit(tallies, rendering.by) ?? 1);
  if (includes(sitemap.checks, id)) return meanCredit(tallies, sitemap.by) ?? 1;
  return 1;
}

/** The site score over the S and P series: `100 * sum(w k c) / sum(w)` over what applies, then the lowest cap. */
export function scoreSite(tallies: Tallies, pages: PageTotals): SiteScore {
  const { earned, measured, applicable } = weigh(
    tallies,
    (id) => !isLlmsTxt(id),
    (id) => coefficient(tallies, id),
  );
  const raw = measured === 0 ? 0 : exact((100 * earned) / measured);
  const coverage = applicable === 0 ? 0 : exact(measured / applicable);
  const uncapped = roundHalfUp(raw);
  const cap = capsOf(tallies, pages)
    .filter(({ limit }) => limit < uncapped)
    .sort((a, b) => a.limit - b.limit)[0];
  return {
    score: cap?.limit ?? uncapped,
    raw,
    cap,
    coverage,
    lowConfidence:
      pages.cutShort || coverage < LOW_COVERAGE || (pages.discovered >= FEW_PAGES && pages.scanned < FEW_PAGES),
  };
}

/** The llms.txt score over the L series (catalogue.md section 4): 0 without a file. */
export function scoreLlmsTxt(tallies: Tallies, file: { charCount: number; linkCount: number } | undefined): number {
  if (file === undefined || failed(tallies, 'L1')) return 0;
  const { checks, sizeLimit } = RUBRIC.scaledByLlmsTxtSize;
  const sizeFactor = Math.min(1, sizeLimit / Math.max(1, file.charCount));
  const { earned, measured } = weigh(tallies, isLlmsTxt, (id) => (includes(checks, id) ? sizeFactor : 1));
  const raw = measured === 0 ? 0 : exact((100 * earned) / measured);
  const caps = [failed(tallies, 'L3') ? 59 : 100, file.linkCount === 0 ? 39 : 100];
  return roundHalfUp(Math.min(raw, ...caps));
}

export function ratingOf(score: number): Rating {
  if (score >= 90) return 'excellent';
  if (score >= 70) return 'good';
  return score >= 50 ? 'fair' : 'needs_improvement';
}

function weigh(tallies: Tallies, inSeries: (id: string) => boolean, scale: (id: string) => number) {
  let earned = 0;
  let measured = 0;
  let applicable = 0;
  for (const [id, weight] of Object.entries(RUBRIC.weights)) {
    const { applicable: count, errors } = tallies.get(id) ?? NOTHING;
    if (!inSeries(id) || count + errors === 0) continue;
    applicable += weight;
    measured += (weight * count) / (count + errors);
    earned += ((weight * count) / (count + errors)) * scale(id) * (meanCredit(tallies, id) ?? 0);
  }
  return { earned, measured, applicable };
}

function capsOf(tallies: Tallies, pages: PageTotals): Cap[] {
  const share = (count: number) => (pages.scanned === 0 ? 0 : count / pages.scanned);
  const caps: Cap[] = [];
  if (share(pages.unreadable) >= 0.75) {
    caps.push({
      id: 'unreadable-pages',
      limit: 39,
      reason: 'Three quarters of the pages or more cannot be read by an agent (P4, P5).',
    });
  } else if (share(pages.unreadable) >= 0.5) {
    caps.push({
      id: 'unreadable-pages',
      limit: 59,
      reason: 'Half of the pages or more cannot be read by an agent (P4, P5).',
    });
  }
  for (const id of ['S2', 'S6']) {
    if (failed(tallies, id)) {
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

const isLlmsTxt = (id: string) => id.startsWith('L');
const failed = (tallies: Tallies, id: string) => (tallies.get(id)?.fails ?? 0) > 0;
const includes = (list: readonly string[], id: string) => list.includes(id);
const roundHalfUp = (value: number) => Math.floor(value + 0.5);
/** Thirds and tenths leave noise in the last bits, which depends on the order of a sum and can tip a half or an edge. */
const exact = (value: number) => Math.round(value * 1e9) / 1e9;
