import type { H3Event } from 'h3';
import { ServiceError } from '../../errors.ts';
import { wholeFile } from '../../http/multipart.ts';
import { type Batch, BatchAnswer } from '../../schema/batch.ts';
import { listedIn } from '../../sites/batch-list.ts';
import type { ShownLine } from '../../sites/batch-results.ts';
import { csvOfLines } from '../../sites/batch-table.ts';
import { cleanLabels, MAX_LABEL, MOST_LABELS } from '../../sites/sites.ts';
import { MAX_LIST_BYTES, MOST_ROOTS } from '../../tools/start-batch.ts';
import { ratedScore, stackedBar } from '../charts.ts';
import { forPeople } from '../home.ts';
import { type Content, type Markup, markup } from '../markup.ts';
import { count, pluralize, shortDate } from '../report/check-views.ts';
import { compareForm, comparisonPage } from './batch-comparison.ts';
import { createToolCalls } from './call-tool.ts';
import {
  attachment,
  CSV_TYPE,
  type DashboardParts,
  fault,
  inside,
  JSON_TYPE,
  type Member,
  PATHS,
  type Routing,
  seeOther,
  tokenField,
} from './frame.ts';
import { type BatchForm, batchForm, EMPTY_BATCH } from './start-forms.ts';

const SHOWN_LINES = 200;
const RELOAD_SECONDS = 3;

type Parts = Pick<DashboardParts, 'gate' | 'layout'>;
type Results = NonNullable<BatchAnswer['results']>;

/** `/dashboard/batches`: lists of sites that are scanned, their progress and what their sites have in common. */
export function mountBatches({ memberPage, memberForm, memberUpload }: Routing, { gate, layout }: Parts): void {
  const { call, callOnAnyPlan } = createToolCalls(gate);
  const read = async (event: { req: Request }, member: Member, input: Record<string, unknown>) =>
    BatchAnswer.parse(await callOnAnyPlan(event, member, 'get_batch', input));

  const list = async (
    event: { req: Request },
    member: Member,
    { written = EMPTY_BATCH, message, status = 200 }: { written?: BatchForm; message?: string; status?: number } = {},
  ): Promise<Response> => {
    const { account, formToken } = member;
    const isFree = account.plan === 'free';
    const { batches } = await read(event, member, {});
    const main = markup`<div class="flow"><h1>Batches</h1>
<p class="soft">A batch scans a list of sites, as your limits allow, and shows what many of them lack.</p></div>
${fault(message)}
<div class="section">${isFree ? markup`<p>Batches need a Pro plan; this account is on the Free plan. <code>legible scan --sites</code> on your machine needs none.</p>` : batchForm(formToken, written)}</div>
${batches.length > 0 && markup`<section class="section" aria-labelledby="batches"><h2 id="batches">Your batches</h2>${batchesTable(batches)}</section>`}`;
    return inside(layout, { account, formToken }, { path: PATHS.batches, title: 'Batches', status }, main);
  };

  memberPage(PATHS.batches, (event, member) => list(event, member));
  memberUpload(
    PATHS.batches,
    async (event, member, { fields, file }) => {
      const field = (name: string) => (fields.get(name) ?? '').trim();
      const written = {
        list: field('list'),
        pageLimit: field('pageLimit'),
        labels: field('labels'),
        watch: field('watch'),
      };
      try {
        const sent = await wholeFile(file, MAX_LIST_BYTES, TOO_LARGE);
        const urls = listedIn(`${written.list}\n${new TextDecoder().decode(sent)}`);
        if (urls.length === 0)
          throw new ServiceError('invalid_request', 'The list names no site. Write one URL a line.');
        if (urls.length > MOST_ROOTS)
          throw new ServiceError(
            'invalid_request',
            `The list names ${count(urls.length)} sites, and a batch scans at most ${count(MOST_ROOTS)}.`,
          );
        const { id } = await call(event, member, 'start_batch', {
          urls,
          pageLimit: Number(written.pageLimit),
          labels: labelsIn(written.labels),
          ...(written.watch === '' ? {} : { watch: written.watch }),
        });
        return seeOther(`${PATHS.batches}/${String(id)}`);
      } catch (error) {
        if (!(error instanceof ServiceError)) throw error;
        const page = await list(event, member, { written, message: forPeople(error), status: error.status });
        // The rest of the file is not read, so that nothing else can be asked on this connection.
        page.headers.set('connection', 'close');
        return page;
      }
    },
    MAX_LIST_BYTES,
  );

  const idIn = ({ context }: H3Event): string => context.params?.id ?? '';

  memberPage(`${PATHS.batches}/:id`, async (event, member) => {
    const cursor = /^\d{1,4}$/.exec(event.url.searchParams.get('cursor') ?? '')?.[0];
    const { batches, results } = await read(event, member, {
      id: idIn(event),
      limit: SHOWN_LINES,
      ...(cursor === undefined ? {} : { cursor }),
    });
    const [batch] = batches;
    if (batch === undefined || results === undefined) throw new Error('a batch that was found is not there');
    const isRunning = batch.status === 'running';
    const { batches: others } = await read(event, member, {});
    return inside(
      layout,
      member,
      {
        path: PATHS.batches,
        title: 'A batch',
        ...(isRunning ? { scripts: ['live.js'], head: RELOAD } : {}),
      },
      batchPage({
        formToken: member.formToken,
        batch,
        results,
        others,
        isFirstPage: cursor === undefined || cursor === '0',
      }),
    );
  });
  memberPage(`${PATHS.batches}/:id/compare`, async (event, member) => {
    const other = event.url.searchParams.get('with') ?? '';
    if (other === '') throw new ServiceError('invalid_request', 'Choose the batch to compare with.');
    const { batches, comparison } = await read(event, member, { id: idIn(event), with: other });
    const [batch] = batches;
    if (batch === undefined || comparison === undefined) throw new Error('two batches that were found are not there');
    return inside(layout, member, { path: PATHS.batches, title: 'Two batches' }, comparisonPage(batch, comparison));
  });
  memberForm(`${PATHS.batches}/:id/cancel`, async (event, member) => {
    const id = idIn(event);
    await callOnAnyPlan(event, member, 'cancel_scan', { id }).catch((error: unknown) => {
      // The page says that it has ended.
      if (!(error instanceof ServiceError) || error.code !== 'already_ended') throw error;
    });
    return seeOther(`${PATHS.batches}/${id}`);
  });

  const whole = async (event: H3Event, member: Member): Promise<Results> => {
    const { results } = await read(event, member, { id: idIn(event), limit: MOST_ROOTS });
    if (results === undefined) throw new Error('a batch that was found has no results');
    return results;
  };
  memberPage(`${PATHS.batches}/:id/table.csv`, async (event, member) =>
    attachment(csvOfLines((await whole(event, member)).lines), CSV_TYPE, 'legible-batch.csv'),
  );
  memberPage(`${PATHS.batches}/:id/table.json`, async (event, member) =>
    attachment(JSON.stringify(await whole(event, member), null, 2), JSON_TYPE, 'legible-batch.json'),
  );
}

/** The labels of the form as they are kept. @throws ServiceError invalid_request for more or others than a site may have */
function labelsIn(text: string): string[] {
  const written = text
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');
  const isFit = written.every((each) => each.length <= MAX_LABEL && cleanLabels([each]).length === 1);
  const labels = isFit ? cleanLabels(written) : [];
  if (!isFit || labels.length > MOST_LABELS)
    throw new ServiceError(
      'invalid_request',
      `Write at most ${MOST_LABELS} labels of 1 to ${MAX_LABEL} visible characters, with commas between them.`,
    );
  return labels;
}

/** Where no script brings the page up to date. */
const RELOAD = markup`<noscript><meta http-equiv="refresh" content="${RELOAD_SECONDS}"></noscript>
`;

/** Of a list. */
const TOO_LARGE = `The file is larger than ${MAX_LIST_BYTES / 1_000_000} MB.`;

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

const batchesTable = (
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

function batchPage({ formToken, batch, results, others, isFirstPage }: BatchPage): Markup {
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
