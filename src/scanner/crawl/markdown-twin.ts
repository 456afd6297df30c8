import { defined } from '../../defined.ts';
import { parseUrl } from '../../parse-url.ts';
import type { MarkdownAttempt, TwinAnswer } from '../model/page.ts';
import { bestTwin } from '../model/page.ts';
import type { FetchResult } from '../net/fetch-types.ts';
import type { SiteClient } from '../net/site-client.ts';
import { headLinks } from '../parse/html/head-links.ts';
import { looksLikeHtml } from '../parse/html/rough-html.ts';
import { decodeBody } from '../parse/http-headers/charset.ts';
import { parseLinkHeader } from '../parse/http-headers/link-header.ts';
import type { MarkdownAsk } from './markdown-plan.ts';

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
