/** Answers to requests, as plain data: failures, probes of files at known places, and the JSON in them. */

import { isObject, parseUntrustedJson } from '../parse/json/json.ts';

/** Why a request got no answer. `message` is our own text. */
export interface FetchFailure {
  readonly code:
    | 'blocked_address'
    | 'dns'
    | 'tls'
    | 'connect'
    | 'timeout'
    | 'reset'
    | 'protocol'
    | 'too_large'
    | 'encoding'
    | 'too_many_redirects'
    | 'bad_redirect'
    | 'robots';
  readonly message: string;
  /** Of `too_many_redirects`: they lead back to where they were, so no client arrives however many it follows. */
  readonly isCircle?: true;
}

export interface Hop {
  /** The URL that answered with a redirect, and its status (301, 302, 303, 307 or 308). */
  readonly url: string;
  readonly status: number;
}

/** One final answer, after redirects; the caller reads the body. */
export interface Answer {
  readonly url: string;
  readonly finalUrl: string;
  readonly status: number;
  /** Redirects followed, in order; empty when `url` answered itself. */
  readonly hops: readonly Hop[];
  /** Lower-case names; several values are joined by ', '. */
  readonly headers: Readonly<Record<string, string>>;
  /** It sets a cookie, whose name and value are not kept. */
  readonly setsCookie?: true;
  /** The media type without parameters, lower-case, '' when there is none. */
  readonly contentType: string;
}

/** A file asked for at a known place: either an answer with its text, or a failure. */
export type Probe =
  | ({
      readonly answered: true;
      /** Decoded body (UTF-8, with replacement characters for invalid bytes). */
      readonly text: string;
      /** Decoded size in bytes, before text decoding. */
      readonly bodyBytes: number;
      readonly validUtf8: boolean;
      readonly isHtml: boolean;
      /** The body equals or nearly equals what the site answers for names that cannot exist. */
      readonly isControl: boolean;
    } & Answer)
  | { readonly answered: false; readonly url: string; readonly hops: readonly Hop[]; readonly failure: FetchFailure };

/** A private host that one scan may reach, because its operator listed it and the caller submitted that very host. */
export interface PrivateHostPermit {
  /** Host name or address literal without brackets, lower-case. */
  readonly host: string;
  readonly port: number;
}

/** Failures that are the site's doing; after any other we just do not know the page. */
const SITE_FAULTS = new Set(['reset', 'encoding', 'too_many_redirects', 'bad_redirect']);

/** Whether the failure of a request is the site's fault rather than the network's or ours. */
export const isSiteFault = (code: string): boolean => SITE_FAULTS.has(code);

/** Answers that say nothing of the address: too many requests, overload. */
export const isOverload = (status: number): boolean => status === 429 || status === 503;

/** How a text starts, without the blanks before it: what a snippet of evidence is made from. */
export const startOf = (text: string): string => text.trimStart().slice(0, SNIPPET_SOURCE);

/** Present for our purposes: a 2xx that is not HTML and not what the site answers for names that cannot exist. */
export function isPresent(probe: Probe): probe is Extract<Probe, { answered: true }> {
  return probe.answered && probe.status >= 200 && probe.status <= 299 && !probe.isHtml && !probe.isControl;
}

/** An llms.txt where agents look for one: on the host that was asked, and not in /.well-known/ (catalogue, S13). */
export function isInPlace(probe: Probe): boolean {
  if (!isPresent(probe)) return false;
  const { host, pathname } = new URL(probe.url);
  return host === new URL(probe.finalUrl).host && !pathname.startsWith('/.well-known/');
}

/** More than a snippet shows, since white space within it is folded when the evidence is cleaned. */
const SNIPPET_SOURCE = 800;

/** Longer manifests are not read. */
export const MAX_MANIFEST_BYTES = 512 * 1024;

type JsonObject = Readonly<Record<string, unknown>>;

/** A JSON document at a known place. `problem` is ours; `unknown` is our failure to get it. */
export type JsonFile =
  | { readonly state: 'absent' }
  | { readonly state: 'unknown' }
  | { readonly state: 'broken'; readonly problem: string }
  | { readonly state: 'read'; readonly value: JsonObject };

const ABSENT: JsonFile = { state: 'absent' };
const UNKNOWN: JsonFile = { state: 'unknown' };
const broken = (problem: string): JsonFile => ({ state: 'broken', problem });

/** Failures that are not the site's doing, or that say nothing of a file being there. */
const NOT_PROVEN: readonly FetchFailure['code'][] = ['timeout', 'dns', 'tls', 'too_large', 'blocked_address', 'robots'];

/**
 * A file that the site has not promised. Absent: any status but 2xx, HTML, what the site answers for names that cannot
 * exist, text that is no JSON, and JSON of another kind. Broken: what begins as JSON or calls itself so, and is none.
 * @param keys a document of this kind has at least one of them
 */
export function optionalJson(probe: Probe | undefined, keys: readonly string[]): JsonFile {
  if (probe === undefined) return ABSENT;
  if (!probe.answered) return probe.failure.code === 'robots' ? ABSENT : UNKNOWN;
  if (!isPresent(probe)) return ABSENT;
  const { value, problem } = parseUntrustedJson(probe.text, MAX_MANIFEST_BYTES);
  if (problem === 'empty') return ABSENT;
  if (problem !== undefined) return isMeantAsJson(probe) ? broken(IN_WORDS[problem]) : ABSENT;
  if (!isObject(value)) return broken('it is no JSON object');
  // An empty object is a document that nobody filled in; one with other members is another kind of document.
  const isEmpty = Object.keys(value).length === 0;
  return isEmpty || keys.some((key) => key in value) ? { state: 'read', value } : ABSENT;
}

/** A file that the site itself links to: any other content than the document is broken. */
export function declaredJson(probe: Probe): JsonFile {
  const fault = declaredFault(probe);
  if (fault !== undefined) return fault === 'unknown' ? UNKNOWN : broken(fault.says);
  const { value, problem } = parseUntrustedJson(probe.answered ? probe.text : '', MAX_MANIFEST_BYTES);
  if (problem !== undefined) return broken(IN_WORDS[problem]);
  return isObject(value) ? { state: 'read', value } : broken('it is no JSON object');
}

/** What keeps a file that the site points at from being read; undefined when nothing does. */
export function declaredFault(probe: Probe): { readonly says: string } | 'unknown' | undefined {
  if (!probe.answered) return NOT_PROVEN.includes(probe.failure.code) ? 'unknown' : { says: 'it brings no answer' };
  if (probe.status === 429) return 'unknown';
  if (probe.status < 200 || probe.status > 299) return { says: `it answers ${probe.status}` };
  if (probe.isHtml) return { says: 'it answers with an HTML page' };
  return probe.isControl ? { says: 'it answers with what the site gives for unknown names' } : undefined;
}

const IN_WORDS = {
  empty: 'it is empty',
  syntax: 'it is not valid JSON',
  oversized: 'it is too large or too deeply nested to read',
} as const;

function isMeantAsJson({ contentType, text }: Extract<Probe, { answered: true }>): boolean {
  return contentType.endsWith('json') || /^\s*[[{]/.test(text.slice(0, 1000).replace(/^\uFEFF/, ''));
}
