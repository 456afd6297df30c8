import { defined } from '../../basics/defined.ts';
import { parseUrl } from '../../basics/parse-url.ts';
import { IMITATED_AGENTS } from '../ai-agents.ts';
import { foldTitle } from '../model/llms-txt.ts';
import { bestTwin, type MarkdownAttempt, type TwinAnswer } from '../model/page.ts';
import type { FetchResult } from '../net/fetch-types.ts';
import type { SiteClient } from '../net/site-client.ts';
import { firstH1, headLinks, looksLikeHtml } from '../parse/html/rough-html.ts';
import { decodeBody } from '../parse/http-headers/charset.ts';
import { parseLinkHeader } from '../parse/http-headers/link-header.ts';
import { pathStratum } from '../parse/url/normalise-url.ts';

const MARKDOWN_TYPE = 'text/markdown';
const TEXT_TYPES = new Set([
  MARKDOWN_TYPE,
  'text/x-markdown',
  'text/plain',
  'text/html',
  'application/octet-stream',
  '',
]);

export interface TwinQuestion {
  /** Final URL of the page. */
  readonly pageUrl: string;
  readonly html: string;
  /** The page's Link header, '' for none. */
  readonly linkHeader: string;
  /** Twin that llms.txt lists for the page; undefined for none. */
  readonly listed: string | undefined;
  /** Markdown file that llms.txt lists under this title, whatever its address; undefined for none. */
  readonly titled?: (title: string) => string | undefined;
  /** Guesses, most likely first; asked only while nothing was declared or found. */
  readonly guesses: readonly string[];
  /** Ways to ask the page's own URL; later ones only where earlier ones bring no Markdown. */
  readonly asks: readonly MarkdownAsk[];
}
export interface FoundMarkdown {
  readonly attempts: readonly MarkdownAttempt[];
  /** What the best attempt brought; undefined when none found Markdown. */
  readonly twin: TwinAnswer | undefined;
}

/** So much of a Markdown version is compared; no honest one is longer. */
const MAX_TWIN_BYTES = 1_000_000;

/**
 * Asks for the Markdown version of a page, first as the site declares it, then by guess, and by negotiation. A page
 * that declares one costs two requests, any other as many as there are guesses and one more; of the first pages one more
 * for each further way of asking.
 */
export async function findMarkdown(client: SiteClient, question: TwinQuestion): Promise<FoundMarkdown> {
  const { pageUrl, listed, guesses, asks } = question;
  const alternate = declaredAlternate(question);
  const declared = alternate ?? listed;
  const attempts: Attempt[] = [];
  if (declared !== undefined && declared !== pageUrl) {
    attempts.push(await attempt(client, alternate === undefined ? 'llms-txt' : 'alternate', declared));
  } else {
    for (const url of guesses) {
      attempts.push(await attempt(client, 'suffix', url));
      if (attempts.at(-1)?.isMarkdown) break;
    }
  }
  if (!attempts.some(({ isMarkdown: isFound }) => isFound)) {
    const namesake = await attemptByTitle(client, question, attempts);
    if (namesake !== undefined) attempts.push(namesake);
  }
  // A URL that already ends in .md is Markdown by its name; some sites answer 404 when it is asked for by type as well.
  for (const ask of /\.md$/i.test(new URL(pageUrl).pathname) ? [] : asks) {
    if (ask.via === 'user-agent' && attempts.some(({ isMarkdown: isFound }) => isFound)) break;
    attempts.push(await attempt(client, ask.via, pageUrl, ask.headers));
    if (attempts.at(-1)?.isMarkdown) break;
  }
  return { attempts: attempts.map(({ twin: _, ...told }) => told), twin: bestTwin(attempts)?.twin };
}

/** The Markdown version that a page declares, in its head or its Link header. */
export function declaredAlternate({
  html,
  linkHeader,
  pageUrl,
}: Pick<TwinQuestion, 'html' | 'linkHeader' | 'pageUrl'>): string | undefined {
  const inHead = headLinks(html).find(({ rel, type }) => rel.includes('alternate') && type === MARKDOWN_TYPE)?.href;
  const inHeader = parseLinkHeader(linkHeader).links.find(
    ({ rel, params }) => rel.includes('alternate') && params.type?.toLowerCase() === MARKDOWN_TYPE,
  )?.href;
  const href = inHead ?? inHeader;
  return href === undefined ? undefined : parseUrl(href, pageUrl)?.href;
}

type Attempt = MarkdownAttempt & { readonly twin: TwinAnswer | undefined };

async function attempt(
  client: SiteClient,
  via: MarkdownAttempt['via'],
  url: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Attempt> {
  const asked = Object.keys(headers).length === 0 ? {} : { headers };
  const result = await client.probe({ url, headers });
  if (!result.ok) {
    const nothing = { status: undefined, contentType: '', isMarkdown: false, bodyBytes: 0, twin: undefined };
    return { via, url, ...asked, ...nothing };
  }
  const { answer, body } = result;
  const { status, contentType, finalUrl } = answer;
  const found = isMarkdown(result);
  const twin: TwinAnswer = {
    url: finalUrl,
    // A copy, so that the rest of a long body is not kept with it.
    body: body.slice(0, MAX_TWIN_BYTES),
    bodyBytes: body.length,
    contentTypeHeader: answer.headers['content-type'],
  };
  return {
    via,
    url,
    status,
    contentType,
    isMarkdown: found,
    bodyBytes: body.length,
    ...asked,
    ...defined({ tokens: tokensOf(answer.headers['x-markdown-tokens']) }),
    twin: found ? twin : undefined,
  };
}

/** Some generators write the Markdown of a page under another address: llms.txt names it by the title of the page. */
async function attemptByTitle(
  client: SiteClient,
  { html, titled }: TwinQuestion,
  earlier: readonly Attempt[],
): Promise<Attempt | undefined> {
  const title = firstH1(html);
  const url = title === '' ? undefined : titled?.(title);
  if (url === undefined || earlier.some((each) => each.url === url)) return undefined;
  const found = await attempt(client, 'llms-txt', url);
  // Two pages may share a title: the text has to begin with it too.
  return found.twin !== undefined && firstHeading(found.twin) === foldTitle(title)
    ? found
    : { ...found, isMarkdown: false, twin: undefined };
}

function firstHeading({ body, contentTypeHeader }: TwinAnswer): string | undefined {
  const { text } = decodeBody(body.subarray(0, 8000), contentTypeHeader);
  const line = text.split('\n').find((each) => each.startsWith('# '));
  return line === undefined ? undefined : foldTitle(line.slice(2));
}

/** What Cloudflare and others count for their Markdown. */
const tokensOf = (header: string | undefined): number | undefined =>
  /^\d{1,9}$/.test(header ?? '') ? Number(header) : undefined;

/** A 2xx text that is no HTML and, unless it is called Markdown, has some mark of Markdown at its start. */
export function isMarkdown({ answer, body }: Extract<FetchResult, { ok: true }>): boolean {
  const { status, contentType, headers } = answer;
  if (status < 200 || status > 299 || body.length === 0 || !TEXT_TYPES.has(contentType)) return false;
  const text = decodeBody(body.subarray(0, 8000), headers['content-type']).text;
  if (looksLikeHtml(text, contentType) || text.includes('\0')) return false;
  return contentType === MARKDOWN_TYPE || contentType === 'text/x-markdown' || MARKDOWN_MARK.test(text);
}

/** A heading, a list item, a fence or a link. */
const MARKDOWN_MARK = /^#{1,6} \S|^[-*+] \S|^```|\]\(\S/m;

/** The ways sites name the Markdown twin of a page, in the order in which they are tried. */
export const TWIN_FORMS = ['append-md', 'index-md', 'replace-md', 'html-md'] as const;
export type TwinForm = (typeof TWIN_FORMS)[number];

/** The twin of a page under one form; undefined where the form makes none. Queries are dropped. */
export function twinUrl(pageUrl: string, form: TwinForm): string | undefined {
  const url = new URL(pageUrl);
  const { pathname } = url;
  url.search = '';
  const isFolder = pathname.endsWith('/');
  const isHtml = /\.html?$/i.test(pathname);
  if (/\.md$/i.test(pathname)) return undefined;
  switch (form) {
    case 'append-md':
      if (pathname === '/' || isHtml) return undefined;
      url.pathname = `${isFolder ? pathname.slice(0, -1) : pathname}.md`;
      break;
    case 'index-md':
      if (isHtml) return undefined;
      url.pathname = `${isFolder ? pathname : `${pathname}/`}index.md`;
      break;
    case 'replace-md':
      if (!isHtml) return undefined;
      url.pathname = pathname.replace(/\.html?$/i, '.md');
      break;
    case 'html-md':
      if (!isHtml && !isFolder) return undefined;
      url.pathname = isFolder ? `${pathname}index.html.md` : `${pathname}.md`;
      break;
  }
  return url.href;
}

/**
 * The form of a page's address. One site may name the Markdown versions of each form differently: `/index.md` and
 * `/page.md` are usual.
 */
type Shape = 'root' | 'folder' | 'html' | 'bare';

function shapeOf(pageUrl: string): Shape {
  const { pathname } = new URL(pageUrl);
  if (pathname === '/') return 'root';
  if (pathname.endsWith('/')) return 'folder';
  return /\.html?$/i.test(pathname) ? 'html' : 'bare';
}

/** A way to ask a page's own address for Markdown. */
export type MarkdownAsk = (typeof MARKDOWN_ASKS)[number];

/** By preference; as Claude Code does, with equal weights; and by the name of an assistant alone. */
export const MARKDOWN_ASKS = [
  { via: 'negotiation', headers: { accept: 'text/markdown, text/html;q=0.8' } },
  { via: 'negotiation', headers: { accept: 'text/markdown, text/html, */*' } },
  { via: 'user-agent', headers: { 'user-agent': IMITATED_AGENTS['Claude-User'] } },
] as const;

/** Pages that try every form and every way of asking; later pages try only those found there. */
const LEARNING_PAGES = 3;
/** Pages of one section without any Markdown after which the section is asked no more. */
const GIVE_UP_AFTER = 8;

export interface MarkdownPlan {
  /**
   * What to ask for the page at this position of the scan.
   * @param position 0-based, in scan order
   */
  for(
    pageUrl: string,
    position: number,
  ): { readonly twins: readonly string[]; readonly asks: readonly MarkdownAsk[]; readonly tried: boolean };
  /** Notes what a page's guesses brought: the form that worked, and the way of asking that did. */
  observe(pageUrl: string, found: { readonly twin: string | undefined; readonly ask: MarkdownAsk | undefined }): void;
  /** Updates the plan from the observed answers. Called between waves only, so that timing has no effect. */
  settle(): void;
}

/** Learns how a site publishes Markdown, so that each page needs at most one guess and one negotiated request. */
export function createMarkdownPlan(): MarkdownPlan {
  const learnt = new Map<Shape, TwinForm>();
  const misses = new Map<string, number>();
  const hits = new Set<string>();
  const worked = new Set<MarkdownAsk>();
  let observed: { url: string; twin: string | undefined; ask: MarkdownAsk | undefined }[] = [];

  return {
    for(pageUrl, position) {
      const stratum = pathStratum(pageUrl);
      if (!hits.has(stratum) && (misses.get(stratum) ?? 0) >= GIVE_UP_AFTER)
        return { twins: [], asks: [], tried: false };
      const form = learnt.get(shapeOf(pageUrl));
      const forms =
        position < LEARNING_PAGES ? TWIN_FORMS : form === undefined ? FIRST_GUESSES : [form, ...FIRST_GUESSES];
      const twins = forms.map((each) => twinUrl(pageUrl, each)).filter((url) => url !== undefined);
      if (position < LEARNING_PAGES) return { twins, asks: MARKDOWN_ASKS, tried: true };
      const ask = MARKDOWN_ASKS.find((each) => worked.has(each)) ?? MARKDOWN_ASKS[0];
      return { twins: twins.slice(0, 1), asks: [ask], tried: true };
    },
    observe(pageUrl, { twin, ask }) {
      observed.push({ url: pageUrl, twin, ask });
    },
    settle() {
      for (const { url, twin, ask } of observed.sort((a, b) => (a.url < b.url ? -1 : 1))) {
        const stratum = pathStratum(url);
        if (ask !== undefined) worked.add(ask);
        if (twin === undefined && ask === undefined) misses.set(stratum, (misses.get(stratum) ?? 0) + 1);
        else hits.add(stratum);
        const form = TWIN_FORMS.find((each) => twin !== undefined && twinUrl(url, each) === twin);
        if (form !== undefined && !learnt.has(shapeOf(url))) learnt.set(shapeOf(url), form);
      }
      observed = [];
    },
  };
}

const FIRST_GUESSES: readonly TwinForm[] = ['append-md', 'replace-md', 'index-md'];
