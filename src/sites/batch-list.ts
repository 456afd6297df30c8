/** A list of sites as people write it, and the lines of a batch that are made of it: pure. */
import { quote } from '../scanner/checks/evidence.ts';
import { normalisedRoot, parseSubmittedUrl } from '../scanner/net/submitted-url.ts';
import { withLikelyScheme } from '../scanner/parse/url/normalise-url.ts';

export const LINE_STATES = ['waiting', 'running', 'completed', 'failed', 'cancelled', 'refused', 'duplicate'] as const;
export type LineState = (typeof LINE_STATES)[number];

/** One line of a list. */
export interface BatchLine {
  /** As written, shortened: third-party text. */
  readonly text: string;
  /** Undefined for a line that is no URL. */
  readonly rootUrl?: string;
  readonly state: LineState;
  readonly scanId?: string;
  /** Why it is refused, or has no watch, in trusted text. */
  readonly reason?: string;
  /** Of a duplicate: the line that is scanned, from 1. */
  readonly sameAs?: number;
}

const MAX_URL = 2000;
const MAX_SHOWN = 200;

/**
 * The lines of a text that name a site: one URL a line, `#` begins a comment. A line of any length is one line, cut
 * behind the length at which it is refused.
 */
export function listedIn(text: string): string[] {
  const named: string[] = [];
  for (let begin = 0; begin <= text.length; ) {
    const end = text.indexOf('\n', begin);
    const line = text.slice(begin, Math.min(end === -1 ? text.length : end, begin + 2 * MAX_URL));
    const url = withoutComment(line);
    if (url !== '') named.push(url);
    if (end === -1) break;
    begin = end + 1;
  }
  return named;
}

/** What a line of a list says in front of a `#`, without the space around it. */
export const withoutComment = (line: string): string => line.replace(/(^|\s)#.*/, '').trim();

/** The lines of a batch, in the order of the list. Each root URL is scanned once. */
export function linesOf(listed: readonly string[]): BatchLine[] {
  const first = new Map<string, number>();
  return listed.map((given, at) => {
    const text = quote(withoutCredentials(given), MAX_SHOWN);
    if (given.length > MAX_URL) return refused(text, `Longer than ${MAX_URL} characters.`);
    // Only the syntax is checked here. Permission to scan is checked when the line is scanned, with the rights of that time.
    const url = withLikelyScheme(given.trim());
    const submitted = parseSubmittedUrl(url, { field: 'The line' });
    if (!submitted.ok && submitted.code === 'invalid_url') return refused(text, submitted.message);
    const rootUrl = submitted.ok ? submitted.url.href : (normalisedRoot(url) ?? url);
    const sameAs = first.get(rootUrl);
    if (sameAs !== undefined) return { text, rootUrl, state: 'duplicate', sameAs };
    first.set(rootUrl, at + 1);
    return { text, rootUrl, state: 'waiting' };
  });
}

/** A user name and a password in front of a host are kept nowhere. */
function withoutCredentials(given: string): string {
  const scheme = given.indexOf('://');
  const begin = scheme === -1 ? 0 : scheme + 3;
  const length = given.slice(begin).search(/[/?#]/);
  const end = length === -1 ? given.length : begin + length;
  const at = given.lastIndexOf('@', end - 1);
  return at < begin ? given : `${given.slice(0, begin)}…@${given.slice(at + 1)}`;
}

const refused = (text: string, reason: string): BatchLine => ({ text, state: 'refused', reason });

export type LineCounts = Readonly<Record<LineState, number>>;

export function countsOf(lines: readonly Pick<BatchLine, 'state'>[]): LineCounts {
  const counts: Record<LineState, number> = {
    waiting: 0,
    running: 0,
    completed: 0,
    failed: 0,
    cancelled: 0,
    refused: 0,
    duplicate: 0,
  };
  for (const { state } of lines) counts[state] += 1;
  return counts;
}
