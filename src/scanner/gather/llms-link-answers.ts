import { declaredAlternate, MARKDOWN_ASKS } from '../crawl/markdown-twin.ts';
import { evenlySpaced } from '../evenly-spaced.ts';
import type { FetchFailure, Probe } from '../model/http.ts';
import { isOverload } from '../model/http.ts';
import { type LlmsLink, type LlmsTxtArtifact, llmsTxtLinks, type NestedLlmsTxt } from '../model/llms-txt.ts';
import { ownUrl, type Target } from '../model/site.ts';
import type { FetchResult } from '../net/fetch-types.ts';
import type { SiteClient } from '../net/site-client.ts';
import { detectChallenge } from '../parse/html/bot-challenge.ts';
import { parseLlmsTxt } from '../parse/llms-txt/llms-txt.ts';
import { looksLikePage, normaliseUrl } from '../parse/url/normalise-url.ts';

const MAX_OWN = 50;
const MAX_EXTERNAL = 10;
const MAX_NESTED = 200;
const MAX_NESTED_READ = 20;

interface ChosenLinks {
  /** Distinct web links of the file. */
  readonly linkCount: number;
  /** Of the scan's origin, sorted, at most 50: the nested llms.txt files to read, and an even sample of the others. */
  readonly own: readonly string[];
  /** Of other origins, sorted, at most 10. */
  readonly external: readonly string[];
  /** Nested llms.txt files, sorted; the first 20 are in `own`. */
  readonly nested: readonly string[];
}

/** The links of an llms.txt that are followed; those to itself are not, and those that differ by a fragment are one. */
export function chooseLinks(
  { parsed, probe }: NonNullable<LlmsTxtArtifact['file']>,
  target: Pick<Target, 'origin' | 'otherOrigins'>,
): ChosenLinks {
  const itself = [probe.url, probe.finalUrl];
  const distinct = new Set(llmsTxtLinks(parsed).flatMap(({ url }) => normaliseUrl(url, probe.finalUrl) ?? []));
  const links = [...distinct].filter((url) => !itself.includes(url)).sort();
  const isOwn = (url: string) => new URL(ownUrl(url, target)).origin === target.origin;
  const nested = links.filter((url) => isOwn(url) && isNestedLlmsTxt(url)).slice(0, MAX_NESTED);
  const read = nested.slice(0, MAX_NESTED_READ);
  const others = links.filter((url) => isOwn(url) && !isNestedLlmsTxt(url));
  return {
    linkCount: links.length,
    own: [...read, ...evenlySpaced(others, MAX_OWN - read.length)].sort(),
    external: evenlySpaced(
      links.filter((url) => !isOwn(url)),
      MAX_EXTERNAL,
    ),
    nested,
  };
}

/** A link that by its name leads to the llms.txt of a section. */
const isNestedLlmsTxt = (url: string) => new URL(url).pathname.toLowerCase().endsWith('/llms.txt');

/** Kept of the requests that are left, for links of other origins and for what one answer leaves open. */
const KEPT_FOR_OTHERS = 10;
const MAX_RECHECKS = 5;
const MAX_NESTED_LINKS = 2000;
const EXTERNAL_TIMEOUT_MS = 5000;
const EXTERNAL_BYTES = 256_000;
const PLAIN_ACCEPT = 'text/html,*/*';

interface FollowerParts {
  readonly client: SiteClient;
  /** Names that cannot exist answer with errors, so the head of an answer tells that something is there. */
  readonly trustsHead: boolean;
  /** The link's state as known without a request; undefined when a request is needed. */
  judge(url: string): LlmsLink | undefined;
  /** Where the Markdown version of a page might be. */
  guessTwin(pageUrl: string): string | undefined;
}

/** A link of the scan's origin with what later questions are made from. */
interface Followed {
  readonly link: LlmsLink;
  /** How it was asked, where a plain GET may bring another answer. */
  readonly asked?: 'negotiated' | 'head';
  /** The Markdown version that an HTML answer declares, or might have by its name. */
  readonly twinUrl?: string | undefined;
  readonly nestedFile?: NestedLlmsTxt['file'];
}

/** Asks for links with the requests that are left for links (catalogue, section 2), which go to those that come first. */
export function createFollower({ client, trustsHead, judge, guessTwin }: FollowerParts) {
  const mayAsk = (url: string): boolean => client.left > 0 && client.mayFetch(url);

  async function get(url: string, accept: string | undefined): Promise<Followed> {
    const probe = await client.file(url, accept === undefined ? {} : { accept });
    const link = ownLink(url, probe);
    if (!probe.answered) return { link };
    if (link.form === 'html') return { link, twinUrl: declaredTwin(probe) ?? guessTwin(probe.finalUrl) };
    return link.form === 'text' && isNestedLlmsTxt(url) ? { link, nestedFile: readNested(probe) } : { link };
  }

  async function askOne(url: string): Promise<Followed> {
    if (!mayAsk(url)) return { link: unknownLink(url, false) };
    const kind = kindOf(url);
    if (kind === 'page') return { ...(await get(url, MARKDOWN_ASKS[0].headers.accept)), asked: 'negotiated' };
    if (kind === 'text' || !trustsHead) return get(url, undefined);
    const result = await client.probe({ url, method: 'HEAD' });
    const link = foundByHead(url, false, result);
    if (link !== undefined) return { link };
    return isWorthAGet(result) ? { link: unknownLink(url, false), asked: 'head' } : { link: unknownLink(url, false) };
  }

  async function askExternalOne(url: string) {
    if (!mayAsk(url)) return { link: unknownLink(url, true), isOpen: false };
    const result = await client.probe({ url, method: 'HEAD', timeoutMs: EXTERNAL_TIMEOUT_MS });
    const link = foundByHead(url, true, result);
    return { link: link ?? unknownLink(url, true), isOpen: link === undefined && isWorthAGet(result) };
  }

  return {
    /** Asks once for links of the scan's origin that are not known: for each, or an even choice where too few are left. */
    ask(urls: readonly string[]): Promise<Followed[]> {
      const known = new Map(urls.map((url) => [url, judge(url)]));
      const open = urls.filter((url) => known.get(url) === undefined);
      const chosen = new Set(evenlySpaced(open, Math.max(0, client.left - KEPT_FOR_OTHERS)));
      return Promise.all(
        urls.map(async (url): Promise<Followed> => {
          if (chosen.has(url)) return askOne(url);
          return { link: known.get(url) ?? unknownLink(url, false) };
        }),
      );
    },

    /**
     * Repeats without negotiation the requests whose HEAD gave no answer, and a sample of the dead pages. If one of the
     * sample resolves, negotiation itself failed, so the state of the other pages is unknown.
     */
    async recheck(followed: readonly Followed[]): Promise<Followed[]> {
      const dead = followed.filter(({ link, asked }) => asked === 'negotiated' && link.state === 'dead');
      const chosen = new Set([
        ...evenlySpaced(dead, MAX_RECHECKS),
        ...followed.filter(({ asked, link }) => asked === 'head' && link.state === 'unknown'),
      ]);
      const again = await Promise.all(
        followed.map(async (each) => {
          const { url } = each.link;
          const isTurn = chosen.has(each) && mayAsk(url);
          return isTurn ? await get(url, each.asked === 'negotiated' ? PLAIN_ACCEPT : undefined) : each;
        }),
      );
      const negotiationFails = again.some(
        ({ link }, at) => link.state === 'resolves' && followed[at]?.link.state === 'dead',
      );
      if (!negotiationFails) return again;
      return again.map((each) =>
        each.asked === 'negotiated' && each.link.state === 'dead' ? { link: unknownLink(each.link.url, false) } : each,
      );
    },

    /** Asks for the head of each link of another origin, then for the whole of those that it did not find. */
    async askExternal(urls: readonly string[]): Promise<LlmsLink[]> {
      const heads = await Promise.all(urls.map(askExternalOne));
      return Promise.all(
        heads.map(async ({ link, isOpen }) => {
          const { url } = link;
          if (!isOpen || !mayAsk(url)) return link;
          const request = { url, timeoutMs: EXTERNAL_TIMEOUT_MS, maxBytes: EXTERNAL_BYTES };
          return externalLink(url, await client.probe(request));
        }),
      );
    },

    /** Looks for the Markdown versions that HTML answers declare or may have; what cannot be asked stays open. */
    findTwins: (followed: readonly Followed[]): Promise<Followed[]> =>
      Promise.all(
        followed.map(async (each): Promise<Followed> => {
          const { link, twinUrl } = each;
          if (twinUrl === undefined || twinUrl === link.url) return each;
          if (!mayAsk(twinUrl)) return { ...each, link: { ...link, form: undefined } };
          const form = isTwin(twinUrl, await client.file(twinUrl)) ? 'html-with-twin' : 'html';
          return { ...each, link: { ...link, form } };
        }),
      ),
  };
}

function declaredTwin({ text, headers, finalUrl }: Extract<Probe, { answered: true }>): string | undefined {
  return declaredAlternate({ html: text, linkHeader: headers.link ?? '', pageUrl: finalUrl });
}

function readNested({ text, finalUrl }: Extract<Probe, { answered: true }>): NestedLlmsTxt['file'] {
  const parsed = parseLlmsTxt(text);
  const links = llmsTxtLinks(parsed).flatMap(({ url }) => normaliseUrl(url, finalUrl) ?? []);
  return { charCount: parsed.charCount, links: [...new Set(links)].slice(0, MAX_NESTED_LINKS) };
}

const TEXT_URL = /\.(?:md|mdx|markdown|txt)$/i;
const TEXT_TYPES = new Set(['text/markdown', 'text/x-markdown', 'text/plain', '']);
const HTML_TYPES = new Set(['text/html', 'application/xhtml+xml']);
/** The site's own doing; any other failure may be the network's or ours. */
const FATAL = new Set<FetchFailure['code']>(['too_many_redirects', 'bad_redirect', 'encoding']);
const GONE = new Set([404, 410]);

/**
 * How a link is requested, by its name: `text` plainly (some sites answer 404 to a .md file with a typed Accept), a
 * `page` by negotiation, and `data` by HEAD.
 */
function kindOf(url: string): 'text' | 'page' | 'data' {
  if (TEXT_URL.test(new URL(url).pathname)) return 'text';
  return looksLikePage(url) ? 'page' : 'data';
}

/** A link of the scan's origin, judged by the answer to a GET. */
function ownLink(url: string, probe: Probe): LlmsLink {
  const link = { url, isExternal: false, redirects: probe.hops.length > 0 };
  if (!probe.answered) {
    // A body over the size limit proves that the target exists.
    const state = probe.failure.code === 'too_large' ? 'resolves' : FATAL.has(probe.failure.code) ? 'dead' : 'unknown';
    return { ...link, state, status: undefined, form: undefined };
  }
  const { status, headers, text, isHtml, isControl } = probe;
  if (isOverload(status) || detectChallenge({ status, headers, body: text, isHtml }) !== undefined)
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
function foundByHead(url: string, isExternal: boolean, result: FetchResult): LlmsLink | undefined {
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
const isWorthAGet = (result: FetchResult): boolean =>
  result.ok || result.failure.code === 'reset' || result.failure.code === 'protocol';

/** A link of another origin, judged by the answer to a GET. */
function externalLink(url: string, result: FetchResult): LlmsLink {
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
const unknownLink = (url: string, isExternal: boolean): LlmsLink => ({
  url,
  isExternal,
  state: 'unknown',
  status: undefined,
  redirects: false,
  form: undefined,
});

/** A Markdown version of a page, by its answer. */
const isTwin = (url: string, probe: Probe): boolean => ownLink(url, probe).form === 'text';

const isSuccess = (status: number) => status >= 200 && status <= 299;
