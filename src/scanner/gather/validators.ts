import { defined } from '../../basics/defined.ts';
import { isInPlace, isOverload } from '../model/http.ts';
import type { Revalidation, ValidatorsArtifact } from '../model/site.ts';
import type { SiteClient } from '../net/site-client.ts';
import { cachingOf } from '../parse/http-headers/caching.ts';
import { defineGatherer } from './define.ts';

/** An answer that is asked for again after this many seconds anyway needs no validators (catalogue, S18). */
const SHORT_LIFE_SECONDS = 3600;
/** A body that comes in spite of the condition is not needed. */
const MAX_BYTES = 64 * 1024;

/** Conditional GETs with the validators from the scan's earlier reads; no file is read twice. */
export const validators = defineGatherer({
  artifact: 'validators',
  needs: ['llmsTxt', 'sitemap', 'firstAnswers'],
  async gather({ client }, { llmsTxt, sitemap, firstAnswers }): Promise<ValidatorsArtifact> {
    const [top] = sitemap.files;
    const llmsTxtProbe = llmsTxt.file?.probe;
    // A missing or unreadable file belongs to S13 and S10: agents do not fetch it again.
    const subjects: (Subject | false | undefined)[] = [
      llmsTxtProbe &&
        isInPlace(llmsTxtProbe) && {
          kind: 'llms-txt',
          url: llmsTxtProbe.finalUrl,
          caching: cachingOf(llmsTxtProbe.headers),
        },
      top?.caching && top.problem === undefined && { kind: 'sitemap', url: top.finalUrl, caching: top.caching },
      ...firstAnswers.map(
        ({ finalUrl, headers }): Subject => ({ kind: 'page', url: finalUrl, caching: cachingOf(headers) }),
      ),
    ];
    const revalidations = await Promise.all(
      subjects.flatMap((subject) => (subject ? [revalidate(client, subject)] : [])),
    );
    return { revalidations };
  },
});

type Subject = Omit<Revalidation, 'answer'>;

async function revalidate(client: SiteClient, subject: Subject): Promise<Revalidation> {
  const { kind, url, caching } = subject;
  const { etag, lastModified, freshSeconds, noStore } = caching;
  const isJudgedUnasked = (kind === 'page' && noStore) || (freshSeconds ?? Infinity) <= SHORT_LIFE_SECONDS;
  const hasValidators = etag !== undefined || lastModified !== undefined;
  if (isJudgedUnasked || !hasValidators || client.left === 0) return { ...subject, answer: 'not-asked' };
  const result = await client.probe({
    url,
    maxRedirects: 0,
    maxBytes: MAX_BYTES,
    headers: {
      // The same variant as the one whose validators these are.
      ...(kind === 'page' ? { accept: 'text/html,*/*' } : {}),
      ...defined({ 'if-none-match': etag, 'if-modified-since': lastModified }),
    },
  });
  if (!result.ok) return { ...subject, answer: result.failure.code === 'too_large' ? 'sent-again' : 'unknown' };
  const { status } = result.answer;
  if (status === 304) return { ...subject, answer: 'not-modified' };
  return { ...subject, answer: isOverload(status) ? 'unknown' : 'sent-again' };
}
