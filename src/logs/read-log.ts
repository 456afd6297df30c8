import { pluralize } from '../scanner/pluralize.ts';
import { type Claim, type ClaimOf, claimOfSigner, createClaims } from './agents.ts';
import { type Aggregate, type AggregateOptions, createAggregate, type Totals } from './aggregate.ts';
import type { LogEntry, LogFormat, Span } from './entry.ts';
import { formatsOf } from './formats/formats.ts';
import type { Identities } from './identity.ts';
import { ArchiveBomb, CannotUnpack } from './unpack.ts';

/** Longer lines are no requests: nginx and Apache take headers of 8 KiB. */
const MAX_LINE_BYTES = 64 * 1024;
/** Numbers of unreadable lines that are kept. */
const MAX_EXAMPLES = 5;
/** Requests that wait for DNS together. */
const MAX_PENDING = 1_000;
const DNS_AT_ONCE = 16;
const NEWLINE = 0x0a;

export interface ReadOptions extends AggregateOptions {
  /** A `log_format` of nginx; default: the format is recognised. */
  readonly format?: string | undefined;
  /** Requests before are left out (Unix time in milliseconds). */
  readonly sinceMs?: number | undefined;
  readonly identities: Identities;
  /** Unpacked bytes that are read at most, over all sources. */
  readonly maxBytes?: number;
  readonly signal?: AbortSignal | undefined;
}

/** A file or a pipe: bytes that are unpacked already. */
export interface LogSource {
  /** For messages: the name of a file, in trusted text. */
  readonly name: string;
  /** The stream may reject: what came before counts. A chunk may use the memory of the one before again. */
  readonly chunks: AsyncIterable<Uint8Array>;
}

/** A file that lost its end while it was read. */
export class Shortened extends Error {}

export interface LineCounts {
  lines: number;
  requests: number;
  agents: number;
  withoutUserAgent: number;
  beforePeriod: number;
  notRequests: number;
  unreadable: number;
  tooLong: number;
  /** 1-based numbers of the first unreadable lines, over all sources. */
  readonly unreadableAt: number[];
  bytes: number;
}

export interface ReadLog {
  readonly counts: LineCounts;
  readonly formats: ReadonlyMap<string, number>;
  readonly totals: Totals;
  /** The parts left out, a sentence each, in trusted text. */
  readonly leftOut: readonly string[];
  /** A source was packed in a way that this Node cannot unpack. */
  readonly cannotUnpack: boolean;
}

/**
 * Reads logs as streams, in bounded memory. Lines of people are counted and dropped before any of their text is kept.
 * Rejects only when `signal` is aborted.
 */
export async function readLog(sources: readonly LogSource[], options: ReadOptions): Promise<ReadLog> {
  const reader = createReader(options);
  const { maxBytes = Number.POSITIVE_INFINITY, signal } = options;
  const leftOut: string[] = [];
  let cannotUnpack = false;
  for (const { name, chunks } of sources) {
    reader.begin();
    try {
      for await (const chunk of chunks) {
        signal?.throwIfAborted();
        await reader.take(chunk);
        if (reader.counts.bytes > maxBytes) {
          leftOut.push(`${name}: more than ${Math.round(maxBytes / 1e6)} MB; the rest was not read.`);
          break;
        }
      }
    } catch (error) {
      signal?.throwIfAborted();
      if (error instanceof CannotUnpack) {
        cannotUnpack = true;
        leftOut.push(`${name} was not read: ${error.message}`);
      } else leftOut.push(`${name}: ${whyItEnds(error)}; what comes after it was not read.`);
    }
    await reader.flush();
    if (reader.counts.bytes > maxBytes) break;
  }
  const { counts } = reader;
  if (counts.unreadable > 0)
    leftOut.push(
      `${counts.unreadable} of ${counts.lines} lines have no known format, the first at ${counts.unreadableAt.length === 1 ? 'line' : 'lines'} ${counts.unreadableAt.join(', ')}.`,
    );
  if (counts.tooLong > 0) leftOut.push(`Lines longer than ${MAX_LINE_BYTES / 1024} KiB: ${counts.tooLong}.`);
  if (options.identities.skipped > 0)
    leftOut.push(`DNS was not asked about ${options.identities.skipped} requests: there were too many addresses.`);
  if (options.identities.unanswered > 0)
    leftOut.push(
      `DNS gave no answer about ${pluralize(options.identities.unanswered, 'client')}, so their requests count as unproven. Check the resolver of this machine.`,
    );
  return { counts, formats: reader.formats, totals: reader.end(), leftOut, cannotUnpack };
}

function whyItEnds(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (error instanceof Shortened) return 'it was shortened while it was read, as copytruncate does';
  if (error instanceof ArchiveBomb) return 'it unpacks to more than 200 times its size, as no log does';
  if (code === 'Z_BUF_ERROR' || code === 'ERR_UNEXPECTED_EOF') return 'the compressed data ends too early';
  if (/^Z_|^ERR_BROTLI|^ERR__ERROR|^ERR_PADDING|^ERR_ZSTD/.test(code)) return 'the compressed data is damaged';
  if (code === 'EISDIR') return 'it is a folder';
  return /^E[A-Z]+$/.test(code) ? `it cannot be read (${code})` : 'the stream broke off';
}

interface Reader {
  begin(): void;
  take(chunk: Uint8Array): Promise<void>;
  /** Reads the last line of a source, which may have no end. */
  flush(): Promise<void>;
  end(): Totals;
  readonly counts: LineCounts;
  readonly formats: ReadonlyMap<string, number>;
}

const asItIs = (raw: string): string => raw;

interface Tried {
  readonly format: LogFormat;
  readonly claimOf: ClaimOf;
  lines: number;
}

function createReader({ format, sinceMs, identities, ...aggregating }: ReadOptions): Reader {
  const aggregate: Aggregate = createAggregate(aggregating);
  const counts: LineCounts = {
    lines: 0,
    requests: 0,
    agents: 0,
    withoutUserAgent: 0,
    beforePeriod: 0,
    notRequests: 0,
    unreadable: 0,
    tooLong: 0,
    unreadableAt: [],
    bytes: 0,
  };
  const formats = new Map<string, number>();
  const claims = new WeakMap<NonNullable<LogFormat['decode']>, ClaimOf>();
  const span: Span = { start: 0, end: 0 };
  let tried: Tried[] = [];
  let rest: Buffer = Buffer.alloc(0);
  /** Inside a line that is too long: all up to the next line end is dropped. */
  let isSkipping = false;
  let pending: { entry: LogEntry; claim: Claim }[] = [];

  /** Formats that decode alike share a memory, over all sources. */
  const claimsOf = ({ decode = asItIs }: LogFormat): ClaimOf => {
    const claimOf = claims.get(decode) ?? createClaims(decode);
    claims.set(decode, claimOf);
    return claimOf;
  };
  const locate = (line: Buffer, start: number, end: number): 'request' | 'other' | undefined => {
    span.maySign = false;
    for (let at = 0; at < tried.length; at += 1) {
      const each = tried[at];
      const found = each?.format.locate(line, start, end, span);
      if (each === undefined || found === undefined || found === 'no') continue;
      if (at > 0) tried = [each, ...tried.filter((other) => other !== each)];
      return found;
    }
    return undefined;
  };
  const unreadable = (): void => {
    counts.unreadable += 1;
    if (counts.unreadableAt.length < MAX_EXAMPLES) counts.unreadableAt.push(counts.lines);
  };
  const takeLine = (line: Buffer, start: number, lineEnd: number): void => {
    const end = line[lineEnd - 1] === 0x0d ? lineEnd - 1 : lineEnd;
    if (end <= start) return;
    counts.lines += 1;
    if (end - start > MAX_LINE_BYTES) {
      counts.tooLong += 1;
      return;
    }
    const found = locate(line, start, end);
    const current = tried[0];
    if (found === undefined || current === undefined) {
      unreadable();
      return;
    }
    current.lines += 1;
    if (found === 'other') {
      counts.notRequests += 1;
      return;
    }
    const isEmpty = span.end <= span.start;
    const named = isEmpty ? undefined : current.claimOf(line, span.start, span.end);
    if (named === undefined && sinceMs === undefined && span.maySign !== true) {
      counts.requests += 1;
      if (isEmpty) counts.withoutUserAgent += 1;
      return;
    }
    const entry = current.format.read(line, start, end);
    if (entry === undefined) {
      unreadable();
      return;
    }
    if (sinceMs !== undefined && entry.timeMs < sinceMs) {
      counts.beforePeriod += 1;
      return;
    }
    counts.requests += 1;
    if (isEmpty) counts.withoutUserAgent += 1;
    const claim = named ?? claimOfSigner(entry.signatureAgent);
    if (claim === undefined) return;
    counts.agents += 1;
    const identity = identities.of(claim, entry);
    if (identity === undefined) pending.push({ entry, claim });
    else aggregate.add(entry, claim, identity);
  };
  const askPending = async (): Promise<void> => {
    const waiting = pending;
    pending = [];
    for (let at = 0; at < waiting.length; at += DNS_AT_ONCE) {
      await Promise.all(waiting.slice(at, at + DNS_AT_ONCE).map(({ claim, entry }) => identities.ask(claim, entry)));
    }
    for (const { claim, entry } of waiting) {
      aggregate.add(entry, claim, identities.of(claim, entry) ?? 'unverifiable');
    }
  };
  const note = (): void => {
    for (const each of tried) {
      if (each.lines > 0) formats.set(each.format.name, (formats.get(each.format.name) ?? 0) + each.lines);
      each.lines = 0;
    }
  };

  return {
    counts,
    formats,
    begin() {
      note();
      tried = formatsOf(format).map((each) => ({ format: each, claimOf: claimsOf(each), lines: 0 }));
      rest = Buffer.alloc(0);
      isSkipping = false;
    },
    async take(chunk) {
      counts.bytes += chunk.length;
      const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length);
      let start = 0;
      if (rest.length > 0 || isSkipping) {
        const first = bytes.indexOf(NEWLINE);
        if (first === -1) {
          if (!isSkipping) rest = Buffer.concat([rest, bytes]);
          if (rest.length <= MAX_LINE_BYTES) return;
          if (!isSkipping) {
            counts.lines += 1;
            counts.tooLong += 1;
          }
          isSkipping = true;
          rest = Buffer.alloc(0);
          return;
        }
        if (!isSkipping) {
          const line = Buffer.concat([rest, bytes.subarray(0, first)]);
          takeLine(line, 0, line.length);
        }
        isSkipping = false;
        rest = Buffer.alloc(0);
        start = first + 1;
      }
      for (;;) {
        const end = bytes.indexOf(NEWLINE, start);
        if (end === -1) break;
        takeLine(bytes, start, end);
        start = end + 1;
        if (pending.length >= MAX_PENDING) await askPending();
      }
      // A copy: the stream may use the memory of the chunk again.
      rest = Buffer.from(bytes.subarray(start));
      if (pending.length > 0) await askPending();
    },
    async flush() {
      if (rest.length > 0 && !isSkipping) takeLine(rest, 0, rest.length);
      rest = Buffer.alloc(0);
      await askPending();
    },
    end() {
      note();
      return aggregate.end();
    },
  };
}
