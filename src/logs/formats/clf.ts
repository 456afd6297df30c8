import { clientAddress } from '../client-address.ts';
import { countOf, isStatusAt, type LogEntry, type LogFormat, requestOf, type Span, secondsOf } from '../entry.ts';
import { clfTime } from '../times.ts';

const [QUOTE, BACKSLASH, SPACE, OPEN, CLOSE, SLASH, COLON, DASH] = [0x22, 0x5c, 0x20, 0x5b, 0x5d, 0x2f, 0x3a, 0x2d];
/** Host, address, identity and user in front of the time. */
const MAX_BEFORE_TIME = 600;
/** `[27/Nov/2026:10:15:30 +0100]` */
const TIME_LENGTH = 28;

/** Index of the quote that ends a string, whose quotes are escaped with a backslash; -1 without one. */
function endOfQuoted(line: Buffer, from: number, end: number): number {
  let at = from;
  while (at < end && line[at] !== QUOTE) at += 1;
  if (at >= end) return -1;
  // Few strings have a quote or a backslash at their end, so most are read with one comparison a byte.
  return at > from && line[at - 1] === BACKSLASH ? endOfEscaped(line, from, end) : at;
}

function endOfEscaped(line: Buffer, from: number, end: number): number {
  for (let at = from; at < end; at += 1) {
    const byte = line[at];
    if (byte === QUOTE) return at;
    if (byte === BACKSLASH) at += 1;
  }
  return -1;
}

function timeAt(line: Buffer, start: number, end: number): number {
  const last = Math.min(end - TIME_LENGTH, start + MAX_BEFORE_TIME);
  for (let at = start; at <= last; at += 1) {
    if (line[at] !== OPEN) continue;
    if (line[at + 3] === SLASH && line[at + 7] === SLASH && line[at + 12] === COLON && line[at + 27] === CLOSE)
      return at;
  }
  return -1;
}

/**
 * The logs of Apache and nginx, and others that write the same: common, combined, with the virtual host in front, and
 * with further members behind (X-Forwarded-For, a request time).
 */
export const CLF: LogFormat = {
  name: 'Apache or nginx',
  writers: ['Apache', 'nginx'],
  locate(line, start, end, span) {
    const time = timeAt(line, start, end);
    if (time < 0) return 'no';
    const request = time + TIME_LENGTH + 1;
    if (line[request - 1] !== SPACE || line[request] !== QUOTE) return 'no';
    const requestEnd = endOfQuoted(line, request + 1, end);
    if (requestEnd < 0 || line[requestEnd + 1] !== SPACE) return 'no';
    if (!isStatusAt(line, requestEnd + 2, end)) return 'no';
    span.start = 0;
    span.end = 0;
    let at = requestEnd + 6;
    while (at < end && line[at] !== SPACE) at += 1;
    if (at + 1 >= end || line[at + 1] !== QUOTE) return 'request';
    const refererEnd = endOfQuoted(line, at + 2, end);
    if (refererEnd < 0 || line[refererEnd + 1] !== SPACE || line[refererEnd + 2] !== QUOTE) return 'request';
    const agentEnd = endOfQuoted(line, refererEnd + 3, end);
    if (agentEnd < 0) return 'no';
    span.start = refererEnd + 3;
    span.end = agentEnd;
    if (span.end - span.start === 1 && line[span.start] === DASH) span.start = span.end;
    return 'request';
  },
  read: readClf,
};

const span: Span = { start: 0, end: 0 };

function readClf(line: Buffer, start: number, end: number): LogEntry | undefined {
  if (CLF.locate(line, start, end, span) !== 'request') return undefined;
  const time = timeAt(line, start, end);
  const requestEnd = endOfQuoted(line, time + TIME_LENGTH + 2, end);
  const request = requestOf(unescaped(line.toString('utf8', time + TIME_LENGTH + 2, requestEnd)));
  const before = line.toString('utf8', start, time).trim().split(' ');
  // With the virtual host in front there are four words, and the second is the address.
  const hasHost = before.length > 3 && !isAddress(before[0]) && isAddress(before[1]);
  const [status, bytes] = line.toString('latin1', requestEnd + 2, Math.min(end, requestEnd + 30)).split(' ', 2);
  const rest = span.end > span.start ? line.toString('utf8', span.end + 1, end).trim() : '';
  const address = (hasHost ? before[1] : before[0]) ?? '';
  return {
    address: clientAddress(address, forwardedOf(rest)),
    timeMs: clfTime(line.toString('latin1', time + 1, time + TIME_LENGTH - 1)),
    // A request that is no HTTP is logged as its bytes.
    method: request?.method ?? '',
    target: request?.target ?? '',
    status: countOf(status),
    bytes: countOf(bytes),
    userAgent: line.toString('utf8', span.start, span.end),
    seconds: timeOf(rest),
  };
}

const isAddress = (text = ''): boolean => /^(?:\d{1,3}(?:\.\d{1,3}){3}|[0-9a-f]*:[0-9a-f:.]+)$/i.test(text);

/** The escapes of nginx (`\x22`) and Apache (`\"`). */
const unescaped = (text: string): string =>
  text.includes('\\')
    ? text.replace(/\\x([0-9A-Fa-f]{2})|\\(["\\])/g, (_, hex: string | undefined, char: string) =>
        hex === undefined ? char : String.fromCharCode(Number.parseInt(hex, 16)),
      )
    : text;

/** The last address of an X-Forwarded-For right behind the user agent: the nearest proxy added it. */
function forwardedOf(rest: string): string | undefined {
  if (!rest.startsWith('"')) return undefined;
  const last = rest
    .slice(1, Math.max(1, rest.indexOf('"', 1)))
    .split(',')
    .at(-1)
    ?.trim();
  return isAddress(last) ? last : undefined;
}

/** A request time behind the user agent: `rt=0.123`, a decimal of seconds, or Traefik's `12ms`. A whole number is anything. */
function timeOf(rest: string): number | undefined {
  for (const word of rest.slice(0, 500).split(' ')) {
    if (/^(?:rt|request_time|urt)=/.test(word))
      return secondsOf(word.slice(word.indexOf('=') + 1).replace(/[",]/g, ''));
    if (/^\d{1,5}\.\d{3,6}$/.test(word)) return secondsOf(word);
    if (/^\d{1,9}ms$/.test(word)) return secondsOf(word.slice(0, -2), 1e-3);
  }
  return undefined;
}
