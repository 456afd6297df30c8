import { createHash } from 'node:crypto';
import { boundedCache } from './bounded-cache.ts';
import { type AnswerHead, isPublicPage, mayBeTransformed, namesIn } from './public.ts';
import type { RequestFields } from './request-fields.ts';

/** A converted page with its validator, for a conditional request to the site. */
export interface KnownPage {
  readonly etag: string;
  /** Of its Markdown. */
  readonly key: string;
  /** The fields of its answer. */
  readonly headers: Headers;
  /** The fields of requests that choose between forms of the page, with their values. */
  readonly chosenBy: readonly (readonly [name: string, value: string | null])[];
}

export interface ValidatedPages {
  /** The page that was answered to a request like this one. */
  find(url: string, request: RequestFields): KnownPage | undefined;
  /** Remembers an answer that has an entity tag. */
  keep(url: string, request: RequestFields, answer: Headers, key: string): void;
}

const MAX_BYTES = 8 * 1024 * 1024;
const MAX_TAG = 200;

/** The entity tags of the pages that were converted last, 8 MB of fields at most. */
export function validatedPages(): ValidatedPages {
  const known = boundedCache<KnownPage>(MAX_BYTES);
  return {
    find(url, request) {
      const page = known.get(keyOf(url, request));
      return page?.chosenBy.every(([name, value]) => request.get(name) === value) === true ? page : undefined;
    },
    keep(url, request, answer, key) {
      const etag = answer.get('etag');
      if (etag === null || etag.length > MAX_TAG || !ENTITY_TAG.test(etag)) return;
      const chosenBy = namesIn(answer.get('vary')).flatMap((name) =>
        FIELD_NAME.test(name) ? [[name, request.get(name)] as const] : [],
      );
      const bytes = url.length + [...answer].flat().join('').length + chosenBy.flat().join('').length;
      known.set(keyOf(url, request), { etag, key, headers: new Headers(answer), chosenBy }, 2 * bytes);
    },
  };
}

/** They differ between readers of the same page, and choose no content. */
const OF_THE_WAY = new Set(
  'cache-control connection date forwarded keep-alive pragma priority traceparent tracestate via x-forwarded-for x-real-ip x-request-id'.split(
    ' ',
  ),
);

/**
 * All other fields count, because a site may write any of them into a page without a word in Vary: the Markdown of a page
 * that one reader has shaped is never answered to another.
 */
function keyOf(url: string, request: RequestFields): string {
  let text = url;
  for (const [name, value] of request) if (!OF_THE_WAY.has(name)) text += `\n${name}:${value}`;
  return createHash('sha256').update(text).digest('base64');
}

const ENTITY_TAG = /^(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"$/;
const FIELD_NAME = /^[\w!#$%&'*+.^`|~-]+$/;

/**
 * The fields of the page that a 304 confirms (RFC 9111, section 3.2); undefined where it does not confirm it, or says that
 * the page is no longer public.
 */
export function confirmedFields(
  { etag, headers }: KnownPage,
  answer: { readonly status: number; readonly headers: Headers },
  anonymousIsPublic: boolean,
): Headers | undefined {
  const tag = answer.headers.get('etag');
  if (answer.status !== 304 || (tag !== null && tag !== etag)) return undefined;
  const merged = new Headers(headers);
  for (const [name, value] of answer.headers) if (!OF_THE_BODY.has(name)) merged.set(name, value);
  const head: AnswerHead = { status: 200, get: (name) => merged.get(name) };
  return isPublicPage(head, anonymousIsPublic) && mayBeTransformed(head) ? merged : undefined;
}

/** Some servers send the length or the type of the empty body of a 304. */
const OF_THE_BODY = new Set([
  'content-length',
  'content-type',
  'content-encoding',
  'content-range',
  'transfer-encoding',
]);
