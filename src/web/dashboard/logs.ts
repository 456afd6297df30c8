import { sessionCaller } from '../../auth/sign-in.ts';
import { ServiceError } from '../../errors.ts';
import { LOG_WRITERS } from '../../logs/formats/formats.ts';
import type { KeptLog } from '../../scans/log-reports.ts';
import { callForAnswer } from '../../tools/gate.ts';
import { forPeople } from '../home.ts';
import { logView } from '../logs/log-view.ts';
import { type Markup, markup } from '../markup.ts';
import { count, shortDate } from '../report/check-views.ts';
import { type DashboardParts, fault, inside, type Member, PATHS, type Routing, seeOther, tokenField } from './frame.ts';

const SHOWN = 100;

type Parts = Pick<DashboardParts, 'gate' | 'layout' | 'logReports'>;

/** `/dashboard/logs`: reads an access log that is uploaded, and shows the summaries so far. */
export function mountLogs(
  { memberPage, memberForm, memberUpload }: Routing,
  { gate, layout, logReports }: Parts,
): void {
  const list = async (member: Member, since: string, message?: string, status = 200): Promise<Response> => {
    const { account, formToken } = member;
    const kept = await logReports.list(account.id, { limit: SHOWN });
    const main = logsPage({ formToken, isFree: account.plan === 'free', kept, since, message });
    return inside(layout, { account, formToken }, { path: PATHS.logs, title: 'Access logs', status }, main);
  };
  const find = async ({ account }: Member, id: string): Promise<KeptLog> => {
    const kept = await logReports.find(account.id, id);
    if (kept === undefined) throw new ServiceError('not_found', 'There is no such summary, or it was deleted.');
    return kept;
  };

  memberPage(PATHS.logs, (_event, member) => list(member, ''));
  memberUpload(PATHS.logs, async (event, member, { fields, file }) => {
    const since = (fields.get('since') ?? '').trim();
    try {
      const { output } = await callForAnswer(gate, {
        tool: 'read_log',
        input: since === '' ? {} : { since },
        caller: sessionCaller(member.account),
        request: event.req,
        upload: { chunks: file, coding: undefined },
      });
      return seeOther(`${PATHS.logs}/${String(output.id)}`);
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      const page = await list(member, since, forPeople(error), error.status);
      // The rest of the file is not read, so that nothing else can be asked on this connection.
      page.headers.set('connection', 'close');
      return page;
    }
  });

  memberPage(`${PATHS.logs}/:id`, async ({ context }, member) => {
    const { id, createdAt, report } = await find(member, context.params?.id ?? '');
    const main = markup`<div class="flow"><h1>Agents in the access log</h1><p class="soft small">Read ${shortDate(createdAt)} UTC. The log itself was not stored.</p></div>
${logView(report)}
<form method="post" action="${PATHS.logs}/${id}/delete" class="section">${tokenField(member.formToken)}<button type="submit" class="button danger small">Delete this summary</button></form>`;
    return inside(layout, member, { path: PATHS.logs, title: 'Access log' }, main);
  });
  memberForm(`${PATHS.logs}/:id/delete`, async ({ context }, { account }) => {
    await logReports.remove(account.id, context.params?.id ?? '');
    return seeOther(PATHS.logs);
  });
}

interface LogsPage {
  readonly formToken: string;
  readonly isFree: boolean;
  readonly kept: readonly KeptLog[];
  readonly since: string;
  readonly message: string | undefined;
}

const logsPage = ({ formToken, isFree, kept, since, message }: LogsPage): Markup => markup`
<div class="flow"><h1>Access logs</h1>
<p class="soft">Upload the access log of your server to see which agents came, whether any were refused, what they read, and what to change. Lines of people are counted and dropped. Only the summary is kept.</p></div>
${fault(message)}
<div class="section">${isFree ? markup`<p>Reading logs needs a Pro plan; this account is on the Free plan. <code>legible logs</code> on your machine needs none.</p>` : uploadForm(formToken, since)}</div>
${kept.length > 0 && markup`<section class="section" aria-labelledby="summaries"><h2 id="summaries">Your summaries</h2><ul class="plain stack">${kept.map(keptLine)}</ul></section>`}`;

const uploadForm = (
  formToken: string,
  since: string,
): Markup => markup`<form method="post" action="${PATHS.logs}" enctype="multipart/form-data" class="card stack">${tokenField(formToken)}
<div class="field"><label for="since">Only requests since (optional)</label><input type="text" id="since" name="since" value="${since}" maxlength="40" placeholder="30d, or 2026-11-01" autocomplete="off"></div>
<div class="field"><label for="file">Access log</label><input type="file" id="file" name="file" required>
<p class="soft small">Plain or gzip, at most 200 MB. Recognised are logs of ${LOG_WRITERS.join(', ')}.</p></div>
<button type="submit" class="button">Read the log</button>
</form>`;

const keptLine = ({ id, createdAt, report: { lines, period } }: KeptLog): Markup =>
  markup`<li><a href="${PATHS.logs}/${id}">${period === null ? shortDate(createdAt) : `${period.from.slice(0, 10)} to ${period.to.slice(0, 10)}`}</a>: ${count(lines.agents)} of ${count(lines.requests)} requests were by agents</li>`;
