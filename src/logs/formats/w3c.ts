import { percentDecoded } from '../../basics/parse-url.ts';
import { countOf, type LogEntry, type LogFormat, secondsOf } from '../entry.ts';
import { anyTime } from '../times.ts';

const [HASH, SPACE, TAB] = [0x23, 0x20, 0x09];
const MAX_FIELDS = 100;
const FIELDS = '#Fields:';

/**
 * Extended log files of the W3C (w3.org/TR/WD-logfile): IIS, with spaces and `+` in user agents, and CloudFront, with
 * tabs and percent-encoding. A line `#Fields:` names the columns, so the format has a state for each file.
 */
export function createW3c(): LogFormat {
  let columns = new Map<string, number>();
  let separator = SPACE;
  let agentColumn = -1;

  const take = (directive: string): void => {
    const names = directive.slice(FIELDS.length).trim().split(/\s/, MAX_FIELDS);
    columns = new Map(names.map((name, at) => [name.toLowerCase(), at]));
    agentColumn = columns.get('cs(user-agent)') ?? -1;
    separator = columns.has('x-edge-result-type') ? TAB : SPACE;
  };

  return {
    name: 'W3C (IIS, CloudFront)',
    writers: ['IIS', 'CloudFront'],
    locate(line, start, end, span) {
      if (line[start] === HASH) {
        const text = line.toString('latin1', start, Math.min(end, start + 4000));
        if (text.startsWith(FIELDS)) take(text);
        return /^#[A-Z][A-Za-z-]{2,20}:/.test(text) ? 'other' : 'no';
      }
      // Dates are `2026-11-27`.
      if (columns.size === 0 || line[start + 4] !== 0x2d || line[start + 7] !== 0x2d) return 'no';
      let column = 0;
      let from = start;
      span.start = 0;
      span.end = 0;
      for (let at = start; at <= end; at += 1) {
        if (at !== end && line[at] !== separator) continue;
        if (column === agentColumn) {
          span.start = from;
          span.end = at;
        }
        column += 1;
        from = at + 1;
      }
      if (column !== columns.size) return 'no';
      if (span.end - span.start === 1) span.start = span.end;
      return 'request';
    },
    decode: (raw) => decodedAgent(raw, separator),
    read(line, start, end): LogEntry | undefined {
      const cells = line.toString('utf8', start, end).split(separator === TAB ? '\t' : ' ');
      const cell = (name: string): string => {
        const at = columns.get(name);
        const value = at === undefined ? '' : (cells[at] ?? '');
        return value === '-' ? '' : value;
      };
      const [date, time, stem, query] = [cell('date'), cell('time'), cell('cs-uri-stem'), cell('cs-uri-query')];
      if (stem === '') return undefined;
      return {
        address: cell('c-ip'),
        timeMs: anyTime(`${date}T${time}Z`),
        method: cell('cs-method'),
        target: query === '' ? stem : `${stem}?${query}`,
        status: countOf(cell('sc-status')),
        bytes: countOf(cell('sc-bytes')),
        userAgent: decodedAgent(cell('cs(user-agent)'), separator),
        // IIS counts milliseconds, CloudFront seconds.
        seconds: secondsOf(cell('time-taken'), separator === TAB ? 1 : 1e-3),
        contentType: cell('sc-content-type') || undefined,
        isChallenge: /^(?:captcha|challenge)/i.test(cell('x-edge-detailed-result-type')) || undefined,
      };
    },
  };
}

// CloudFront encodes twice what came encoded.
const decodedAgent = (raw: string, separator: number): string =>
  separator === TAB ? percentDecoded(percentDecoded(raw)) : raw.replaceAll('+', ' ');
