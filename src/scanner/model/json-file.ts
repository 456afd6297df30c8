import type { FetchFailure, Probe } from '../model/http.ts';
import { isPresent } from '../model/http.ts';
import { parseUntrustedJson } from '../parse/json/untrusted-json.ts';
import { isObject } from '../parse/json-ld/json-ld.ts';

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
  return keys.some((key) => key in value) ? { state: 'read', value } : ABSENT;
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
