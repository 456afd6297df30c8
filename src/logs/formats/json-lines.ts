import { countOf, type LogEntry, type LogFormat } from '../entry.ts';

const [QUOTE, BACKSLASH, SPACE, COLON, OPEN_LIST, OPEN] = [0x22, 0x5c, 0x20, 0x3a, 0x5b, 0x7b];

/** Of `Signature-Agent`, as each format writes the name of the header. */
const SIGNATURE = Buffer.from('ignature');

export type JsonRecord = Readonly<Record<string, unknown>>;

export interface JsonFormat {
  readonly name: string;
  /** Default: `name`. */
  readonly writers?: readonly string[];
  /** Key of the user agent, whose value is a string or a list with one. */
  readonly userAgentKey: string;
  /** A key that no other format has. */
  readonly sign: string;
  /** The value of that key must be an object, because another format has the key with a text. */
  readonly signIsObject?: boolean;
  /** Undefined for a record that is no request. */
  entryOf(record: JsonRecord): LogEntry | undefined;
}

/** A format of one JSON object a line. The user agent is found without parsing: an unescaped key is in no string. */
export function jsonFormat({
  name,
  writers = [name],
  userAgentKey,
  sign,
  signIsObject = false,
  entryOf,
}: JsonFormat): LogFormat {
  const [key, mark] = [Buffer.from(`"${userAgentKey}"`), Buffer.from(`"${sign}"`)];
  const read = (line: Buffer, start: number, end: number): LogEntry | undefined => {
    const record = recordOf(line.toString('utf8', start, end));
    return record === undefined ? undefined : entryOf(record);
  };
  return {
    name,
    writers,
    locate(buffer, start, end, span) {
      if (buffer[start] !== OPEN || buffer[end - 1] !== 0x7d) return 'no';
      const line = buffer.subarray(start, end);
      const signed = line.indexOf(mark);
      if (signed < 0 || (signIsObject && line[valueAt(line, signed + mark.length)] !== OPEN)) return 'no';
      span.start = 0;
      span.end = 0;
      span.maySign = line.includes(SIGNATURE);
      const found = line.indexOf(key);
      if (found < 0) return read(buffer, start, end) === undefined ? 'other' : 'request';
      let at = found + key.length;
      while (line[at] === SPACE || line[at] === COLON || line[at] === OPEN_LIST) at += 1;
      if (line[at] !== QUOTE) return read(buffer, start, end) === undefined ? 'other' : 'request';
      at += 1;
      span.start = start + at;
      while (at < line.length && line[at] !== QUOTE) at += line[at] === BACKSLASH ? 2 : 1;
      if (at >= line.length) return 'no';
      span.end = start + at;
      return 'request';
    },
    decode: decoded,
    read,
  };
}

function valueAt(line: Buffer, from: number): number {
  let at = from;
  while (line[at] === SPACE || line[at] === COLON) at += 1;
  return at;
}

/** One function for all formats, which share the parsed user agents. */
const decoded = (raw: string): string => (raw.includes('\\') ? stringOf(recordOf(`{"v":"${raw}"}`)?.v) : raw);

function recordOf(text: string): JsonRecord | undefined {
  try {
    const value: unknown = JSON.parse(text);
    // Arrays have none of the keys that formats ask for.
    return typeof value === 'object' && value !== null ? (value as JsonRecord) : undefined;
  } catch {
    return undefined;
  }
}

/** A string, the first of a list of strings, or a number as text; else ''. */
export function stringOf(value: unknown): string {
  const one: unknown = Array.isArray(value) ? value[0] : value;
  return typeof one === 'string' ? one : typeof one === 'number' ? String(one) : '';
}

/** `countOf` for a value of JSON, which may be a number or a string. */
export const numberOf = (value: unknown): number =>
  typeof value === 'number' || typeof value === 'string' ? countOf(String(value)) : 0;

/** A member that is an object; an empty one for anything else. */
export const objectOf = (value: unknown): JsonRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonRecord) : {};

/** The members of an object under lower-case names. */
export const lowerCased = (record: JsonRecord): JsonRecord =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name.toLowerCase(), value]));
