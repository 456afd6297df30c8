import type { FetchFailure, Probe } from '../artifacts.ts';
import { looksLikePage } from '../crawl/frontier.ts';
import type { LlmsLink } from '../llms-txt-artifacts.ts';
import type { FetchResult } from '../net/fetch-types.ts';
import { detectChallenge } from '../parse/challenge.ts';

const TEXT_URL = /\.(?:md|mdx|markdown|txt)$/i;
const TEXT_TYPES = new Set(['text/markdown', 'text/x-markdown', 'text/plain', '']);
const HTML_TYPES = new Set(['text/html', 'application/xhtml+xml']);
/** The site's own doing; any other failure may be the network's or ours. */
const FATAL = new Set<FetchFailure['code']>(['too_many_redirects', 'bad_redirect', 'encoding']);
const OVERLOAD = new Set([429, 503]);
const GONE = new Set([404, 410]);

/**
 * What is asked of a link by its name: `text` is fetched plainly (some sites answer 404 when a .md file is asked for by
 * type as well), a `page` by negotiation, and of `data` only the head is wanted.
 */
export function kindOf(url: string): 'text' | 'page' | 'data' {
  if (TEXT_URL.test(new URL(url).pathname)) return 'text';
  return looksLikePage(url) ? 'page' : 'data';
}

/** A link of the scan's origin, judged by the answer to a GET. */
export function ownLink(url: string, probe: Probe): LlmsLink {
  const link = { url, isExternal: false, redirects: probe.hops.length > 0 };
  if (!probe.answered) {
    // What is too large to read is there.
    const state = probe.failure.code === 'too_large' ? 'resolves' : FATAL.has(probe.failure.code) ? 'dead' : 'unknown';
    return { ...link, state, status: undefined, form: undefined };
  }
  const { status, headers, text, isHtml, isControl } = probe;
  if (OVERLOAD.has(status) || detectChallenge({ status, headers, body: text, isHtml }) !== undefined)
    return { ...link, state: 'unknown', status, form: undefined };
  if (!isSuccess(status) || isControl) return { ...link, state: 'dead', status, form: undefined };
  return { ...link, state: 'resolves', status, form: formOf(url, probe) };
}

function formOf(url: string, { isHtml, contentType }: Extract<Probe, { answered: true }>): LlmsLink['form'] {
  const kind = kindOf(url);
  if (kind === 'data') return 'data';
  if (isHtml) return 'html';
  if (kind === 'text' || TEXT_TYPES.has(contentType)) return 'text';
  return HTML_TYPES.has(contentType) ? 'html' : 'data';
}

/** A link whose head answered with success. */
export function foundByHead(url: string, isExternal: boolean, result: FetchResult): LlmsLink | undefined {
  if (!result.ok || !isSuccess(result.answer.status)) return undefined;
  const { status, hops } = result.answer;
  return {
    url,
    isExternal,
    state: 'resolves',
    status,
    redirects: hops.length > 0,
    form: isExternal ? undefined : 'data',
  };
}

/** Whether a HEAD that did not succeed says so little that a GET may tell more: many servers know only GET. */
export const isWorthAGet = (result: FetchResult): boolean =>
  result.ok || result.failure.code === 'reset' || result.failure.code === 'protocol';

/** A link of another origin, judged by the answer to a GET. */
export function externalLink(url: string, result: FetchResult): LlmsLink {
  if (!result.ok) {
    const isThere = result.failure.code === 'too_large';
    return {
      url,
      isExternal: true,
      state: isThere ? 'resolves' : 'unknown',
      status: undefined,
      redirects: result.hops.length > 0,
      form: undefined,
    };
  }
  const { status, hops } = result.answer;
  const state = isSuccess(status) ? 'resolves' : GONE.has(status) ? 'dead' : 'unknown';
  return { url, isExternal: true, state, status, redirects: hops.length > 0, form: undefined };
}

/** A link that was not asked for, or got no answer worth the name. */
export const unknownLink = (url: string, isExternal: boolean): LlmsLink => ({
  url,
  isExternal,
  state: 'unknown',
  status: undefined,
  redirects: false,
  form: undefined,
});

/** A Markdown version of a page, by its answer. */
export const isTwin = (url: string, probe: Probe): boolean => ownLink(url, probe).form === 'text';

const isSuccess = (status: number) => status >= 200 && status <= 299;
