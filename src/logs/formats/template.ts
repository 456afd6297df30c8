import { ConfigError } from '../../errors.ts';
import { clientAddress } from '../client-address.ts';
import { countOf, type LogEntry, type LogFormat, requestOf, secondsOf } from '../entry.ts';
import { loggedSignature } from '../signed-request.ts';
import { anyTime } from '../times.ts';

const MAX_FORMAT = 2000;
const MAX_VARIABLES = 60;

interface Piece {
  readonly variable: string;
  /** Text up to the next variable; '' for the last one takes the rest. */
  readonly after: string;
}

/**
 * A format as nginx's `log_format` writes it: `$variable`s with text between them. A value ends where the text behind
 * its variable first follows; a value in quotes may hold escaped ones.
 * @throws ConfigError for one that cannot be used
 */
export function createTemplate(format: string): LogFormat {
  const { before, pieces } = compile(format);
  const values = (text: string): Map<string, string> | undefined => {
    if (!text.startsWith(before)) return undefined;
    const found = new Map<string, string>();
    let at = before.length;
    for (const [index, { variable, after }] of pieces.entries()) {
      const isLast = index === pieces.length - 1;
      const end = isLast && after === '' ? text.length : endOf(text, at, after);
      if (end < 0) return undefined;
      found.set(variable, text.slice(at, end));
      at = end + after.length;
    }
    return found;
  };
  return {
    name: '--format',
    writers: [],
    locate(line, start, end, span) {
      const text = line.toString('latin1', start, end);
      const found = values(text);
      if (found === undefined || !/^\d{3}$/.test(found.get('status') ?? '')) return 'no';
      const agent = found.get('http_user_agent') ?? '';
      span.maySign = (found.get('http_signature_agent') ?? '-') !== '-';
      // The value is a part of the line, so its place is found again.
      const isEmpty = agent === '' || agent === '-';
      span.start = isEmpty ? 0 : start + text.lastIndexOf(agent);
      span.end = isEmpty ? 0 : span.start + agent.length;
      return 'request';
    },
    read(line, start, end): LogEntry | undefined {
      const found = values(line.toString('utf8', start, end));
      if (found === undefined) return undefined;
      const value = (...names: string[]): string => {
        for (const name of names) {
          const each = found.get(name);
          if (each !== undefined && each !== '' && each !== '-') return each;
        }
        return '';
      };
      const request = requestOf(value('request'));
      return {
        address: clientAddress(value('remote_addr'), value('http_cf_connecting_ip', 'http_x_real_ip')),
        timeMs: anyTime(value('time_iso8601', 'time_local', 'msec')),
        method: value('request_method') || (request?.method ?? ''),
        target: value('request_uri') || (request?.target ?? value('uri')),
        status: countOf(value('status')),
        bytes: countOf(value('body_bytes_sent', 'bytes_sent')),
        userAgent: value('http_user_agent'),
        seconds: secondsOf(value('request_time')),
        accept: value('http_accept') || undefined,
        contentType: value('sent_http_content_type') || undefined,
        signatureAgent: unescaped(value('http_signature_agent')) || undefined,
        signature: loggedSignature(
          value('host', 'http_host', 'server_name'),
          value('scheme'),
          unescaped(value('http_signature_input')),
          unescaped(value('http_signature')),
        ),
      };
    },
  };
}

/** As nginx escapes values by default: `\\x22` for a quote. */
const unescaped = (text: string): string =>
  text.replace(/\\x([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

function endOf(text: string, from: number, after: string): number {
  let end = text.indexOf(after, from);
  while (end > from && after.startsWith('"') && isEscaped(text, end)) end = text.indexOf(after, end + 1);
  return end;
}

function isEscaped(text: string, at: number): boolean {
  let count = 0;
  while (text[at - 1 - count] === '\\') count += 1;
  return count % 2 === 1;
}

function compile(format: string): { before: string; pieces: Piece[] } {
  const fault = (why: string) =>
    new ConfigError(`--format: ${why}. Expected the line of log_format in nginx's configuration.`);
  if (format.length > MAX_FORMAT) throw fault(`more than ${MAX_FORMAT} characters`);
  // `log_format main '…' '…';` is taken as it is written in the configuration.
  const quoted = [...format.matchAll(/'([^']*)'/g)].map(([, inside = '']) => inside);
  const text = /^\s*log_format\s/.test(format) ? quoted.join('') : format;
  const [before = '', ...parts] = text.split('$');
  const pieces = parts.map((part) => {
    const name = /^\{?(\w+)\}?/.exec(part);
    return { variable: name?.[1] ?? '', after: part.slice(name?.[0].length ?? 0) };
  });
  if (pieces.length > MAX_VARIABLES) throw fault(`more than ${MAX_VARIABLES} variables`);
  const names = new Set(pieces.map(({ variable }) => variable));
  const hasRequest = names.has('request') || names.has('request_uri');
  if (!names.has('http_user_agent') || !names.has('status') || !hasRequest)
    throw fault('it needs $http_user_agent, $status and $request or $request_uri');
  const touching = pieces.find(({ after }, at) => after === '' && at < pieces.length - 1);
  if (touching !== undefined) throw fault(`$${touching.variable} has no text between it and the next variable`);
  return { before, pieces };
}
