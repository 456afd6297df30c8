/** The requests of one scan, and the ledger in which each is noted. */

import { createHash } from 'node:crypto';
import { defined } from '../../basics/defined.ts';
import type { FetchFailure, PrivateHostPermit, Probe } from '../model/http.ts';
import type { TrafficArtifact } from '../model/site.ts';
import { type ChallengeKind, detectChallenge } from '../parse/html/bot-challenge.ts';
import { looksLikeHtml } from '../parse/html/rough-html.ts';
import { decodeBody } from '../parse/http-headers/charset.ts';
import { nearlyEqual } from '../parse/text/compare-text.ts';
import type { Fetcher, FetchRequest, FetchResult, RequestProfile } from './fetch-types.ts';
import { type HostThrottle, penaltyOf } from './host-throttle.ts';

/** A 2xx the site gave for a name that cannot exist: whatever looks like it is absent too. */
export interface ControlBody {
  readonly url: string;
  readonly text: string;
}

export interface PageFetch {
  readonly result: FetchResult;
  readonly challenge: ChallengeKind | undefined;
  /** The final answer is an HTML document. */
  readonly isHtml: boolean;
}

/** One scan's requests: throttled by host, permitted as the scan is, noted in its ledger. */
export interface SiteClient {
  /** A page under our own name: what S7 counts. Asked patiently, and cut where it is larger than a page should be. */
  page(url: string): Promise<PageFetch>;
  /** As `probe`, but a 429, a 503 or a dropped connection is tried again after a pause, and a late answer is waited for. */
  patiently(request: FetchRequest): Promise<FetchResult>;
  /** Anything else, for the client's own purpose. */
  probe(request: FetchRequest): Promise<FetchResult>;
  /** A page as another agent asks for it, or a file once more, apart from the fixed probes. */
  look(request: FetchRequest): Promise<FetchResult>;
  /**
   * A text file at a known place, compared with the negative control; `accept` is sent as that header. Asked for again, after
   * the pause, where the answer is 429 or 503.
   */
  file(url: string, options?: { maxBytes?: number; accept?: string; timeoutMs?: number }): Promise<Probe>;
  /** Later files are compared with these. */
  useControls(controls: readonly ControlBody[]): void;
  /** Later requests, and redirects, to what `mayFetch` forbids fail with the code `robots` and are not sent. */
  useRobots(mayFetch: (url: string) => boolean): void;
  mayFetch(url: string): boolean;
  /** Requests that are left to `probe` and `file`; without any they fail with the code `timeout` and are not sent. */
  readonly left: number;
  /** Set once the host of the address asked for pause after pause, or for a long one: it is asked for nothing more in this scan. */
  limitOf(url: string): HostLimit | undefined;
}

/** The answer with which a host ended the requests of a scan. */
export interface HostLimit {
  /** 429 or 503. */
  readonly status: number;
  /** A pause longer than a scan waits, and its end since 1970, in milliseconds; undefined where shorter ones did not help. */
  readonly retry: { readonly afterMs: number; readonly atMs: number } | undefined;
}

export interface SiteClientParts {
  readonly fetcher: Fetcher;
  readonly throttle: HostThrottle;
  readonly ledger: RequestLedger;
  /** What `probe` and `file` are noted as. */
  readonly purpose: RequestPurpose;
  readonly permit: PrivateHostPermit | undefined;
  readonly profile?: RequestProfile | undefined;
  /** Once aborted, every request fails with the code `timeout`, also those that wait for a permit. */
  readonly signal: AbortSignal;
}

const PAGE_ACCEPT = 'text/html,*/*';
/** Of a page that ends: a byte more than P6 lets pass is kept. A larger page may never end. */
export const PAGE_BYTES = { maxBytes: 20_000_000, keepBytes: 5_000_001 };
/** How long an answer is waited for that did not come in the usual time. A server that starts on demand takes half a minute. */
export const LONG_WAIT_MS = 40_000;
/** Long waits in vain, after which a scan waits no longer for any page. */
const MAX_VAIN_WAITS = 3;
const CHALLENGE_SAMPLE = 40 * 1024;

export function createSiteClient({
  fetcher,
  throttle,
  ledger,
  purpose,
  permit,
  profile,
  signal,
}: SiteClientParts): SiteClient {
  const controls = createControls();
  let mayFetch: (url: string) => boolean = () => true;

  async function send(request: FetchRequest, as: RequestPurpose): Promise<PageFetch> {
    if (!mayFetch(request.url)) return notSent(request.url, FORBIDDEN);
    if (!ledger.take(as)) return notSent(request.url, ENOUGH);
    const host = hostOf(request.url);
    const ask = async (): Promise<PageFetch> => {
      if (ledger.limitOf(host) !== undefined) return notSent(request.url, LIMITED);
      const note = ledger.send(request.url, as);
      const result = await fetcher.fetch(
        { mayFollow: (to) => (mayFetch(to.href) ? undefined : FORBIDDEN), ...request },
        { signal, ...defined({ permit, profile }) },
      );
      const seen = inspect(result);
      note(result, seen.challenge);
      const penalty = penaltyOf(result);
      if (penalty !== undefined)
        ledger.paused(host, { ...penalty, pauseMs: throttle.penalise(host, penalty), nowMs: Date.now() });
      else if (result.ok) ledger.served(host);
      return seen;
    };
    if (ledger.limitOf(host) !== undefined) return notSent(request.url, LIMITED);
    try {
      return await throttle.run(host, ask, signal);
    } catch (error) {
      if (!signal.aborted) throw error;
      return notSent(request.url, TOO_LATE);
    }
  }

  /** The request once more after its pause; the first answer where the host is asked no more. */
  const again = async (first: PageFetch, request: FetchRequest, as: RequestPurpose): Promise<PageFetch> =>
    ledger.limitOf(hostOf(request.url)) === undefined ? send(request, as) : first;

  let vainWaits = 0;
  async function sendPatiently(request: FetchRequest, as: RequestPurpose): Promise<PageFetch> {
    const first = await send(request, as);
    const { result } = first;
    const failure = result.ok ? undefined : result.failure.code;
    // A dropped connection is often only a keep-alive that ended; the second try tells.
    if (penaltyOf(result) !== undefined) return again(first, request, as);
    if (failure === 'reset') return send(request, as);
    if (
      failure !== 'timeout' ||
      signal.aborted ||
      vainWaits >= MAX_VAIN_WAITS ||
      ledger.limitOf(hostOf(request.url)) !== undefined
    )
      return first;
    const second = await send({ ...request, timeoutMs: LONG_WAIT_MS }, as);
    if (!second.result.ok) vainWaits += 1;
    return second;
  }

  return {
    page: (url) => sendPatiently({ url, headers: { accept: PAGE_ACCEPT }, ...PAGE_BYTES }, 'page'),
    async patiently(request) {
      return (await sendPatiently(request, purpose)).result;
    },
    async look(request) {
      return (await send(request, 'look')).result;
    },
    async probe(request) {
      return (await send(request, purpose)).result;
    },
    async file(url, { accept, ...limits } = {}) {
      const request = { url, ...limits, ...(accept === undefined ? {} : { headers: { accept } }) };
      const first = await send(request, purpose);
      const { result, isHtml } = penaltyOf(first.result) === undefined ? first : await again(first, request, 'look');
      if (!result.ok) return { answered: false, url, hops: result.hops, failure: result.failure };
      const { answer, body } = result;
      const { text, validUtf8 } = decodeBody(body, answer.headers['content-type']);
      const isSuccess = answer.status >= 200 && answer.status <= 299;
      const isControl = isSuccess && controls.has({ text, url });
      return { answered: true, ...answer, text, bodyBytes: body.length, validUtf8, isHtml, isControl };
    },
    useControls: controls.use,
    useRobots(rule) {
      mayFetch = rule;
    },
    mayFetch: (url) => mayFetch(url),
    get left() {
      return ledger.left(purpose);
    },
    limitOf: (url) => ledger.limitOf(hostOf(url)),
  };
}

const hostOf = (url: string): string => new URL(url).host;

function inspect(result: FetchResult): PageFetch {
  if (!result.ok) return { result, challenge: undefined, isHtml: false };
  const { status, headers, contentType } = result.answer;
  const { text } = decodeBody(result.body.subarray(0, CHALLENGE_SAMPLE), headers['content-type']);
  const isHtml = looksLikeHtml(text, contentType);
  const body = result.body.length > CHALLENGE_SAMPLE ? text.padEnd(CHALLENGE_SAMPLE) : text;
  return { result, challenge: detectChallenge({ status, headers, body, isHtml }), isHtml };
}

const FORBIDDEN: FetchFailure = { code: 'robots', message: 'robots.txt forbids our bot to read it' };
const ENOUGH: FetchFailure = { code: 'timeout', message: 'the scan had asked for as much as one scan may' };
const LIMITED: FetchFailure = {
  code: 'timeout',
  message: 'the site answered 429 or 503 and asked for longer pauses than a scan can make',
};
const TOO_LATE: FetchFailure = { code: 'timeout', message: 'the scan ended before it could be asked for' };

function notSent(url: string, failure: FetchFailure): PageFetch {
  return { result: { ok: false, url, hops: [], failure }, challenge: undefined, isHtml: false };
}

/** What the site answers for names that cannot exist. */
function createControls() {
  let controls: readonly (ControlBody & { readonly hash: string })[] = [];
  return {
    use(bodies: readonly ControlBody[]): void {
      controls = bodies.map((body) => ({ ...body, hash: hashOf(body.text) }));
    },
    /** Whether a body is one of them, or nearly. */
    has(body: ControlBody): boolean {
      const hash = hashOf(body.text);
      return controls.some((control) => control.hash === hash || nearlyEqual(body, control));
    },
  };
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url');

/**
 * 'page': a page of the site under our own user agent, the only one that counts as traffic. 'twin': its Markdown
 * version. 'origin': what tells where a site on a private host is published. 'sitemap': a file of the sitemap. 'link': what the site's own files and pages lead to. 'action': what tests the actions that the site offers. 'browser': what pages ask for in a browser. 'look': a page as imitated agents get it, and repeated requests. 'probe': everything
 * else, at places that we choose.
 */
export type RequestPurpose = 'page' | 'twin' | 'origin' | 'sitemap' | 'link' | 'action' | 'browser' | 'look' | 'probe';

/** Requests in one scan, whatever the size of the site (catalogue, section 2). A redirect that is followed is none. */
const LIMITS: Readonly<Record<RequestPurpose, number>> = {
  page: Infinity,
  twin: Infinity,
  origin: 20,
  sitemap: Infinity,
  link: 60,
  action: 12,
  browser: Infinity,
  look: 20,
  probe: 40,
};

/** Pauses in a row with no other answer between them, and of all in milliseconds, that one scan goes through for a host. */
const MAX_PAUSES = 5;
const MAX_PAUSED_MS = 120_000;

interface LedgerEntry {
  readonly url: string;
  readonly purpose: RequestPurpose;
  /** What came of it; undefined while it is under way, and for ever when it was given up. */
  readonly outcome:
    | {
        readonly status: number;
        readonly retryAfterPresent: boolean;
        readonly challenge: ChallengeKind | undefined;
      }
    | { readonly failureCode: FetchFailure['code'] }
    | undefined;
}

interface AskedPause {
  readonly status: number;
  readonly pauseMs: number;
  readonly retryAfterMs?: number;
  readonly nowMs: number;
}

/** The requests of one scan. */
export interface RequestLedger {
  /**
   * Reserves one of the remaining requests for a purpose, before it waits for a permit, so that timing does not choose
   * the requests; false when none is left.
   */
  take(purpose: RequestPurpose): boolean;
  left(purpose: RequestPurpose): number;
  /**
   * Notes a request at the moment it is sent, which fixes its place; answers the function that notes its result
   * (and the bot challenge recognised in it).
   */
  send(url: string, purpose: RequestPurpose): (result: FetchResult, challenge?: ChallengeKind) => void;
  /**
   * Notes that a host asked for a pause. Times in milliseconds.
   * @param pause `pauseMs` is the pause that it began, 0 where one was under way; `retryAfterMs` what the host asked for
   */
  paused(host: string, pause: AskedPause): void;
  /** Notes that a host gave any other answer. */
  served(host: string): void;
  /** Set once it asked for pause after pause and gave nothing in between, or for more than a scan can wait. */
  limitOf(host: string): HostLimit | undefined;
  /** In the order they were sent. */
  readonly entries: readonly LedgerEntry[];
  /** Requests answered or failed, each redirect followed counting as one more; bytes of decoded bodies. */
  readonly totals: { readonly requests: number; readonly bytes: number };
}

/** @param onBytes called with the bytes of all decoded bodies after each */
export function createLedger(onBytes: (bytes: number) => void = () => undefined): RequestLedger {
  const entries: LedgerEntry[] = [];
  const left = { ...LIMITS };
  const pauses = new Map<string, { inARow: number; ms: number }>();
  const limits = new Map<string, HostLimit>();
  let requests = 0;
  let bytes = 0;
  return {
    take(purpose) {
      if (left[purpose] === 0) return false;
      left[purpose] -= 1;
      return true;
    },
    left: (purpose) => left[purpose],
    paused(host, { status, pauseMs, retryAfterMs, nowMs }) {
      const { inARow, ms } = pauses.get(host) ?? { inARow: 0, ms: 0 };
      const now = { inARow: inARow + (pauseMs > 0 ? 1 : 0), ms: ms + pauseMs };
      pauses.set(host, now);
      const isLong = retryAfterMs !== undefined && retryAfterMs > MAX_PAUSED_MS;
      if (isLong) limits.set(host, { status, retry: { afterMs: retryAfterMs, atMs: nowMs + retryAfterMs } });
      else if (now.inARow > MAX_PAUSES || now.ms > MAX_PAUSED_MS) limits.set(host, { status, retry: undefined });
    },
    served(host) {
      const { ms = 0 } = pauses.get(host) ?? {};
      if (ms > 0) pauses.set(host, { inARow: 0, ms });
    },
    limitOf: (host) => limits.get(host),
    send(url, purpose) {
      const place = entries.push({ url, purpose, outcome: undefined }) - 1;
      return (result, challenge) => {
        requests += 1 + (result.ok ? result.answer.hops : result.hops).length;
        if (result.ok) bytes += result.body.length;
        entries[place] = { url, purpose, outcome: outcomeOf(result, challenge) };
        if (result.ok) onBytes(bytes);
      };
    },
    entries,
    get totals() {
      return { requests, bytes };
    },
  };
}

function outcomeOf(result: FetchResult, challenge: ChallengeKind | undefined): LedgerEntry['outcome'] {
  if (!result.ok) return { failureCode: result.failure.code };
  const { status, headers } = result.answer;
  return { status, retryAfterPresent: headers['retry-after'] !== undefined, challenge };
}

type Blocked = TrafficArtifact['blocked'][number];

/**
 * The page requests that came to an end, and those the site blocked (catalogue, S7).
 * @param limit with which the site ended the scan's requests
 */
export function traffic({ entries }: Pick<RequestLedger, 'entries'>, limit?: HostLimit): TrafficArtifact {
  const pages = entries.filter(({ purpose, outcome }) => purpose === 'page' && outcome !== undefined);
  const blocked = pages.flatMap((entry, position): Blocked[] => {
    const kind = blockKindOf(entry.outcome);
    if (kind === undefined) return [];
    const retryAfter = entry.outcome !== undefined && 'status' in entry.outcome && entry.outcome.retryAfterPresent;
    return [{ position, url: entry.url, kind, retryAfter }];
  });
  if (limit === undefined) return { pageRequests: pages.length, blocked };
  const turned = entries.findIndex(
    ({ outcome }) => outcome !== undefined && 'status' in outcome && outcome.status === limit.status,
  );
  const answered = turned < 0 ? entries.length : turned;
  return { pageRequests: pages.length, blocked, limit: { status: limit.status, answered } };
}

/** A sign-in (401, a redirect to a form) is no block. A challenge says more than the 403 or 503 it came with. */
function blockKindOf(outcome: LedgerEntry['outcome']): Blocked['kind'] | undefined {
  if (outcome === undefined) return undefined;
  if ('failureCode' in outcome) return outcome.failureCode === 'reset' ? 'reset' : undefined;
  if (outcome.status === 429) return 'too-many-requests';
  if (outcome.challenge !== undefined) return 'challenge';
  return outcome.status === 403 ? 'forbidden' : undefined;
}
