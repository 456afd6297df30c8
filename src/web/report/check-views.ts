import { defined } from '../../basics/defined.ts';
import { parseUrl } from '../../basics/parse-url.ts';
import { catalogueOrder, PAGE_CHECKS, titlesOf, wordsOf } from '../../scanner/checks/catalogue.ts';
import { fixBehind, NOTHING_DIFFERS, summarizeWorst } from '../../scanner/checks/present.ts';
import { capitalised } from '../../scanner/pluralize.ts';
import type { CheckShare, Explanation } from '../../schema/explanation.ts';
import type { CheckResult, Rating } from '../../schema/scan.ts';
import { type Markup, markup } from '../markup.ts';
import type { ReportSummary } from './summary.ts';

export type ViewStatus = 'fail' | 'warn' | 'error' | 'pass' | 'na';

/** Pages by what a check concluded of each. */
export interface PageCounts {
  readonly passes: number;
  readonly warns: number;
  readonly fails: number;
  readonly errors: number;
  readonly notApplicable: number;
}

/** A check in a report; for a page check, the aggregate of all pages. */
export interface CheckView {
  readonly id: string;
  readonly name: string;
  readonly category: string;
  readonly status: ViewStatus;
  readonly message: string;
  readonly howToFix: string | null;
  /** Of the result whose message is shown; see CheckResult. */
  readonly details: CheckResult['details'];
  /** Points of the score it earns and could earn; undefined where it does not count. */
  readonly points?: { readonly earned: number; readonly possible: number };
  /** Its effect is in the delivered share. */
  readonly gate?: boolean;
  /** Strength of the evidence for its weight. */
  readonly evidence?: string;
  /** What the site is; what does not apply to it depends on that. */
  readonly siteKind?: string;
  /** Of page checks. */
  readonly counts?: PageCounts;
  readonly affectedPages: number;
  /** Some of them. */
  readonly examples: readonly string[];
  /** Why the owner accepts it, in trusted text. */
  readonly ignored?: string;
}

const categoryOf = (id: string): string => {
  const words = wordsOf(id);
  return words !== undefined && 'category' in words ? words.category : 'other';
};

/** A single result, not an aggregate. */
export function viewOf(result: CheckResult, share?: CheckShare): CheckView {
  return {
    id: result.checkId,
    name: result.name,
    category: categoryOf(result.checkId),
    status: result.details.notApplicable === true ? 'na' : result.status,
    message: result.message,
    howToFix: result.howToFix,
    details: result.details,
    ...weightOf(share),
    affectedPages: 0,
    examples: [],
  };
}

/** Every check of a scan, in catalogue order. */
export function viewsOf(summary: ReportSummary): CheckView[] {
  const { scan, explanation } = summary;
  const shares = new Map([...(explanation?.checks ?? []), ...(explanation?.llmstxt.checks ?? [])].map(byCheckId));
  const own = [...scan.siteChecks, ...scan.llmstxtChecks].map((result) => viewOf(result, shares.get(result.checkId)));
  const results = resultsByCheck(scan.pageResults);
  const ofPages =
    summary.pages.length === 0
      ? []
      : PAGE_CHECKS.filter(({ id }) => explanation?.selection?.includes(id) !== false).map(({ id }) =>
          pageCheckView(id, summary, results.get(id) ?? [], shares.get(id)),
        );
  const { siteKind } = explanation?.delivery ?? {};
  const views = [...own, ...ofPages]
    .map((view) => ({ ...view, ...defined({ ignored: summary.ignoredWords?.get(view.id) }) }))
    .sort(catalogueOrder);
  return typeof siteKind === 'string' ? views.map((view) => ({ ...view, siteKind })) : views;
}

/** How a check counts. */
function weightOf(share: CheckShare | undefined): Pick<CheckView, 'points' | 'gate' | 'evidence'> {
  if (share === undefined) return {};
  const { points: earned, possible, gate, evidence } = share;
  return { points: { earned, possible }, gate, ...(evidence === null ? {} : { evidence }) };
}

const byCheckId = (share: CheckShare): [string, CheckShare] => [share.checkId, share];

function resultsByCheck(pages: ReportSummary['scan']['pageResults']): Map<string, CheckResult[]> {
  const found = new Map<string, CheckResult[]>();
  for (const { checks } of pages) {
    for (const result of checks) {
      const others = found.get(result.checkId);
      if (others === undefined) found.set(result.checkId, [result]);
      else others.push(result);
    }
  }
  return found;
}

function pageCheckView(
  id: string,
  { notApplicable, differing }: ReportSummary,
  results: readonly CheckResult[],
  share: CheckShare | undefined,
): CheckView {
  const worst = ['fail', 'warn', 'error'].flatMap(
    (status) => results.find((result) => result.status === status) ?? [],
  )[0];
  const counts = {
    passes: share?.passes ?? 0,
    warns: share?.warns ?? 0,
    fails: share?.fails ?? 0,
    errors: share?.errors ?? results.filter(({ status }) => status === 'error').length,
    notApplicable: notApplicable[id] ?? 0,
  };
  const status = statusOf(counts);
  const worstWords = worst === undefined ? undefined : summarizeWorst(worst, differing.get(id) ?? NOTHING_DIFFERS);
  return {
    id,
    name: titlesOf(id)[status === 'fail' || status === 'warn' ? 'fail' : 'pass'],
    category: categoryOf(id),
    status,
    message: worstWords?.message ?? (status === 'na' ? 'Applies to none of the pages.' : 'Every page passes.'),
    howToFix: (worstWords && fixBehind(worstWords)) || null,
    details: worst?.details ?? sourceOf(id),
    ...weightOf(share),
    counts,
    affectedPages: share?.affectedPages ?? 0,
    examples: share?.examples ?? [],
  };
}

/** Problems first: checks that fail on all pages, checks that fail on some, unmeasured ones. */
function statusOf({ passes, warns, fails, errors }: PageCounts): ViewStatus {
  if (fails > 0) return 'fail';
  if (warns > 0) return 'warn';
  if (passes > 0) return 'pass';
  return errors > 0 ? 'error' : 'na';
}

function sourceOf(id: string): CheckResult['details'] {
  const source = wordsOf(id)?.sources[0];
  return source === undefined ? {} : { source };
}

const NUMBER = new Intl.NumberFormat('en-GB');

/** A count as people read it: 2,000. */
export const count = (value: number): string => NUMBER.format(value);

/** `1 page`, `2,000 pages`. */
export const pluralize = (value: number, noun: string, plural = `${noun}s`): string =>
  `${count(value)} ${value === 1 ? noun : plural}`;

/**
 * The finding, and the number of its pages unless it begins with it.
 * @param message names the page itself when it holds for the worst page alone
 * @param affected 0 for a check of the site
 * @param all the number of read pages; omitted where the page already shows it
 */
export function foundOn(message: string, affected: number, all?: number): string {
  if (affected === 0 || message.startsWith(`${affected} of `)) return message;
  const pages = all === undefined ? pluralize(affected, 'page') : `${count(affected)} of ${pluralize(all, 'page')}`;
  return `${message} Found on ${pages}.`;
}

/** A date-time as people read it, in UTC. @param language tag of BCP 47 */
export const dateOf = (iso: string, language = 'en-GB'): string =>
  `${new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(new Date(iso))} UTC`;

const SHORT_DATE = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });

/** A date-time for tables, in UTC: `20 Nov 2026, 23:06`. */
export const shortDate = (iso: string): string => SHORT_DATE.format(new Date(iso));

const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });

/** The day of a date-time, in UTC: `20 Nov 2026`. */
export const dayOf = (iso: string): string => DAY.format(new Date(iso));

const CATEGORIES: Readonly<Record<string, string>> = {
  'llmstxt-structure': 'llms.txt: structure',
  'llmstxt-content': 'llms.txt: content',
  'llmstxt-optional': 'llms.txt: optional',
  'resources-prompts': 'Resources and prompts',
  other: 'The scan itself',
};

/** The heading of a category of checks. */
export const categoryWords = (category: string): string => CATEGORIES[category] ?? capitalised(category);

/** As the first words of a sentence. */

/** What a rating means for a site. */
export const SITE_VERDICTS: Record<Rating, string> = {
  excellent: 'Agents can find, read and use this site with ease.',
  good: 'Agents can use most of this site. A few things still hold them back.',
  fair: 'Agents get only part of what is here.',
  needs_improvement: 'Agents can do little with this site as it is.',
};

/** What a rating means for an MCP server. */
export const MCP_VERDICTS: Record<Rating, string> = {
  excellent: 'Agents can connect to this server and use its tools with ease.',
  good: 'Agents can use this server well. A few things still hold them back.',
  fair: 'Agents can use this server, but will often choose or call its tools wrongly.',
  needs_improvement: 'Agents can do little with this server as it is.',
};

/** Host name of a URL, with the port when it is not the default; the text itself when it is no URL. */
export const hostOf = (url: string): string => parseUrl(url)?.host ?? url;

/** The host of the site that a report is about: where it is published, when the scan read it elsewhere. */
export const publicHostOf = ({ rootUrl }: { readonly rootUrl: string }, explanation: Explanation | undefined): string =>
  hostOf(explanation?.publicOrigin?.origin ?? rootUrl);

/** Scans the site or the MCP server of a report anew, within the free quota. */
export const rescanForm = (rootUrl: string, words: string, kind: 'website' | 'mcp' = 'website'): Markup =>
  markup`<form method="post" action="/" class="no-print" data-slow><input type="hidden" name="kind" value="${kind}"><input type="hidden" name="url" value="${rootUrl}"><input type="hidden" name="fresh" value="1"><button type="submit" class="button quiet small">${words}</button></form>`;
