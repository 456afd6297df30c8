/** The fields of a signed request as a log has them. */
export interface LoggedSignature {
  /** Host and port that were asked for. */
  readonly host: string;
  /** Default https. */
  readonly scheme: string;
  readonly input: string;
  readonly value: string;
}

/** One request as a log line has it. What a format does not log is undefined. */
export interface LogEntry {
  /** Of the client, as text; '' where unknown. Never leaves this room. */
  readonly address: string;
  /** Unix time in milliseconds; NaN where the line has none that can be read. */
  readonly timeMs: number;
  readonly method: string;
  /** Path with its query, as sent. */
  readonly target: string;
  readonly status: number;
  readonly bytes: number;
  readonly userAgent: string;
  readonly seconds?: number | undefined;
  readonly accept?: string | undefined;
  readonly contentType?: string | undefined;
  /** The Signature-Agent header as sent. */
  readonly signatureAgent?: string | undefined;
  /** Of Web Bot Auth, where the log has all its fields. */
  readonly signature?: LoggedSignature | undefined;
  /** The edge says that it answered with a challenge or block page. */
  readonly isChallenge?: boolean | undefined;
  /** The edge says that it verified the bot, by address or by signature. */
  readonly isVerified?: boolean | undefined;
}

/** Where the user agent is in the line: [start, end) of the buffer. Both equal where the line has none. */
export interface Span {
  start: number;
  end: number;
  /** The line may have a Signature-Agent header, by which an agent is known that sends the user agent of a browser. */
  maySign?: boolean;
}

/**
 * One format of access logs. `locate` runs for every line and allocates nothing where it can; `read` runs only for
 * lines whose user agent is an agent's.
 */
export interface LogFormat {
  readonly name: string;
  /** What writes it, as pages and documents name it. */
  readonly writers: readonly string[];
  /**
   * Whether the line [start, end) has this format, and where its user agent is.
   * @returns 'no' for another format; 'other' for a line of this format that is no request, such as a header
   */
  locate(line: Buffer, start: number, end: number, span: Span): 'request' | 'other' | 'no';
  /** The user agent as `span` has it, decoded. Default: the bytes as they are. */
  decode?(raw: string): string;
  /** The line [start, end). Undefined for one that cannot be read after all. */
  read(line: Buffer, start: number, end: number): LogEntry | undefined;
}

const SPACE = 0x20;

/** `GET /path HTTP/1.1`: the method and the target. Undefined unless it is a request line. */
export function requestOf(line: string): { method: string; target: string } | undefined {
  const first = line.indexOf(' ');
  if (first < 1 || first > 20) return undefined;
  const last = line.lastIndexOf(' ');
  const target =
    last > first && line.startsWith('HTTP/', last + 1) ? line.slice(first + 1, last) : line.slice(first + 1);
  const method = line.slice(0, first);
  return /^[A-Z-]+$/.test(method) && target !== '' ? { method, target } : undefined;
}

const MAX_COUNT = 1e15;

/** A whole number below 10^15, without its fraction; 0 for anything else. */
export function countOf(text: string | undefined): number {
  if (text === undefined || text.length > 25) return 0;
  const number = Number(text);
  return number >= 0 && number < MAX_COUNT ? Math.floor(number) : 0;
}

/** Seconds, not negative, else undefined. */
export function secondsOf(text: string | undefined, factor = 1): number | undefined {
  if (text === undefined || text === '' || text.length > 20) return undefined;
  const number = Number(text) * factor;
  return Number.isFinite(number) && number >= 0 ? number : undefined;
}

const isDigit = (byte: number | undefined): boolean => byte !== undefined && byte >= 0x30 && byte <= 0x39;

/** Whether three digits and a space, or the end of the line, are at `at`. */
export const isStatusAt = (line: Buffer, at: number, end: number): boolean =>
  isDigit(line[at]) && isDigit(line[at + 1]) && isDigit(line[at + 2]) && (at + 3 === end || line[at + 3] === SPACE);
