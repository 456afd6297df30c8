import type { Listings } from '../model/listings.ts';
import type { PageArtifact, TwinAnswer } from '../model/page.ts';
import type { Target } from '../model/site.ts';
import type { PageFetch, SiteClient } from '../net/site-client.ts';
import { decodeBody } from '../parse/http-headers/charset.ts';
import { type PageVerdict, unmeasuredPage } from '../workers/page-job.ts';
import { type PagePool, PageTooHard } from '../workers/page-pool.ts';
import type { Candidate } from './frontier.ts';
import { findMarkdown, type MarkdownPlan } from './markdown-twin.ts';

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

/**
 * Fetches and judges one page; undefined when what it leads to is no HTML document.
 * @param position 0-based, in scan order
 */
export async function readPage(
  reader: PageReader,
  candidate: Candidate,
  position: number,
): Promise<ReadPage | undefined> {
  const { target, client, pool, listings, signal } = reader;
  const fetched = await client.page(candidate.url);
  const { result, isHtml, challenge } = fetched;
  if (result.ok && !isHtml && result.answer.contentType !== 'text/html') return undefined;

  const { markdown, twin } = await markdownOf(reader, fetched, position);
  const finalUrl = result.ok ? result.answer.finalUrl : candidate.url;
  const page: Omit<PageArtifact, 'facts'> = {
    url: candidate.url,
    foundBy: candidate.foundBy,
    inSitemap: listings.isInSitemap(candidate.url) || listings.isInSitemap(finalUrl),
    sitemapLastmod: listings.lastmod(candidate.url) ?? listings.lastmod(finalUrl),
    inLlmsTxt: listings.isInLlmsTxt(candidate.url) || listings.isInLlmsTxt(finalUrl),
    response: result.ok
      ? { answered: true, answer: result.answer, bodyBytes: result.body.length, challenge }
      : { answered: false, hops: result.hops, failure: result.failure },
    markdown,
  };
  const html = result.ok ? result.body : undefined;
  try {
    const wantsFacts = candidate.foundBy === 'root';
    const verdict = await pool.judge({ target, page, html, twin, wantsFacts }, signal);
    return { page, verdict, html };
  } catch (error) {
    if (error instanceof PageTooHard) return { page, verdict: unmeasuredPage(page, error.message), html };
    throw error;
  }
}

async function markdownOf(
  { client, plan, listings }: PageReader,
  { result, isHtml, challenge }: PageFetch,
  position: number,
): Promise<{ markdown: PageArtifact['markdown']; twin: TwinAnswer | undefined }> {
  if (!result.ok || !isHtml || result.answer.status !== 200 || challenge !== undefined)
    return { markdown: { tried: false, attempts: [] }, twin: undefined };
  const { finalUrl, headers } = result.answer;
  const { twins, negotiate, tried } = plan.for(finalUrl, position);
  const { attempts, twin } = await findMarkdown(client, {
    pageUrl: finalUrl,
    html: decodeBody(result.body.subarray(0, 200_000), headers['content-type']).text,
    linkHeader: headers.link ?? '',
    listed: listings.twinInLlmsTxt(finalUrl),
    guesses: twins,
    negotiate,
  });
  plan.observe(finalUrl, {
    twin: attempts.find(({ via, isMarkdown }) => isMarkdown && via !== 'negotiation')?.url,
    negotiated: attempts.some(({ via, isMarkdown }) => isMarkdown && via === 'negotiation'),
  });
  return { markdown: { tried: tried || attempts.length > 0, attempts }, twin };
}
