import { parseUrl } from '../../parse-url.ts';
import { bestTwin, type MarkdownAttempt, type TwinAnswer } from '../model/page.ts';
import type { FetchResult } from '../net/fetch-types.ts';
import type { SiteClient } from '../net/site-client.ts';
import { headLinks } from '../parse/html/head-links.ts';
import { looksLikeHtml } from '../parse/html/rough-html.ts';
import { decodeBody } from '../parse/http-headers/charset.ts';
import { parseLinkHeader } from '../parse/http-headers/link-header.ts';
import { pathStratum } from '../parse/url/normalise-url.ts';

const MARKDOWN_TYPE = 'text/markdown';
export const NEGOTIATED_ACCEPT = 'text/markdown, text/html;q=0.8';
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
  /** Guesses, most likely first; asked only while nothing was declared or found. */
  readonly guesses: readonly string[];
  readonly negotiate: boolean;
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
 * that declares one costs two requests, any other as many as there are guesses and one more.
 */
export async function findMarkdown(client: SiteClient, question: TwinQuestion): Promise<FoundMarkdown> {
  const { pageUrl, listed, guesses, negotiate } = question;
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
  // A URL that already ends in .md is Markdown by its name; some sites answer 404 when it is asked for by type as well.
  if (negotiate && !/\.md$/i.test(new URL(pageUrl).pathname))
    attempts.push(await attempt(client, 'negotiation', pageUrl));
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

async function attempt(client: SiteClient, via: MarkdownAttempt['via'], url: string): Promise<Attempt> {
  const headers = via === 'negotiation' ? { accept: NEGOTIATED_ACCEPT } : {};
  const result = await client.probe({ url, headers });
  if (!result.ok) {
    return { via, url, status: undefined, contentType: '', isMarkdown: false, bodyBytes: 0, twin: undefined };
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
    twin: found ? twin : undefined,
  };
}

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

/** Pages that try every form; later pages try only the forms found there. */
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
  ): { readonly twins: readonly string[]; readonly negotiate: boolean; readonly tried: boolean };
  /** Notes what a page's guesses brought: the form that worked, and whether negotiation did. */
  observe(pageUrl: string, found: { readonly twin: string | undefined; readonly negotiated: boolean }): void;
  /** Updates the plan from the observed answers. Called between waves only, so that timing has no effect. */
  settle(): void;
}

/** Learns how a site publishes Markdown, so that each page needs at most one guess and one negotiated request. */
export function createMarkdownPlan(): MarkdownPlan {
  const learnt = new Map<Shape, TwinForm>();
  const misses = new Map<string, number>();
  const hits = new Set<string>();
  let observed: { url: string; twin: string | undefined; negotiated: boolean }[] = [];

  return {
    for(pageUrl, position) {
      const stratum = pathStratum(pageUrl);
      if (!hits.has(stratum) && (misses.get(stratum) ?? 0) >= GIVE_UP_AFTER)
        return { twins: [], negotiate: false, tried: false };
      const form = learnt.get(shapeOf(pageUrl));
      const forms =
        position < LEARNING_PAGES ? TWIN_FORMS : form === undefined ? FIRST_GUESSES : [form, ...FIRST_GUESSES];
      const twins = forms.map((each) => twinUrl(pageUrl, each)).filter((url) => url !== undefined);
      return { twins: position < LEARNING_PAGES ? twins : twins.slice(0, 1), negotiate: true, tried: true };
    },
    observe(pageUrl, { twin, negotiated }) {
      observed.push({ url: pageUrl, twin, negotiated });
    },
    settle() {
      for (const { url, twin, negotiated } of observed.sort((a, b) => (a.url < b.url ? -1 : 1))) {
        const stratum = pathStratum(url);
        if (twin === undefined && !negotiated) misses.set(stratum, (misses.get(stratum) ?? 0) + 1);
        else hits.add(stratum);
        const form = TWIN_FORMS.find((each) => twin !== undefined && twinUrl(url, each) === twin);
        if (form !== undefined && !learnt.has(shapeOf(url))) learnt.set(shapeOf(url), form);
      }
      observed = [];
    },
  };
}

const FIRST_GUESSES: readonly TwinForm[] = ['append-md', 'replace-md', 'index-md'];
