import { defined } from '../../basics/defined.ts';
import { PAGE_CHECKS } from '../checks/catalogue.ts';
import { type CheckOf, isOfOnePage, runChecks } from '../checks/run.ts';
import { MAX_ELEMENTS } from '../crawl/audit-sample.ts';
import { createMarkdownPlan, type MarkdownPlan } from '../crawl/markdown-twin.ts';
import { completePage, leadsToOtherFile } from '../crawl/read-page.ts';
import { forbiddenToken } from '../delivery/access.ts';
import { fileAs, forbiddenTo, htmlAs } from '../delivery/page-view.ts';
import { isPresent } from '../model/http.ts';
import { listingsOf } from '../model/llms-txt.ts';
import type { AccessibilityAudit } from '../model/page.ts';
import type { CheckRecord, OnCheckBug } from '../model/result.ts';
import type { PageView, ViewOutcome, ViewPage, ViewRequest } from '../model/scan.ts';
import type { Target } from '../model/site.ts';
import { createDeadline } from '../net/deadline.ts';
import type { Fetcher } from '../net/fetch-types.ts';
import type { HostThrottle } from '../net/host-throttle.ts';
import { createLedger, createSiteClient, type PageFetch, type SiteClient } from '../net/site-client.ts';
import { decodeBody } from '../parse/http-headers/charset.ts';
import { parseLlmsTxt } from '../parse/llms-txt/llms-txt.ts';
import type { Reader } from '../readers/readers.ts';
import { READERS } from '../readers/readers.ts';
import type { AccessibilityPool } from '../workers/accessibility-pool.ts';
import { isEarly, type PageVerdict, unmeasuredPage } from '../workers/page-job.ts';
import { type PagePool, PageTooHard } from '../workers/page-pool.ts';
import { openTarget } from './target.ts';

interface ViewPageParts {
  readonly fetcher: Fetcher;
  readonly throttle: HostThrottle;
  readonly pool: PagePool;
  readonly accessibility: AccessibilityPool;
  readonly onBug: OnCheckBug;
}

/** For everything: robots.txt, redirects, the page, its Markdown version, parsing. */
const VIEW_MS = 25_000;
/** Decoded, over all requests; one answer may have 5 MB. */
const MAX_BYTES = 15_000_000;
/** Each may hold some answers of that size in memory. */
const MAX_AT_ONCE = 8;
const TEXT_TYPE =
  /^(?:text\/.+|application\/(?:.+\+)?(?:json|xml|yaml)|application\/(?:x-)?(?:javascript|yaml|ndjson))$/;
/** Of a text file, the part that is decoded: more than any reader receives. */
const MAX_FILE_BYTES = 1_000_000;
const NO_MARKDOWN: MarkdownPlan = {
  for: () => ({ twins: [], asks: [], tried: false }),
  observe() {},
  settle() {},
};

/** Reads single pages with the network, manners and threads of scans. */
export function createViewPage(parts: ViewPageParts): ViewPage {
  let running = 0;
  return async (request) => {
    if (running >= MAX_AT_ONCE) return failed('busy', 'too many pages are being viewed');
    running += 1;
    const deadline = createDeadline(request.signal, VIEW_MS);
    const ledger = createLedger((bytes) => {
      if (bytes > MAX_BYTES) deadline.end(new Error(`the ${MAX_BYTES} bytes for the view are used up`));
    });
    const { url, permit, headers, userAgent } = request;
    const { origin } = new URL(url);
    const client = createSiteClient({
      fetcher: parts.fetcher,
      throttle: parts.throttle,
      ledger,
      purpose: 'probe',
      permit,
      profile: { origin, ...defined({ headers, userAgent }) },
      signal: deadline.signal,
    });
    try {
      const outcome = await viewWithin(parts, request, client, deadline.signal);
      request.signal.throwIfAborted();
      return !outcome.ok && deadline.signal.aborted ? TOO_LATE : outcome;
    } catch (thrown) {
      request.signal.throwIfAborted();
      if (deadline.signal.aborted) return TOO_LATE;
      throw thrown;
    } finally {
      running -= 1;
      deadline.clear();
    }
  };
}

const failed = (problem: Extract<ViewOutcome, { ok: false }>['problem'], reason: string): ViewOutcome => ({
  ok: false,
  problem,
  reason,
});
const TOO_LATE = failed('unreachable', `its answers took longer than ${VIEW_MS / 1000} s, or were too large`);

async function viewWithin(
  { pool, throttle, accessibility, onBug }: ViewPageParts,
  request: ViewRequest,
  client: SiteClient,
  signal: AbortSignal,
): Promise<ViewOutcome> {
  const reader = READERS.find(({ id }) => id === request.reader) ?? READERS[0];
  const opening = await openTarget(client, throttle, {
    rootUrl: request.url,
    pageLimit: 1,
    deadlineMs: VIEW_MS,
    ignoreRobots: request.ignoreRobots,
    ...defined({ permit: request.permit }),
  });
  if (!opening.ok) return failed(opening.isAnswered ? 'unreadable' : 'unreachable', opening.reason);
  const { robotsTxt } = opening;
  const target: Target = { ...opening.target, scope: `${opening.target.origin}/` };
  const fetched = await client.page(target.finalUrl);
  const { result } = fetched;
  if (!result.ok)
    return failed(result.failure.code === 'too_large' ? 'unreadable' : 'unreachable', result.failure.message);
  const { answer } = result;
  const about = { finalUrl: answer.finalUrl, status: answer.status };
  const token = request.ignoreRobots === true ? undefined : forbiddenToken(robotsTxt, reader, answer.finalUrl);
  if (leadsToOtherFile(fetched)) {
    const file = textFileOf(fetched);
    if (file === undefined)
      return failed('unreadable', `it answers with ${typeWords(answer.contentType)}, which is no text`);
    const received = token === undefined ? fileAs(reader, file) : forbiddenTo(token, answer.contentType);
    return { ok: true, view: { ...about, ...received, records: [] } };
  }
  const view = await htmlView({ pool, accessibility, onBug, client, target, fetched, reader, request, signal });
  return {
    ok: true,
    view: { ...about, ...view, ...(token === undefined ? {} : forbiddenTo(token, answer.contentType)) },
  };
}

interface HtmlParts extends Pick<ViewPageParts, 'pool' | 'accessibility' | 'onBug'> {
  readonly client: SiteClient;
  readonly target: Target;
  readonly fetched: PageFetch;
  readonly reader: Reader;
  readonly request: ViewRequest;
  readonly signal: AbortSignal;
}

async function htmlView(parts: HtmlParts): Promise<Omit<PageView, 'finalUrl' | 'status'>> {
  const { pool, client, target, fetched, reader, request, signal } = parts;
  const seeksMarkdown = reader.asksForMarkdown || request.wantsChecks === true;
  const { page, html, twin } = await completePage(
    {
      client,
      plan: seeksMarkdown ? createMarkdownPlan() : NO_MARKDOWN,
      listings: listingsOf(undefined, seeksMarkdown ? await readLlmsTxt(client, target) : undefined, target),
    },
    { url: target.finalUrl, foundBy: 'link' },
    fetched,
    0,
  );
  const job = { target, page, html, twin, wantsFacts: false, wantsMarkdown: true };
  const verdict = await pool.judge(job, signal).catch((error: unknown) => {
    if (error instanceof PageTooHard) return unmeasuredPage(page, error.message);
    throw error;
  });
  const { answer } = page.response.answered ? page.response : { answer: undefined };
  const received = htmlAs(reader, {
    status: answer?.status ?? 0,
    contentType: answer?.contentType ?? '',
    isChallenge: fetched.challenge !== undefined,
    digest: verdict.digest,
    text: verdict.text,
    markdown: verdict.markdown ?? '',
    twin:
      twin === undefined
        ? undefined
        : {
            text: decodeBody(twin.body, twin.contentTypeHeader).text,
            contentType: twin.contentTypeHeader?.split(';', 1)[0]?.trim() ?? '',
          },
  });
  const late = request.wantsChecks === true ? await lateRecords(parts, verdict, html) : [];
  return { ...received, records: [...verdict.records, ...late] };
}

const LATE_CHECKS: readonly CheckOf<'page'>[] = PAGE_CHECKS.filter(
  (check: CheckOf<'page'>) => !isEarly(check) && isOfOnePage(check),
);

/** Results that a scan has only once it has chosen the pages that axe-core audits. */
async function lateRecords(
  { accessibility: pool, fetched, target, signal, onBug }: HtmlParts,
  { digest, layout }: PageVerdict,
  html: Uint8Array | undefined,
): Promise<CheckRecord[]> {
  const { result } = fetched;
  const isAudited = html !== undefined && result.ok && layout !== undefined && layout.elementCount <= MAX_ELEMENTS;
  const accessibility: AccessibilityAudit = isAudited
    ? await pool.audit({ html, contentTypeHeader: result.answer.headers['content-type'] }, signal)
    : { kind: 'left-out', why: 'size' };
  return runChecks(LATE_CHECKS, { digest, target, accessibility }, onBug);
}

/** Of the origin alone: it tells which Markdown version the site lists for the page. */
async function readLlmsTxt(client: SiteClient, { origin }: Target) {
  const probe = await client.file(`${origin}/llms.txt`);
  return { file: isPresent(probe) ? { probe, parsed: parseLlmsTxt(probe.text) } : undefined };
}

function textFileOf({ result }: PageFetch) {
  if (!result.ok) return undefined;
  const { status, contentType, headers } = result.answer;
  if (!TEXT_TYPE.test(contentType)) return undefined;
  const { text } = decodeBody(result.body.subarray(0, MAX_FILE_BYTES), headers['content-type']);
  if (text.includes('\0')) return undefined;
  return { status, contentType, text, chars: result.body.length > MAX_FILE_BYTES ? result.body.length : text.length };
}

/** A type is third-party text: only the characters that types consist of are quoted. */
const typeWords = (contentType: string): string =>
  /^[\w.+-]{1,60}\/[\w.+-]{1,60}$/.test(contentType) ? contentType : 'a body of no known type';
