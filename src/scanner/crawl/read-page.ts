import type { Answer } from '../model/http.ts';
import type { Listings } from '../model/llms-txt.ts';
import type { MarkdownAttempt, PageArtifact, TwinAnswer } from '../model/page.ts';
import type { Target } from '../model/site.ts';
import type { PageFetch, SiteClient } from '../net/site-client.ts';
import { decodeBody } from '../parse/http-headers/charset.ts';
import { isApiAddress } from '../parse/url/api-address.ts';
import { type PageVerdict, unmeasuredPage } from '../workers/page-job.ts';
import { type PagePool, PageTooHard } from '../workers/page-pool.ts';
import { findMarkdown, type MarkdownPlan } from './markdown-twin.ts';
import type { Candidate } from './waiting-pages.ts';

export interface PageReader {
  readonly target: Target;
  readonly client: SiteClient;
  readonly pool: PagePool;
  readonly plan: MarkdownPlan;
  readonly listings: Listings;
  readonly signal: AbortSignal;
}

/** A page as it was fetched, and what the worker says of it. */
export interface ReadPage {
  readonly page: Omit<PageArtifact, 'facts'>;
  readonly verdict: PageVerdict;
  /** The final answer's body when it is an HTML document. */
  readonly html: Uint8Array | undefined;
}

/** A page that was fetched with its Markdown version, before anything is made of it. */
export interface FetchedPage {
  readonly page: Omit<PageArtifact, 'facts'>;
  readonly html: Uint8Array | undefined;
  readonly twin: TwinAnswer | undefined;
}

/**
 * Fetches and judges one page; undefined when what it leads to is no HTML document.
 * @param position 0-based, in scan order
 */
export async function readPage(
  reader: PageReader,
  candidate: Candidate,
  position: number,
): Promise<ReadPage | undefined> {
  const { target, client, pool, signal } = reader;
  const fetched = await client.page(candidate.url);
  if (leadsToOtherFile(fetched)) return undefined;
  const { page, html, twin } = await completePage(reader, candidate, fetched, position);
  if (isPutOff(page)) return { page, verdict: unmeasuredPage(page, PUT_OFF), html: undefined };
  try {
    const wantsFacts = candidate.foundBy === 'root';
    const verdict = await pool.judge({ target, page, html, twin, wantsFacts }, signal);
    return { page, verdict, html };
  } catch (error) {
    if (error instanceof PageTooHard) return { page, verdict: unmeasuredPage(page, error.message), html };
    throw error;
  }
}

const PUT_OFF = 'it answers 429, too many requests, each time that it is asked';
/** The site asks for a slower pace: that says nothing of the page. */
const isPutOff = ({ response }: Pick<PageArtifact, 'response'>): boolean =>
  response.answered && response.answer.status === 429;

/** The answer is neither HTML nor called so. A page that asks for payment answers with its terms, often in JSON. */
export const leadsToOtherFile = ({ result, isHtml }: PageFetch): boolean =>
  result.ok && !isHtml && result.answer.contentType !== 'text/html' && !asksForPayment(result.answer);

/** An API that is paid for has no text to keep back. */
const asksForPayment = ({ status, finalUrl }: Answer): boolean => status === 402 && !isApiAddress(finalUrl);

/** A fetched page with what the site's listings say of it and the Markdown version that is found for it. */
export async function completePage(
  reader: Pick<PageReader, 'client' | 'plan' | 'listings'>,
  { url, foundBy }: Pick<Candidate, 'url' | 'foundBy'>,
  fetched: PageFetch,
  position: number,
): Promise<FetchedPage> {
  const { listings } = reader;
  const { result, challenge } = fetched;
  const { markdown, twin } = await markdownOf(reader, fetched, position);
  const finalUrl = result.ok ? result.answer.finalUrl : url;
  const page: Omit<PageArtifact, 'facts'> = {
    url,
    foundBy,
    inSitemap: listings.isInSitemap(url) || listings.isInSitemap(finalUrl),
    sitemapLastmod: listings.lastmod(url) ?? listings.lastmod(finalUrl),
    inLlmsTxt: listings.isInLlmsTxt(url) || listings.isInLlmsTxt(finalUrl),
    response: result.ok
      ? { answered: true, answer: result.answer, bodyBytes: result.body.length, challenge }
      : { answered: false, hops: result.hops, failure: result.failure },
    markdown,
  };
  return { page, html: result.ok ? result.body : undefined, twin };
}

async function markdownOf(
  { client, plan, listings }: Pick<PageReader, 'client' | 'plan' | 'listings'>,
  { result, isHtml, challenge }: PageFetch,
  position: number,
): Promise<{ markdown: PageArtifact['markdown']; twin: TwinAnswer | undefined }> {
  if (!result.ok || !isHtml || result.answer.status !== 200 || challenge !== undefined)
    return { markdown: { tried: false, attempts: [] }, twin: undefined };
  const { finalUrl, headers } = result.answer;
  const { twins, asks, tried } = plan.for(finalUrl, position);
  const { attempts, twin } = await findMarkdown(client, {
    pageUrl: finalUrl,
    html: decodeBody(result.body.subarray(0, 200_000), headers['content-type']).text,
    linkHeader: headers.link ?? '',
    listed: listings.twinInLlmsTxt(finalUrl),
    titled: listings.titledInLlmsTxt,
    guesses: twins,
    asks,
  });
  plan.observe(finalUrl, {
    twin: attempts.find((attempt) => attempt.isMarkdown && !isOfOwnAddress(attempt))?.url,
    ask: asks[attempts.filter(isOfOwnAddress).findIndex(({ isMarkdown }) => isMarkdown)],
  });
  return { markdown: { tried: tried || attempts.length > 0, attempts }, twin };
}

const isOfOwnAddress = ({ via }: MarkdownAttempt): boolean => via === 'negotiation' || via === 'user-agent';
