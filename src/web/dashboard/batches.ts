import type { H3Event } from 'h3';
import { ServiceError } from '../../errors.ts';
import { wholeFile } from '../../http/multipart.ts';
import { BatchAnswer } from '../../schema/batch.ts';
import { listedIn } from '../../sites/batch-list.ts';
import { csvOfLines } from '../../sites/batch-table.ts';
import { cleanLabels, MAX_LABEL, MOST_LABELS } from '../../sites/sites.ts';
import { MAX_LIST_BYTES, MOST_ROOTS } from '../../tools/start-batch.ts';
import { forPeople } from '../home.ts';
import { markup } from '../markup.ts';
import { count } from '../report/check-views.ts';
import { comparisonPage } from './batch-comparison.ts';
import { batchesTable, batchPage } from './batch-page.ts';
import { createToolCalls, type ToolCalls } from './call-tool.ts';
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
} from './frame.ts';
import { type BatchForm, batchForm, EMPTY_BATCH } from './start-forms.ts';

const SHOWN_LINES = 200;
const RELOAD_SECONDS = 3;

type Parts = Pick<DashboardParts, 'gate' | 'layout'>;
type Results = NonNullable<BatchAnswer['results']>;

/** `/dashboard/batches`: lists of sites that are scanned, their progress and what their sites have in common. */
export function mountBatches(routing: Routing, parts: Parts): void {
  mountList(routing, parts);
  mountBatch(routing, parts);
}

const readerOf =
  ({ callOnAnyPlan }: ToolCalls) =>
  async (event: { req: Request }, member: Member, input: Record<string, unknown>): Promise<BatchAnswer> =>
    BatchAnswer.parse(await callOnAnyPlan(event, member, 'get_batch', input));

/** The batches of the account, and a form for another. */
function mountList({ memberPage, memberUpload }: Routing, { gate, layout }: Parts): void {
  const calls = createToolCalls(gate);
  const { call } = calls;
  const read = readerOf(calls);

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
}

const idIn = ({ context }: H3Event): string => context.params?.id ?? '';

/** One batch: its page, another beside it, its end and its files. */
function mountBatch({ memberPage, memberForm }: Routing, { gate, layout }: Parts): void {
  const calls = createToolCalls(gate);
  const { callOnAnyPlan } = calls;
  const read = readerOf(calls);

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
