import type { CheckShare, Explanation, Fix } from '../../schema/explanation.ts';
import type { CheckResult, Scan } from '../../schema/scan.ts';
import { catalogueOrder, titlesOf, wordsOf } from '../checks/catalogue.ts';
import { type Differing, differingWith, NOTHING_DIFFERS, summarizeWorst } from '../checks/present.ts';
import { type IgnoredFindings, type IgnoreRule, ignoredWords } from './ignored.ts';
import type { ReportData } from './reporter.ts';

const MAX_PAGES = 10;
const ALL_DIFFERS: Differing = { message: true, howToFix: true };

/** A page with a finding, and what its own result says. */
export interface PageOfFinding {
  readonly url: string;
  readonly status: 'fail' | 'warn';
  readonly message: string;
  readonly howToFix: string;
  /** The rule by which the owner accepts it. */
  readonly ignored?: IgnoreRule | undefined;
}

/** What all results of one check that is not passed come to. */
export interface Finding {
  readonly id: string;
  readonly name: string;
  readonly category: string;
  /** The check's own rule; undefined for an id that the catalogue no longer has. */
  readonly rule: string | undefined;
  readonly source: string | undefined;
  readonly status: 'fail' | 'warn';
  /** Of the worst result, as the fix; where other pages say something else, it says that it is of one page. */
  readonly message: string;
  readonly howToFix: string;
  /** Pages with the finding; 0 for findings about the site as a whole. */
  readonly affectedPages: number;
  /** At most 10 of them, the worst first. */
  readonly pages: readonly PageOfFinding[];
  /** What the worst result quotes of the site, without the draft, as JSON. */
  readonly evidence: string | undefined;
  /** A file to paste, made from the site's words. */
  readonly draft: string | undefined;
  /** The line that shows the finding in a shell. */
  readonly repro: string | undefined;
  /** The rule by which the owner accepts it; undefined where worst results are left. */
  readonly ignored?: IgnoreRule | undefined;
}

/** A check that could not be measured everywhere. */
export interface Unmeasured {
  readonly id: string;
  readonly name: string;
  /** Of the first result, as what can be done. */
  readonly message: string;
  /** Empty where nothing can be done about it. */
  readonly howToFix: string;
  /** Results of it; 1 for a check of the site as a whole. */
  readonly count: number;
}

/** Every result that is not a pass, in catalogue order. A page check without results at hand reports its share. */
export function findingsOf({ scan, explanation, differing, ignored }: ReportData): Finding[] {
  const results = collect(scan, ({ status }) => status === 'fail' || status === 'warn');
  const shares = byId([...(explanation?.checks ?? []), ...(explanation?.llmstxt.checks ?? [])]);
  const fixes = byId([...(explanation?.fixes ?? []), ...(explanation?.llmstxt.fixes ?? [])]);
  const selection = explanation?.selection;
  // The explanation has a share of every check, because the score counts all of them.
  const unpassed = [...shares.values()].filter(
    ({ checkId, fails, warns }) => fails + warns > 0 && (selection === undefined || selection.includes(checkId)),
  );
  const ids = new Set([...results.keys(), ...unpassed.map(({ checkId }) => checkId), ...fixes.keys()]);
  return [...ids]
    .map((id) => ({ id }))
    .sort(catalogueOrder)
    .map(({ id }) => {
      const finding = toFinding(id, results.get(id), shares.get(id), fixes.get(id), differing?.get(id));
      return ignored === undefined ? finding : withIgnored(finding, ignored);
    });
}

/** A line a finding that is accepted as a whole: its check, title and reason. */
export const ignoredLines = (data: ReportData): string[] =>
  data.ignored === undefined
    ? []
    : findingsOf(data).flatMap(({ id, name, ignored }) =>
        ignored === undefined ? [] : [`${id} ${name}. ${ignoredWords(ignored)}`],
      );

/**
 * The explanation without the fixes of findings that are accepted as a whole: these are not to be made. The scores after the
 * others fall by their gains, because these are not made either.
 */
export function withoutIgnoredFixes({ ignored }: ReportData, explanation: Explanation): Explanation {
  if (ignored === undefined) return explanation;
  const open = (fixes: readonly Fix[]): Fix[] => {
    let accepted = 0;
    const kept: Fix[] = [];
    for (const fix of fixes) {
      if (ignored.covers(fix.checkId) === undefined) {
        kept.push(accepted === 0 ? fix : { ...fix, scoreAfter: Math.max(0, Math.round(fix.scoreAfter - accepted)) });
      } else accepted += fix.gain;
    }
    return kept;
  };
  const { fixes, llmstxt } = explanation;
  return { ...explanation, fixes: open(fixes), llmstxt: { ...llmstxt, fixes: open(llmstxt.fixes) } };
}

const withIgnored = (finding: Finding, ignored: IgnoredFindings): Finding => ({
  ...finding,
  ignored: ignored.covers(finding.id),
  pages: finding.pages.map((page) => ({ ...page, ignored: ignored.ruleFor(finding.id, page.url) })),
});

/** Every check with an `error` among its results, in catalogue order. */
export function unmeasuredOf(scan: Scan): Unmeasured[] {
  return [...collect(scan, ({ status }) => status === 'error')]
    .map(([id, { worst, count }]) => ({
      id,
      name: worst.name,
      message: worst.message,
      howToFix: worst.howToFix ?? '',
      count,
    }))
    .sort(catalogueOrder);
}

interface Collected {
  worst: CheckResult;
  differing: Differing;
  count: number;
  readonly pages: { readonly url: string; readonly result: CheckResult }[];
}

/** The results that are wanted, by check. */
function collect(scan: Scan, isWanted: (result: CheckResult) => boolean): Map<string, Collected> {
  const found = new Map<string, Collected>();
  const add = (result: CheckResult, url?: string) => {
    if (!isWanted(result)) return;
    const seen = found.get(result.checkId) ?? { worst: result, differing: NOTHING_DIFFERS, count: 0, pages: [] };
    found.set(result.checkId, seen);
    const isWorse = seen.worst.status === 'warn' && result.status === 'fail';
    seen.differing = differingWith(seen.differing, seen.worst, result);
    if (isWorse) seen.worst = result;
    seen.count += 1;
    if (url === undefined) return;
    if (isWorse) seen.pages.unshift({ url, result });
    else seen.pages.push({ url, result });
    seen.pages.splice(MAX_PAGES);
  };
  for (const result of [...scan.siteChecks, ...scan.llmstxtChecks]) add(result);
  for (const { url, checks } of scan.pageResults) for (const result of checks) add(result, url);
  return found;
}

function toFinding(
  id: string,
  found: Collected | undefined,
  share: CheckShare | undefined,
  fix: Fix | undefined,
  differing: Differing | undefined,
): Finding {
  const catalogued = wordsOf(id);
  const { evidence, repro } = found?.worst.details ?? {};
  const { draft, ...quoted } = isRecord(evidence) ? evidence : {};
  // Page results may be cut short, so the explanation's count is the better one.
  const affectedPages = fix?.affectedPages ?? share?.affectedPages ?? pagesCounted(found);
  const status = statusOf(found, share);
  const words = textsOf(found, fix, differing ?? knownOf(found, affectedPages));
  return {
    id,
    name: titlesOf(id).fail,
    category: catalogued !== undefined && 'category' in catalogued ? catalogued.category : 'other',
    rule: catalogued !== undefined && 'rule' in catalogued ? catalogued.rule : undefined,
    source: catalogued?.sources[0],
    status,
    ...words,
    affectedPages,
    pages: (fix?.examples ?? share?.examples ?? found?.pages.map(({ url }) => url) ?? [])
      .slice(0, MAX_PAGES)
      .map((url) => pageOf(url, found) ?? { url, status, ...words }),
    evidence: Object.keys(quoted).length === 0 ? undefined : JSON.stringify(quoted, null, 2),
    draft: typeof draft === 'string' ? draft : undefined,
    repro: typeof repro === 'string' ? repro : undefined,
  };
}

function statusOf(found: Collected | undefined, share: CheckShare | undefined): Finding['status'] {
  if (found !== undefined) return found.worst.status === 'fail' ? 'fail' : 'warn';
  return share?.fails === 0 ? 'warn' : 'fail';
}

function textsOf(
  found: Collected | undefined,
  fix: Fix | undefined,
  differing: Differing | undefined,
): { readonly message: string; readonly howToFix: string } {
  if (found !== undefined && differing !== undefined) return summarizeWorst(found.worst, differing);
  // Only the explanation has the messages of results that are not at hand.
  if (found !== undefined && fix === undefined) return summarizeWorst(found.worst, ALL_DIFFERS);
  return { message: fix?.message ?? '', howToFix: fix?.howToFix ?? '' };
}

/** What differs between all results, if all are at hand. */
const knownOf = (found: Collected | undefined, affectedPages: number): Differing | undefined =>
  found === undefined || found.count < affectedPages ? undefined : found.differing;

function pageOf(url: string, found: Collected | undefined): PageOfFinding | undefined {
  const result = found?.pages.find((page) => page.url === url)?.result;
  if (result === undefined) return undefined;
  const { status, message, howToFix } = result;
  return { url, status: status === 'fail' ? 'fail' : 'warn', message, howToFix: howToFix ?? '' };
}

const pagesCounted = (found: Collected | undefined): number =>
  found === undefined || found.pages.length === 0 ? 0 : found.count;

const byId = <T extends { readonly checkId: string }>(rows: readonly T[]): Map<string, T> =>
  new Map(rows.map((row) => [row.checkId, row]));

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What a whole scan says of one check: a finding, why it could not be measured, or that there is nothing to say. */
export type Verdict =
  | { readonly id: string; readonly kind: 'finding'; readonly finding: Finding }
  | {
      readonly id: string;
      readonly kind: 'unmeasured' | 'not-applicable';
      readonly name: string;
      readonly message: string;
    }
  | { readonly id: string; readonly kind: 'pass'; readonly name: string };

/** One verdict a check, in catalogue order. */
export function verdictsOf(data: ReportData): Verdict[] {
  const { siteChecks, llmstxtChecks, pageResults } = data.scan;
  const findings = new Map(findingsOf(data).map((finding) => [finding.id, finding]));
  const unmeasured = new Map(unmeasuredOf(data.scan).map((each) => [each.id, each]));
  const others = new Map<string, { name: string; message: string; applies: boolean }>();
  for (const { checkId, name, message, details } of [
    ...siteChecks,
    ...llmstxtChecks,
    ...pageResults.flatMap(({ checks }) => checks),
  ]) {
    const applies = others.get(checkId)?.applies === true || details.notApplicable !== true;
    others.set(checkId, { name, message, applies });
  }
  return [...new Set([...others.keys(), ...findings.keys()])]
    .map((id): Verdict => {
      const [finding, error, other] = [findings.get(id), unmeasured.get(id), others.get(id)];
      if (finding !== undefined) return { id, kind: 'finding', finding };
      if (error !== undefined) return { id, kind: 'unmeasured', name: error.name, message: error.message };
      const { name = id, message = '', applies = true } = other ?? {};
      return applies ? { id, kind: 'pass', name } : { id, kind: 'not-applicable', name, message };
    })
    .sort(catalogueOrder);
}
