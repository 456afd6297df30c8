import type { ScanRecord } from '../../scans/scan-record.ts';
import type { Scans } from '../../scans/scans.ts';
import { changeSince, ratedScore } from '../charts.ts';
import { type Markup, markup } from '../markup.ts';
import { count, shortDate } from './check-views.ts';
import { compareHref } from './compare.ts';
import { type Run, scoreChart } from './score-chart.ts';

/** Of an account's scans, the newest that are looked through. */
const MAX_LOOKED_AT = 500;
const SHOWN = 20;

/** The completed scans of the same address that its owner still keeps, this one among them, newest first. */
export async function historyOf(scan: ScanRecord, scans: Pick<Scans, 'list'>): Promise<readonly ScanRecord[]> {
  if (scan.accountId === undefined) return [];
  const all = await scans.list(scan.accountId, { limit: MAX_LOOKED_AT });
  return all.filter(({ rootUrl, score }) => rootUrl === scan.rootUrl && score !== undefined);
}

type Entry = Pick<ScanRecord, 'shareToken' | 'createdAt' | 'llmsTxtScore' | 'pagesScanned' | 'score' | 'rubricVersion'>;

/** For the owner alone, because readers of a shared report must not learn the addresses of others. */
export function historySection(history: readonly Entry[], shareToken: string): Markup {
  const scores = history.map(({ score }) => score?.score ?? 0);
  // Scores of two rubrics are not on one scale.
  const scoreBefore = (at: number) =>
    history[at + 1]?.rubricVersion === history[at]?.rubricVersion ? scores[at + 1] : undefined;
  const row = ({ shareToken: token, createdAt, llmsTxtScore, pagesScanned }: Entry, at: number) => {
    const isThis = token === shareToken;
    const when = shortDate(createdAt);
    return markup`<tr${isThis && markup` aria-current="true"`}><th scope="row" class="when">${isThis ? markup`${when} (this one)` : markup`<a href="/s/${token}">${when}</a>`}</th><td class="num">${ratedScore(scores[at] ?? 0)}</td><td class="num">${changeLink(history, at, scoreBefore(at))}</td><td class="num">${llmsTxtScore}</td><td class="num">${count(pagesScanned)}</td></tr>`;
  };
  return markup`<section class="section" id="history" aria-labelledby="history-title">
<h2 id="history-title">This site over time</h2>
<p class="soft">Shown to you alone, as this is a scan of your account.</p>
${scoreChart(history.map(runOf).reverse())}
<div class="table-scroll" role="group" aria-labelledby="history-title" tabindex="0"><table>
<thead><tr><th scope="col">Scanned (UTC)</th><th scope="col" class="num">Score</th><th scope="col" class="num">Change</th><th scope="col" class="num">llms.txt</th><th scope="col" class="num">Pages</th></tr></thead>
<tbody>${history.slice(0, SHOWN).map(row)}</tbody></table></div>
</section>`;
}

const runOf = ({ shareToken, createdAt, pagesScanned, rubricVersion, score }: Entry): Run => ({
  href: `/s/${shareToken}`,
  at: Date.parse(createdAt),
  pages: pagesScanned,
  rubricVersion,
  score: score?.score ?? 0,
});

function changeLink(history: readonly Entry[], at: number, before: number | undefined): Markup {
  const words = changeSince(before, history[at]?.score?.score ?? 0);
  const [now, earlier] = [history[at], history[at + 1]];
  if (before === undefined || now === undefined || earlier === undefined) return markup`${words}`;
  return markup`<a href="${compareHref(now.shareToken, earlier.shareToken)}">${words}</a>`;
}

/** `+11 since 14 Nov 2026`, for a report of which the reader can read the run before; undefined without one. */
export function changeSinceLast(history: readonly Entry[], shareToken: string): Markup | undefined {
  const at = history.findIndex((entry) => entry.shareToken === shareToken);
  const [now, before] = [history[at], history[at + 1]];
  if (at < 0 || now?.score === undefined || before?.score === undefined) return undefined;
  if (now.rubricVersion !== before.rubricVersion) return undefined;
  return markup`<a href="${compareHref(shareToken, before.shareToken)}">${changeSince(before.score.score, now.score.score)} since ${shortDate(before.createdAt)}</a>`;
}
