import type { ScanRecord } from '../../scans/scan-record.ts';
import type { Scans } from '../../scans/scans.ts';
import { changeSince, ratedScore } from '../charts.ts';
import { type Markup, markup } from '../markup.ts';
import { count, shortDate } from './check-views.ts';
import { compareHref } from './compare.ts';

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

/**
 * For the owner alone, because readers of a shared report must not learn the addresses of others.
 * @param isForOthers has a cover, because the owner prints it for other readers
 */
export function historySection(history: readonly Entry[], shareToken: string, isForOthers = false): Markup {
  const scores = history.map(({ score }) => score?.score ?? 0);
  // Scores of two rubrics are not on one scale.
  const scoreBefore = (at: number) =>
    history[at + 1]?.rubricVersion === history[at]?.rubricVersion ? scores[at + 1] : undefined;
  const row = ({ shareToken: token, createdAt, llmsTxtScore, pagesScanned }: Entry, at: number) => {
    const isThis = token === shareToken;
    const when = shortDate(createdAt);
    return markup`<tr${isThis && markup` aria-current="true"`}><th scope="row" class="when">${isThis ? markup`${when} (this one)` : markup`<a href="/s/${token}">${when}</a>`}</th><td class="num">${ratedScore(scores[at] ?? 0)}</td><td class="num">${changeLink(history, at, scoreBefore(at))}</td><td class="num">${llmsTxtScore}</td><td class="num">${count(pagesScanned)}</td></tr>`;
  };
  return markup`<section class="section${isForOthers && markup` no-print`}" id="history" aria-labelledby="history-title">
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

/** One completed scan in a chart. */
export interface Run {
  /** Its report. */
  readonly href: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** Pages read. */
  readonly pages: number;
  readonly rubricVersion: string;
  readonly score: number;
}

const WIDTH = 720;
const HEIGHT = 220;
const LEFT = 36;
const RIGHT = 16;
const TOP = 18;
const BOTTOM = 28;
const MARKS = [0, 25, 50, 75, 100];
/** More points would be too close together to tell them apart. */
const MAX_RUNS = 60;
/** Runs of which one read more than twice the pages of the other are not joined: their scores are of different samples. */
const LIKE_SIZE = 2;

const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });
const MONTH = new Intl.DateTimeFormat('en-GB', { month: 'short', year: 'numeric', timeZone: 'UTC' });
const YEAR_MS = 365 * 86_400_000;

/**
 * Scores over time with axes. A dashed line marks a change of the rubric; only neighbours of one rubric and of like size
 * are joined. The figures must be next to it, for readers who do not see it.
 * @param runs oldest first, at least one
 */
export function scoreChart(runs: readonly Run[]): Markup {
  const shown = runs.slice(-MAX_RUNS);
  const [begin, end] = [shown[0]?.at ?? 0, shown.at(-1)?.at ?? 0];
  const x = (at: number) =>
    end === begin ? WIDTH - RIGHT : LEFT + ((at - begin) / (end - begin)) * (WIDTH - LEFT - RIGHT);
  const y = (score: number) => TOP + (1 - score / 100) * (HEIGHT - TOP - BOTTOM);
  const day = end - begin > YEAR_MS ? MONTH : DAY;
  const pairs = shown.slice(1).map((run, at) => [shown[at] ?? run, run] as const);
  const label = `Scores, oldest first: ${shown.map(({ score }) => score).join(', ')}`;
  return markup`<figure class="score-chart"><svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${label}">
${MARKS.map(
  (score) =>
    markup`<line class="grid" x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${y(score)}" y2="${y(score)}"/><text class="axis" x="${LEFT - 8}" y="${y(score) + 4}" text-anchor="end">${score}</text>`,
)}
${pairs.map(([before, after]) => {
  if (before.rubricVersion !== after.rubricVersion) {
    const at = ((x(before.at) + x(after.at)) / 2).toFixed(1);
    return markup`<line class="rubric" x1="${at}" x2="${at}" y1="${TOP}" y2="${HEIGHT - BOTTOM}"/><text class="axis" x="${at}" y="${TOP - 6}" text-anchor="middle">rubric ${after.rubricVersion}</text>`;
  }
  if (!areLike(before, after)) return undefined;
  return markup`<line class="join" x1="${x(before.at).toFixed(1)}" y1="${y(before.score).toFixed(1)}" x2="${x(after.at).toFixed(1)}" y2="${y(after.score).toFixed(1)}"/>`;
})}
${shown.map(
  ({ at, score, href, pages }) =>
    markup`<a href="${href}"><circle cx="${x(at).toFixed(1)}" cy="${y(score).toFixed(1)}" r="5"><title>${day.format(at)}: ${score}, ${pages} pages</title></circle></a>`,
)}
<text class="axis" x="${LEFT}" y="${HEIGHT - 8}">${end === begin ? '' : day.format(begin)}</text><text class="axis" x="${WIDTH - RIGHT}" y="${HEIGHT - 8}" text-anchor="end">${day.format(end)}</text>
</svg></figure>`;
}

const areLike = (one: Run, other: Run): boolean =>
  Math.max(one.pages, other.pages) <= LIKE_SIZE * Math.max(1, Math.min(one.pages, other.pages));
