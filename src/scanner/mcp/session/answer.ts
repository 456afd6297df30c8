import type { Answer } from '../../model/http.ts';
import type { McpExchange } from '../../model/mcp.ts';
import type { FetchResult } from '../../net/fetch-types.ts';
import { countValues, isBatch, isResponseTo, keepStray, type Message, parseMessages, pickMessage } from './message.ts';

const EVENT_STREAM = 'text/event-stream';
const TEXT_CHARS = 4096;
/** No character of UTF-8 is longer. */
const MAX_CHAR_BYTES = 4;

type Unanswered = Extract<McpExchange, { answered: false }>;

interface AnswerReader {
  /** For FetchRequest: ends a stream with the awaited event, or with the first one too many. */
  readUntil(soFar: Uint8Array, answer: Answer): boolean;
  /** Decoded bytes seen, also of an answer that failed. */
  readonly bytes: number;
  /** JSON values parsed. */
  readonly values: number;
  /** What the answer amounts to. `reasonOf` tells the reasons apart that only the sender knows. */
  toExchange(result: FetchResult, reasonOf: (failure: Unanswered['failure']) => Unanswered['reason']): McpExchange;
}

/**
 * Reads one answer, of either media type.
 * @param awaits what ends a stream: the response to `sentId`, or whatever event comes first
 */
export function createAnswerReader({
  sentId,
  awaits,
  maxEvents,
  maxValues,
  redact,
}: {
  sentId: number | undefined;
  awaits: 'response' | 'event';
  maxEvents: number;
  maxValues: number;
  /** Takes out of a text of the server what must not be kept. */
  redact(text: string): string;
}): AnswerReader {
  const readEvents = createEventReader();
  const names: string[] = [];
  const messages: Message[] = [];
  const strays: string[] = [];
  const inBatches = new Set<Message>();
  let bytes = 0;
  let values = 0;
  let tooMuch: keyof typeof TOO_MUCH | undefined;

  function parse(raw: string): Message[] {
    const text = redact(raw);
    values += countValues(text);
    if (values > maxValues) {
      tooMuch = 'too_large';
      return [];
    }
    const found = parseMessages(text);
    if (isBatch(text)) for (const message of found) inBatches.add(message);
    return found;
  }

  return {
    get bytes() {
      return bytes;
    },
    get values() {
      return values;
    },
    readUntil(soFar, { contentType }) {
      bytes = soFar.length;
      if (contentType !== EVENT_STREAM) return false;
      for (const { name, data } of readEvents(soFar)) {
        if (names.length === maxEvents) tooMuch = 'events';
        if (tooMuch !== undefined) return true;
        names.push(name);
        const found = parse(data);
        messages.push(...found);
        if (found.length === 0) keepStray(strays, redact(data));
        if (awaits === 'event' || found.some((message) => isResponseTo(message, sentId))) return true;
      }
      return false;
    },
    toExchange(result, reasonOf) {
      if (!result.ok) return { answered: false, reason: reasonOf(result.failure), failure: result.failure };
      const { answer, body, firstByteMs, totalMs } = result;
      const found = answer.contentType === EVENT_STREAM ? messages : parse(decode(body));
      if (tooMuch !== undefined) {
        return { answered: false, reason: tooMuch, failure: { code: 'too_large', message: TOO_MUCH[tooMuch] } };
      }
      const message = pickMessage(found, sentId);
      return {
        answered: true,
        status: answer.status,
        headers: Object.fromEntries(Object.entries(answer.headers).map(([name, value]) => [name, redact(value)])),
        contentType: answer.contentType,
        message,
        ...(message !== undefined && inBatches.has(message) ? { isBatch: true } : {}),
        ...(strays.length === 0 ? {} : { strays }),
        sentId,
        text: redact(decode(body.subarray(0, TEXT_CHARS * MAX_CHAR_BYTES))).slice(0, TEXT_CHARS),
        events: names,
        bodyBytes: body.length,
        firstByteMs,
        totalMs,
      };
    },
  };
}

const TOO_MUCH = {
  events: 'the answer has too many server-sent events',
  too_large: 'the answer has too many JSON values',
} as const;

const decode = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

const LF = 0x0a;
const CR = 0x0d;
const COLON = 0x3a;
const SPACE = 0x20;
const MARK = [0xef, 0xbb, 0xbf];

export interface ServerSentEvent {
  /** 'message' where unnamed. */
  readonly name: string;
  readonly data: string;
}

/**
 * Reads server-sent events out of a body as it grows (HTML standard, section 9.2.6). It is handed the whole body so far
 * and looks at each byte once, so that a stream in single bytes costs no more than one in large chunks. Comments are no
 * events, and what the body ends in the middle of is none.
 */
export function createEventReader(): (soFar: Uint8Array) => ServerSentEvent[] {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let at = 0;
  let lineStart = 0;
  let afterCr = false;
  let name = '';
  let data: string[] = [];

  function endLine(line: Uint8Array): ServerSentEvent | undefined {
    if (line.length === 0) {
      const event = data.length === 0 ? undefined : { name: name === '' ? 'message' : name, data: data.join('\n') };
      name = '';
      data = [];
      return event;
    }
    const colon = line.indexOf(COLON);
    // A comment may be long; there is no need to decode it.
    if (colon === 0) return undefined;
    const field = decoder.decode(colon === -1 ? line : line.subarray(0, colon));
    const valueStart = colon === -1 ? line.length : colon + (line[colon + 1] === SPACE ? 2 : 1);
    if (field === 'data') data.push(decoder.decode(line.subarray(valueStart)));
    else if (field === 'event') name = decoder.decode(line.subarray(valueStart));
    return undefined;
  }

  return (soFar) => {
    const events: ServerSentEvent[] = [];
    if (lineStart === 0 && MARK.every((byte, index) => soFar[index] === byte)) lineStart = MARK.length;
    for (; at < soFar.length; at += 1) {
      const byte = soFar[at];
      if (byte !== LF && byte !== CR) {
        afterCr = false;
        continue;
      }
      // The second half of a line end in two bytes.
      if (byte === LF && afterCr) lineStart = at + 1;
      else {
        const event = endLine(soFar.subarray(lineStart, at));
        if (event !== undefined) events.push(event);
        lineStart = at + 1;
      }
      afterCr = byte === CR;
    }
    return events;
  };
}
