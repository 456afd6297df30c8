/** The answer that is remembered for a page, to be given when the site confirms the page by its entity tag. */
import { isHeld } from '../scanner/parse/http-headers/request-headers.ts';
import { markdownHeaders } from './answer-headers.ts';
import type { MarkdownPage } from './convert-page.ts';
import { headersOf, valuesOf, withoutFields } from './raw-fields.ts';
import { confirmedFields, type KnownPage } from './validated-pages.ts';

export interface KnownAnswer {
  /** Of the page, for If-None-Match. */
  readonly etag: string;
  /**
   * The answer that a 304 of the site makes valid; undefined where it does not.
   * @param rawHeaders of the site's answer, without those of one connection
   * @param ifNoneMatch of the client
   */
  confirmedBy(status: number, rawHeaders: readonly string[], ifNoneMatch: string | null): ReadyAnswer | undefined;
}

export interface ReadyAnswer {
  readonly status: 200 | 304;
  /** A flat list of names and values. */
  readonly fields: string[];
  /** Undefined for none. */
  readonly body: Uint8Array | undefined;
}

/** The fields of the answer to a page's last 304: sites send the same ones each time, but for the date. */
const prepared = new WeakMap<KnownPage, { readonly of: string; readonly fields: readonly string[] }>();

export function knownAnswer(
  page: KnownPage,
  { bytes, etag, canonical }: MarkdownPage,
  url: URL,
  anonymousIsPublic: boolean,
): KnownAnswer {
  const fieldsBy = (status: number, rawHeaders: readonly string[]): readonly string[] | undefined => {
    const of = rawHeaders.join('\n');
    const last = prepared.get(page);
    if (last?.of === of) return last.fields;
    const merged = confirmedFields(page, { status, headers: headersOf(rawHeaders) }, anonymousIsPublic);
    if (merged === undefined) return undefined;
    // That of this answer is written each time.
    merged.delete('date');
    const fields = [...markdownHeaders(merged, { url, canonical, etag, isNegotiated: true })].flat();
    prepared.set(page, { of, fields });
    return fields;
  };
  return {
    etag: page.etag,
    confirmedBy(status, rawHeaders, ifNoneMatch) {
      if (status !== 304) return undefined;
      const fields = fieldsBy(status, withoutFields(rawHeaders, DATE));
      if (fields === undefined) return undefined;
      const [date] = valuesOf(rawHeaders, 'date');
      const all = date === undefined ? [...fields] : [...fields, 'date', date];
      if (isHeld(ifNoneMatch, etag)) return { status: 304, fields: all, body: undefined };
      all.push('content-length', String(bytes.length));
      return { status: 200, fields: all, body: bytes };
    },
  };
}

const DATE = new Set(['date']);
