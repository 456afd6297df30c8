import { isMarkdown, MARKDOWN_ASKS } from '../crawl/markdown-twin.ts';
import type { CrawlArtifact } from '../model/page.ts';
import type { NegotiationAnswer, NegotiationArtifact, NegotiationAsk, Target } from '../model/site.ts';
import type { FetchResult } from '../net/fetch-types.ts';
import type { SiteClient } from '../net/site-client.ts';
import { looksLikeHtml } from '../parse/html/rough-html.ts';
import { charsetParameter, decodeBody } from '../parse/http-headers/charset.ts';
import { defineGatherer } from './define.ts';

const ACCEPT: Readonly<Record<NegotiationAsk, string>> = {
  markdown: 'text/markdown',
  // Claude Code.
  either: MARKDOWN_ASKS[1].headers.accept,
  // Firefox and Chrome, without the image types of the latter.
  browser: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  anything: '*/*',
  'html-first': 'text/html;q=1, text/markdown;q=0.1',
};
/** The crawl itself has asked every page as a browser does, so of other pages than the first that is not asked again. */
const ASKED_OF_FIRST: readonly NegotiationAsk[] = ['markdown', 'browser', 'anything', 'html-first'];
const ASKED_OF_OTHERS: readonly NegotiationAsk[] = ['markdown', 'html-first'];
const OTHER_PAGES = 2;
/** Pages that are asked for either: the first that negotiates. A server decides that for all its pages at once. */
const ASKED_FOR_EITHER = 1;
/** What the comparison of caching asks for at most (S18); other pages wait for what it leaves. */
const KEPT_FOR_CACHING = 5;

export const negotiation = defineGatherer({
  artifact: 'negotiation',
  needs: ['target', 'crawl'],
  async gather({ client }, { target, crawl }): Promise<NegotiationArtifact> {
    const pages = pagesToAsk(target, crawl, othersWithin(client.left));
    const asks = pages.flatMap((page, at) =>
      (at === 0 ? ASKED_OF_FIRST : ASKED_OF_OTHERS).map((ask) => ({ page, ask })),
    );
    const negotiating = pages.find(({ hasMarkdown }) => hasMarkdown);
    if (negotiating !== undefined && asks.length < client.left) asks.push({ page: negotiating, ask: 'either' });
    return { answers: await Promise.all(asks.map(({ page, ask }) => askFor(client, page, ask))) };
  },
});

function othersWithin(left: number): number {
  const spare = left - ASKED_OF_FIRST.length - ASKED_FOR_EITHER - KEPT_FOR_CACHING;
  return Math.max(0, Math.min(OTHER_PAGES, Math.floor(spare / ASKED_OF_OTHERS.length)));
}

/**
 * Home and the first others that negotiate, in scan order; one of these alone where there is no room for more. None when
 * none does. A .md URL has one form only.
 */
function pagesToAsk(
  { finalUrl }: Target,
  { pages }: CrawlArtifact,
  maxOthers: number,
): Pick<NegotiationAnswer, 'url' | 'hasMarkdown' | 'isAnotherText'>[] {
  const readable = pages.filter((page) => page.readable === 'yes' && !isMarkdownUrl(page.finalUrl));
  const negotiating = readable.filter(({ markdown }) => markdown?.negotiates === true);
  if (negotiating.length === 0) return [];
  const home = readable.filter((page) => page.finalUrl === finalUrl).slice(0, 1);
  const others = negotiating.filter((page) => page.finalUrl !== finalUrl);
  const isHomeEnough = maxOthers > 0 || home.some(({ markdown }) => markdown?.negotiates === true);
  const chosen = isHomeEnough ? [...home, ...others.slice(0, maxOthers)] : others.slice(0, 1);
  return chosen.map((page) => ({
    url: page.finalUrl,
    hasMarkdown: page.markdown?.negotiates === true,
    ...(page.markdown?.isAnotherText === true ? { isAnotherText: true } : {}),
  }));
}

const isMarkdownUrl = (url: string): boolean => /\.md$/i.test(new URL(url).pathname);

async function askFor(
  client: SiteClient,
  page: Pick<NegotiationAnswer, 'url' | 'hasMarkdown' | 'isAnotherText'>,
  ask: NegotiationAsk,
): Promise<NegotiationAnswer> {
  const accept = ACCEPT[ask];
  const result = await client.probe({ url: page.url, headers: { accept } });
  return { ...page, ask, accept, result: resultOf(result) };
}

function resultOf(result: FetchResult): NegotiationAnswer['result'] {
  if (!result.ok) return { failure: result.failure };
  const { status, contentType, headers, hops } = result.answer;
  const vary = (headers.vary ?? '').split(',').map((name) => name.trim().toLowerCase());
  return {
    status,
    contentType,
    charset: charsetParameter(headers['content-type']),
    body: bodyOf(result),
    // After a redirect it is that answer which depends on Accept, and its headers are not kept.
    variesByAccept: hops.length > 0 || vary.includes('accept') || vary.includes('*'),
  };
}

function bodyOf(result: Extract<FetchResult, { ok: true }>): 'markdown' | 'html' | 'other' {
  if (isMarkdown(result)) return 'markdown';
  const { headers, contentType } = result.answer;
  const start = decodeBody(result.body.subarray(0, 8000), headers['content-type']).text;
  return looksLikeHtml(start, contentType) ? 'html' : 'other';
}
