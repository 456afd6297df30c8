import type { H3, H3Event } from 'h3';
import { addressCallerOf, type Credentials } from '../../auth/admit.ts';
import { sessionCaller } from '../../auth/sign-in.ts';
import { ServiceError } from '../../errors.ts';
import { readBodyText } from '../../http/body.ts';
import { MAX_REASON } from '../../scans/result-reports.ts';
import { ResultReport } from '../../schema/scan.ts';
import { callForAnswer, type Gate } from '../../tools/gate.ts';
import { forPeople, isOfThisSite } from '../home.ts';
import type { Layout } from '../layout.ts';
import { type Markup, markup } from '../markup.ts';
import type { Visitors } from '../visitors.ts';

const PATH = '/wrong-result';
const MAX_FORM_BYTES = 32 * 1024;

/** The result that a reader calls wrong. */
interface Doubted {
  /** Share token of the scan. */
  readonly scan: string;
  readonly check: string;
  /** '' for a result of the whole site or server. */
  readonly page: string;
  readonly reason: string;
}

interface WrongResultParts {
  readonly gate: Gate;
  readonly layout: Layout;
  readonly visitors: Pick<Visitors, 'accountOf'>;
  credentialsOf(event: H3Event): Credentials;
}

/** The address of the form that reports a result as wrong. @param scan share token */
export const wrongResultHref = (scan: string, check: string, page?: string): string =>
  `${PATH}?${new URLSearchParams({ scan, check, ...(page === undefined ? {} : { page }) })}`;

/** `GET` and `POST /wrong-result`: tells the operator that a result is wrong. */
export function mountWrongResult(app: H3, { gate, layout, visitors, credentialsOf }: WrongResultParts): void {
  const page = (main: Markup, status = 200) =>
    layout(
      {
        title: 'Report a wrong result',
        description: 'Tell the operator of this service that a result of a report is wrong.',
        isIndexed: false,
        section: 'scan',
        status,
        headers: { 'cache-control': 'private, no-store', vary: 'Cookie' },
      },
      main,
    );

  app.get(PATH, (event) => page(reportForm(doubted(event.url.searchParams))));
  app.post(PATH, async (event) => {
    const given = doubted(new URLSearchParams(await readBodyText(event.req, MAX_FORM_BYTES)));
    if (!isOfThisSite(event.req)) return page(reportForm(given, 'Send the report from this page.'), 403);
    const account = await visitors.accountOf(event);
    const isMember = account !== undefined && account.plan !== 'free';
    try {
      const { output } = await callForAnswer(gate, {
        tool: 'report_result',
        input: {
          id: given.scan,
          checkId: given.check,
          ...(given.page === '' ? {} : { page: given.page }),
          reason: given.reason,
        },
        caller: isMember ? sessionCaller(account) : addressCallerOf(credentialsOf(event)),
        request: event.req,
      });
      return page(thanks(ResultReport.parse(output)), 201);
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      const response = page(reportForm(given, forPeople(error)), error.status);
      if (error.retryAfterSeconds !== undefined) response.headers.set('retry-after', String(error.retryAfterSeconds));
      return response;
    }
  });
}

function doubted(fields: URLSearchParams): Doubted {
  const field = (name: string, max: number) => (fields.get(name) ?? '').trim().slice(0, max);
  // One more than is accepted, so that the tool reports a text that is too long, instead of cutting it silently.
  return {
    scan: field('scan', 65),
    check: field('check', 11),
    page: field('page', 2001),
    reason: field('reason', MAX_REASON + 1),
  };
}

const reportForm = (
  { scan, check, page, reason }: Doubted,
  fault?: string,
): Markup => markup`<div class="flow"><p class="eyebrow">Check ${check}</p>
<h1>Report a wrong result</h1>
<p class="soft">The operator of this service gets the result, its evidence and what you write. The report and its score stay as they are.</p></div>
<form class="card flow" method="post" action="${PATH}">
<input type="hidden" name="scan" value="${scan}"><input type="hidden" name="check" value="${check}"><input type="hidden" name="page" value="${page}">
${page !== '' && markup`<p>On <span class="address">${page}</span></p>`}
<div class="field"><label for="reason">Why is it wrong, and how can one see that?</label>
<textarea id="reason" name="reason" rows="6" maxlength="${MAX_REASON}" required${
  fault !== undefined && markup` aria-invalid="true" aria-describedby="reason-fault"`
}>${reason}</textarea>
${fault !== undefined && markup`<p class="fault" id="reason-fault" role="alert">${fault}</p>`}</div>
<button type="submit" class="button">Send the report</button>
</form>`;

const thanks = ({
  id,
  checkId,
}: ResultReport): Markup => markup`<div class="flow"><p class="eyebrow">Check ${checkId}</p>
<h1>Thank you</h1>
<p>The operator finds your report under <code>${id}</code>. The result stays in the scan until the check is fixed and the site scanned again.</p></div>`;
