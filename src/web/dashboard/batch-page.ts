import type { Batch, BatchAnswer } from '../../schema/batch.ts';
import type { ShownLine } from '../../sites/batch-results.ts';
import { ratedScore, stackedBar } from '../charts.ts';
import { type Content, type Markup, markup } from '../markup.ts';
import { count, pluralize, shortDate } from '../report/check-views.ts';
import { compareForm } from './batch-comparison.ts';
import { PATHS, tokenField } from './frame.ts';

type Results = NonNullable<BatchAnswer['results']>;

const STATUS_WORDS: Record<Batch['status'], string> = {
  running: 'running',
  completed: 'done',
  cancelled: 'cancelled',
};

/** Of how many lines have come to an end, with a score or without one. */
const PROGRESS_WORDS: Record<Batch['status'], string> = {
  running: 'so far',
  completed: 'processed',
  cancelled: 'processed, then cancelled',
};

/** Lines that have ended, whatever came of them. */
const endedOf = ({ lines, counts }: Batch): number => lines - counts.waiting - counts.running;

export const batchesTable = (
  batches: readonly Batch[],
): Markup => markup`<div class="table-scroll" role="group" aria-labelledby="batches" tabindex="0"><table class="level">
<thead><tr><th scope="col">Started (UTC)</th><th scope="col">State</th><th scope="col" class="num">Lines</th><th scope="col" class="num">With a score</th><th scope="col">Labels</th></tr></thead>
<tbody>${batches.map(
  (batch) =>
    markup`<tr><th scope="row" class="when"><a href="${PATHS.batches}/${batch.id}">${shortDate(batch.createdAt)}</a></th><td>${STATUS_WORDS[batch.status]}</td><td class="num">${count(batch.lines)}</td><td class="num">${count(batch.counts.completed)}</td><td>${batch.labels.join(', ')}</td></tr>`,
)}</tbody></table></div>`;

interface BatchPage {
  readonly formToken: string;
  readonly batch: Batch;
  readonly results: Results;
  /** Those of the account, this one too. */
  readonly others: readonly Batch[];
  readonly isFirstPage: boolean;
}

export function batchPage({ formToken, batch, results, others, isFirstPage }: BatchPage): Markup {
  const { id, status, createdAt, lines, pageLimit, labels, watch } = batch;
  const path = `${PATHS.batches}/${id}`;
  return markup`<div class="flow"><p class="small"><a href="${PATHS.batches}">All batches</a></p>
<h1>A batch of ${pluralize(lines, 'line')}</h1>
<p class="soft">Started ${shortDate(createdAt)} UTC, at most ${pluralize(pageLimit, 'page')} a site${labels.length > 0 && `, labels ${labels.join(', ')}`}${watch !== null && `, each watched ${watch}`}</p></div>
<div data-live="${status === 'running' && `${path}${isFirstPage ? '' : `?cursor=${(results.lines[0]?.line ?? 1) - 1}`}`}">
${progressOf(batch, formToken)}
${faultsSection('some', 'What to fix over all sites', results.telling, results.lines)}
${faultsSection('every', 'What every site lacks', results.common, results.lines)}
<section class="section" aria-labelledby="lines"><div class="above-fixes"><h2 id="lines">Sites</h2>
<p class="small">Export: <a href="${path}/table.csv" download>CSV</a> · <a href="${path}/table.json" download>JSON</a></p></div>
${linesTable(results.lines)}
${(!isFirstPage || results.nextCursor !== undefined) && markup`<p class="pager">${!isFirstPage && markup`<a href="${path}">First sites</a>`} ${results.nextCursor !== undefined && markup`<a href="${path}?cursor=${results.nextCursor}" rel="next">More sites</a>`}</p>`}
</section></div>
${compareForm(id, others)}`;
}

function progressOf(batch: Batch, formToken: string): Markup {
  const { id, status, lines, counts, waitsUntil } = batch;
  const parts = [
    ['done', counts.completed],
    ['failed', counts.failed],
    ['refused', counts.refused],
    ['cancelled', counts.cancelled],
    [counts.duplicate === 1 ? 'duplicate' : 'duplicates', counts.duplicate],
    ['running', counts.running],
    ['waiting', counts.waiting],
  ] as const;
  const bar = stackedBar(
    [
      { tone: 'pass', count: counts.completed },
      { tone: 'fail', count: counts.failed + counts.refused },
      { tone: 'error', count: counts.cancelled + counts.duplicate },
    ],
    lines,
  );
  return markup`<section class="section card flow" aria-label="Progress">
<p role="status"><strong>${count(endedOf(batch))} of ${pluralize(lines, 'line')}</strong> ${PROGRESS_WORDS[status]}</p>
${bar}
<p class="small">${parts
    .filter(([, number]) => number > 0)
    .map(([words, number]) => `${count(number)} ${words}`)
    .join(' · ')}</p>
${status === 'running' && waitsUntil !== null && markup`<p class="note warn">Your limits let no further scan begin before ${shortDate(waitsUntil)} UTC. The rest waits for its turn.</p>`}
${status === 'running' && markup`<form method="post" action="${PATHS.batches}/${id}/cancel">${tokenField(formToken)}<button type="submit" class="button danger small">Cancel the batch</button></form>`}
</section>`;
}

const SHOWN_FAULTS = 10;

function faultsSection(
  id: string,
  title: string,
  faults: Results['telling'],
  lines: readonly ShownLine[],
): Markup | false {
  if (faults.length === 0) return false;
  const textOfLine = new Map(lines.map((each) => [each.line, each]));
  const siteOf = (line: number, at: number, examples: readonly string[]): Content => {
    const shown = textOfLine.get(line);
    if (shown === undefined) return examples[at] ?? `line ${line}`;
    return shown.shareToken === null ? shown.text : markup`<a href="/s/${shown.shareToken}">${shown.text}</a>`;
  };
  const row = ({ checkId, name, sites, of, gain, examples, lines: places }: (typeof faults)[number]) =>
    markup`<li><details id="fault-${checkId}"><summary><strong>${count(sites)} of ${count(of)}</strong> ${name} <span class="soft">${checkId}, ${gain.toFixed(1)} points together</span></summary>
<ul class="site-columns">${places.map((line, at) => markup`<li>${siteOf(line, at, examples)}</li>`)}</ul>
<p class="small"><a href="/docs/checks/${checkId}">How to fix ${checkId}</a></p></details></li>`;
  return markup`<section class="section" aria-labelledby="faults-${id}"><h2 id="faults-${id}">${title}</h2>
<p class="soft">The most points first. Open one for its sites.</p>
<ol class="faults">${faults.slice(0, SHOWN_FAULTS).map(row)}</ol></section>`;
}

const linesTable = (
  lines: readonly ShownLine[],
): Markup => markup`<div class="table-scroll" role="group" aria-labelledby="lines" tabindex="0"><table class="level batch">
<thead><tr><th scope="col" class="num">Line</th><th scope="col">Site</th><th scope="col">State</th><th scope="col" class="num">Score</th><th scope="col" class="num">Pages</th><th scope="col">First fix, or problem</th></tr></thead>
<tbody>${lines.map(
  ({ line, text, state, score, pagesScanned, shareToken, firstFix, problem }) => markup`<tr><td class="num">${line}</td>
<th scope="row" class="address">${shareToken === null ? text : markup`<a href="/s/${shareToken}">${text}</a>`}</th>
<td><span class="state ${state}">${state === 'completed' ? 'done' : state}</span></td>
<td class="num">${score === null ? '–' : ratedScore(score)}</td>
<td class="num">${pagesScanned === null ? '–' : count(pagesScanned)}</td>
<td>${firstFix !== null && markup`${firstFix.name} <span class="soft">+${firstFix.gain.toFixed(1)}</span>`}${firstFix !== null && problem !== null && markup`<br>`}${problem !== null && markup`<span class="soft">${problem}</span>`}</td></tr>`,
)}</tbody></table></div>`;
