import { type Claim, type ClaimOf, claimOfSigner, createClaims } from './agents.ts';
import type { LogEntry, LogFormat, Span } from './entry.ts';
import { formatsOf } from './formats/formats.ts';
import { MAX_LINE_BYTES } from './split-lines.ts';

/** Numbers of unreadable lines that are kept. */
const MAX_EXAMPLES = 5;

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

const noCounts = (): LineCounts => ({
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
});

const asItIs = (raw: string): string => raw;

interface Tried {
  readonly format: LogFormat;
  readonly claimOf: ClaimOf;
  lines: number;
}

interface LineOptions {
  /** A `log_format` of nginx; default: the format is recognised. */
  readonly format?: string | undefined;
  /** Requests before are left out (Unix time in milliseconds). */
  readonly sinceMs?: number | undefined;
  /** Takes the requests of agents. */
  onRequest(entry: LogEntry, claim: Claim): void;
}

/** Reads lines of a log, and counts them by what they are. */
interface LineReader {
  readonly counts: LineCounts;
  /** Lines by the name of their format, of the sources that ended. */
  readonly formats: ReadonlyMap<string, number>;
  /** Begins a new source. */
  begin(): void;
  /** Takes the bytes of a line from `start` to before `lineEnd`, and keeps none of them. */
  take(line: Buffer, start: number, lineEnd: number): void;
  takeTooLong(): void;
  /** Ends the last source. */
  end(): void;
}

export function createLineReader({ format, sinceMs, onRequest }: LineOptions): LineReader {
  const counts = noCounts();
  const formats = new Map<string, number>();
  const claims = new WeakMap<NonNullable<LogFormat['decode']>, ClaimOf>();
  const span: Span = { start: 0, end: 0 };
  let tried: Tried[] = [];

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
  const takeTooLong = (): void => {
    counts.lines += 1;
    counts.tooLong += 1;
  };
  const endSource = (): void => {
    for (const each of tried) {
      if (each.lines > 0) formats.set(each.format.name, (formats.get(each.format.name) ?? 0) + each.lines);
      each.lines = 0;
    }
  };
  /** A request at the place where `span` says that its User-Agent is. */
  const takeRequest = (line: Buffer, start: number, end: number, { format, claimOf }: Tried): void => {
    const isEmpty = span.end <= span.start;
    const named = isEmpty ? undefined : claimOf(line, span.start, span.end);
    if (named === undefined && sinceMs === undefined && span.maySign !== true) {
      counts.requests += 1;
      if (isEmpty) counts.withoutUserAgent += 1;
      return;
    }
    const entry = format.read(line, start, end);
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
    onRequest(entry, claim);
  };

  return {
    counts,
    formats,
    begin() {
      endSource();
      tried = formatsOf(format).map((each) => ({ format: each, claimOf: claimsOf(each), lines: 0 }));
    },
    take(line, start, lineEnd) {
      const end = line[lineEnd - 1] === 0x0d ? lineEnd - 1 : lineEnd;
      if (end <= start) return;
      if (end - start > MAX_LINE_BYTES) {
        takeTooLong();
        return;
      }
      counts.lines += 1;
      const found = locate(line, start, end);
      const current = tried[0];
      if (found === undefined || current === undefined) {
        unreadable();
        return;
      }
      current.lines += 1;
      if (found === 'other') counts.notRequests += 1;
      else takeRequest(line, start, end, current);
    },
    takeTooLong,
    end: endSource,
  };
}
