/** The list of a census as a stream: lines of any length and kind, each with what becomes of it. */
import { TextDecoder } from 'node:util';
import { quote } from '../../scanner/checks/evidence.ts';
import type { PrivateHostPermit } from '../../scanner/model/http.ts';
import { type AllowedPrivateHost, parseSubmittedUrl, privateHostPermit } from '../../scanner/net/submitted-url.ts';
import { withLikelyScheme } from '../../scanner/parse/url/normalise-url.ts';
import { withoutComment } from '../batch-list.ts';
import { createNameSet } from './name-set.ts';

/** A host of the list, which is to be scanned. */
export interface CensusHost {
  /** Of the list, from 1. */
  readonly line: number;
  /** With the port where it is not the default. */
  readonly host: string;
  /** Its root. */
  readonly url: string;
  readonly permit?: PrivateHostPermit;
  /** The line names no scheme, so http may be tried where nothing answers by https. */
  readonly isSchemeAssumed: boolean;
}

/** Why a line is not scanned. A `refused` one names an address that may not be scanned, as private ones. */
export const SKIPPED = ['too long', 'not text', 'no host', 'duplicate', 'opted out', 'refused'] as const;
export type Skipped = (typeof SKIPPED)[number];

export type ListLine =
  | { readonly is: 'host'; readonly host: CensusHost }
  | {
      readonly is: Skipped;
      readonly line: number;
      /** The line, cut: third-party text. */
      readonly text: string;
    }
  | { readonly is: 'empty' };

export interface ListOptions {
  readonly allowed?: readonly AllowedPrivateHost[];
  /** Whether the owner of a host wants no part in the census. */
  readonly isOptedOut?: (host: string) => boolean;
}

/** More than a URL may have. The rest of a longer line is passed over as it is read. */
const MAX_LINE_BYTES = 4096;
const SHOWN = 100;
const NEWLINE = 0x0a;

/** Each line of a list in turn. Memory does not grow with the length of a line, and by 16 bytes with each host. */
export async function* linesOfList(
  bytes: AsyncIterable<Uint8Array>,
  { allowed = [], isOptedOut = () => false }: ListOptions = {},
): AsyncGenerator<ListLine> {
  const seen = createNameSet();
  let line = 0;
  for await (const { start, isLonger } of rawLines(bytes)) {
    line += 1;
    const { is, text, given } = readLine(start, isLonger);
    if (given === undefined) yield is === 'empty' ? { is } : { is, line, text };
    else yield judge(given, text, line);
  }

  function judge(given: string, text: string, at: number): ListLine {
    const skipped = (is: Skipped): ListLine => ({ is, line: at, text });
    const address = withLikelyScheme(given);
    const submitted = parseSubmittedUrl(address, { allowed });
    if (!submitted.ok) return skipped(submitted.code === 'invalid_url' ? 'no host' : 'refused');
    const { host, origin, hostname } = submitted.url;
    const url = new URL(`${origin}/`);
    const permit = privateHostPermit(url, allowed);
    // Single words are the names of columns.
    if (!/[.:]/.test(hostname) && permit === undefined) return skipped('no host');
    if (isOptedOut(hostname)) return skipped('opted out');
    if (!seen.add(host)) return skipped('duplicate');
    const isSchemeAssumed = address !== given && url.protocol === 'https:';
    return {
      is: 'host',
      host: { line: at, host, url: url.href, isSchemeAssumed, ...(permit === undefined ? {} : { permit }) },
    };
  }
}

interface RawLine {
  /** Its first bytes. */
  readonly start: Uint8Array;
  readonly isLonger: boolean;
}

async function* rawLines(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<RawLine> {
  const start = new Uint8Array(MAX_LINE_BYTES);
  let length = 0;
  const keep = (part: Uint8Array) => {
    if (length < MAX_LINE_BYTES) start.set(part.subarray(0, MAX_LINE_BYTES - length), length);
    length += part.length;
  };
  const take = (): RawLine => {
    const line = { start: start.slice(0, Math.min(length, MAX_LINE_BYTES)), isLonger: length > MAX_LINE_BYTES };
    length = 0;
    return line;
  };
  for await (const chunk of bytes) {
    let begin = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, begin)) {
      keep(chunk.subarray(begin, end));
      yield take();
      begin = end + 1;
    }
    keep(chunk.subarray(begin));
  }
  if (length > 0) yield take();
}

const strict = new TextDecoder('utf-8', { fatal: true });
const lenient = new TextDecoder('utf-8');

/** One line: `given` should name a host. */
function readLine(
  start: Uint8Array,
  isLonger: boolean,
): { readonly is: Skipped | 'empty'; readonly text: string; readonly given?: string } {
  const text = quote(lenient.decode(start), SHOWN);
  if (isLonger) return { is: 'too long', text };
  let decoded: string;
  try {
    decoded = strict.decode(start);
  } catch {
    return { is: 'not text', text };
  }
  if (decoded.includes('\0')) return { is: 'not text', text };
  const named = withoutComment(decoded);
  if (named === '') return { is: 'empty', text };
  return { is: 'no host', text, given: cellWithHost(named) };
}

/** Lists of popular sites are tables, such as `1,example.com` and `https://example.com,1000`: the cell that is no number. */
const cellWithHost = (line: string): string =>
  line
    .split(/[,;\t]/)
    .map((cell) => cell.trim())
    .find((cell) => cell.includes('.') && !/^[\d.]*$/.test(cell)) ?? line;

export type ListCounts = Readonly<Record<Skipped | 'lines' | 'empty' | 'hosts', number>>;

/** Counts the lines that pass through. */
export function createListCounts(): { add(line: ListLine): void; counts(): ListCounts } {
  const counts: Record<keyof ListCounts, number> = {
    lines: 0,
    empty: 0,
    hosts: 0,
    'too long': 0,
    'not text': 0,
    'no host': 0,
    duplicate: 0,
    'opted out': 0,
    refused: 0,
  };
  return {
    add({ is }) {
      counts.lines += 1;
      counts[is === 'host' ? 'hosts' : is] += 1;
    },
    counts: () => ({ ...counts }),
  };
}

/**
 * Reads a list of hosts whose owners opted out: each covers its subdomains too.
 * @returns for a host name, whether it is among them
 */
export async function readOptOuts(
  bytes: AsyncIterable<Uint8Array>,
  allowed: readonly AllowedPrivateHost[] = [],
): Promise<(hostname: string) => boolean> {
  const names = createNameSet();
  for await (const line of linesOfList(bytes, { allowed }))
    if (line.is === 'host') names.add(new URL(line.host.url).hostname);
  return (hostname) => {
    if (names.has(hostname)) return true;
    for (let dot = hostname.indexOf('.'); dot !== -1; dot = hostname.indexOf('.', dot + 1))
      if (names.has(hostname.slice(dot + 1))) return true;
    return false;
  };
}
