import { defined } from '../basics/defined.ts';
import { plainHostOf } from '../basics/parse-url.ts';
import { allRecipes, type Recipe, recipeFor, sectionFor } from '../library/articles.ts';
import { wordsOf } from '../scanner/checks/catalogue.ts';
import { presentResult } from '../scanner/checks/present.ts';
import type { CheckRecord } from '../scanner/model/result.ts';
import type { PageRecord } from '../scanner/model/scan.ts';
import type { ScoreBasis } from '../scanner/model/score.ts';
import { collectFindings, explainScore, type Findings } from '../scanner/scoring/explain.ts';
import { ratingOf } from '../scanner/scoring/score.ts';
import type { StoredLook } from '../scans/browser-looks.ts';
import type { PageSummary } from '../scans/page-store.ts';
import type { ScanChecks, ScanRecord } from '../scans/scan-record.ts';
import type { Explanation, Fix } from '../schema/explanation.ts';
import type { CheckResult, PageResult, Scan } from '../schema/scan.ts';
import { presentBrowser } from './present-browser.ts';

/** A stored scan in the contract's form. @param look what a browser showed of it */
export function presentScan(
  scan: ScanRecord,
  { site, llmsTxt, basis }: Pick<ScanChecks, 'site' | 'llmsTxt' | 'basis'>,
  pageResults: PageResult[],
  look?: StoredLook,
): Scan {
  const present = (record: CheckRecord) => presentRecord(record, basis?.siteKind);
  return {
    id: scan.id,
    rootUrl: scan.rootUrl,
    status: scan.status,
    createdAt: scan.createdAt,
    completedAt: scan.completedAt,
    pagesDiscovered: scan.pagesDiscovered,
    pagesScanned: scan.pagesScanned,
    siteScore: scan.score?.score ?? 0,
    siteRating: ratingOf(scan.score?.score ?? 0),
    llmstxtScore: scan.llmsTxtScore,
    percentile: scan.percentile,
    corpusTotal: scan.corpusTotal,
    siteChecks: site.map(present),
    llmstxtChecks: llmsTxt.map(present),
    pageResults,
    shareToken: scan.shareToken,
    ...defined({ browser: presentBrowser(scan, look) }),
    ...(scan.isCancelled === true
      ? { error: { code: 'cancelled' as const, message: 'The scan was cancelled by its owner.' } }
      : {}),
  };
}

/** The findings of the whole scan, by check. */
export function findingsOf({ site, llmsTxt }: ScanChecks, { findings }: PageSummary): Findings {
  const all: Findings = new Map(findings);
  collectFindings(all, [...site, ...llmsTxt]);
  return all;
}

/** The one explanation that every tool and report shows. */
export function explainRecord(
  { id, rootUrl, rubricVersion, checks: selection }: ScanRecord,
  basis: ScoreBasis,
  findings: Findings,
): Explanation {
  const about = { id, rootUrl, rubricVersion, ...(selection === undefined ? {} : { selection: [...selection] }) };
  return withRecipes(explainScore(about, basis, findings), allRecipes());
}

/** Every page result of a stored scan, in scan order. */
export async function presentPages(chunks: AsyncIterable<readonly PageRecord[]>): Promise<PageResult[]> {
  const results: PageResult[] = [];
  for await (const chunk of chunks) {
    for (const { url, checks } of chunk) results.push({ url, checks: checks.map((record) => presentRecord(record)) });
  }
  return results;
}

/** One stored result of a site scan in the contract's form. */
export const presentRecord = (record: CheckRecord, siteKind?: string): CheckResult =>
  presentResult(record, wordsOf(record.id), siteKind);

/** What the server decides: there its recipe comes before that of the generator. */
const OF_THE_SERVER: ReadonlySet<string> = new Set(['access', 'transport']);

/** The explanation with a recipe for each fix, where the platform of the site has one, written for its host. */
export function withRecipes(explanation: Explanation, recipes: readonly Recipe[]): Explanation {
  const { platform, fixes, llmstxt, publicOrigin, rootUrl } = explanation;
  if (platform === undefined) return explanation;
  const host = plainHostOf(publicOrigin?.origin ?? rootUrl);
  const add = (fix: Fix): Fix => {
    const recipe = recipeOn(platform, fix.checkId, recipes);
    if (recipe === undefined) return fix;
    return { ...fix, recipe: host === undefined ? recipe : { ...recipe, text: recipeFor(recipe.text, host) } };
  };
  return { ...explanation, fixes: fixes.map(add), llmstxt: { ...llmstxt, fixes: llmstxt.fixes.map(add) } };
}

function recipeOn(
  { generator, host }: NonNullable<Explanation['platform']>,
  checkId: string,
  recipes: readonly Recipe[],
): Fix['recipe'] {
  const words = wordsOf(checkId);
  const isOfServer = words !== undefined && 'category' in words && OF_THE_SERVER.has(words.category);
  for (const part of isOfServer ? [host, generator] : [generator, host]) {
    const recipe = recipes.find(({ id }) => id === part?.id);
    const section = recipe && sectionFor(recipe, checkId);
    if (part !== undefined && section !== undefined)
      return { platform: part.name, path: section.path, text: section.text };
  }
  return undefined;
}
