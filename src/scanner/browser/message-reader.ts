/**
 * Splits the DevTools protocol of a pipe into messages. Pages decide how long some of them are (what they write into the console,
 * throw, or register), so a message that is too long is never held as a whole, nor parsed.
 */

/** Of what the browser tells by itself. */
const MAX_EVENT_BYTES = 1_000_000;
/** Of what it was asked for: a snapshot, a picture. */
const MAX_ANSWER_BYTES = 24_000_000;
const HEAD_BYTES = 40;
const END = 0;

export interface MessageReaderParts {
  readonly onMessage: (text: string) => void;
  /** @param id of the request that the message answers; undefined for an event */
  readonly onDropped: (dropped: { readonly bytes: number; readonly id: number | undefined }) => void;
}

/** Takes the bytes as they come; each message ends with a zero byte. */
export function createMessageReader({ onMessage, onDropped }: MessageReaderParts): (chunk: Buffer) => void {
  let parts: Buffer[] = [];
  let head = '';
  let bytes = 0;
  let isDropped = false;

  const add = (part: Buffer): void => {
    bytes += part.length;
    if (head.length < HEAD_BYTES) head += part.toString('latin1', 0, HEAD_BYTES - head.length);
    isDropped ||= bytes > (head.startsWith('{"id":') ? MAX_ANSWER_BYTES : MAX_EVENT_BYTES);
    if (isDropped) parts = [];
    else parts.push(part);
  };
  const end = (): void => {
    const id = /^\{"id":(\d{1,15})/.exec(head)?.[1];
    if (isDropped) onDropped({ bytes, id: id === undefined ? undefined : Number(id) });
    else if (bytes > 0) onMessage(Buffer.concat(parts, bytes).toString());
    [parts, head, bytes, isDropped] = [[], '', 0, false];
  };

  return (chunk) => {
    let start = 0;
    for (let at = chunk.indexOf(END); at !== -1; at = chunk.indexOf(END, start)) {
      add(chunk.subarray(start, at));
      end();
      start = at + 1;
    }
    if (start < chunk.length) add(chunk.subarray(start));
  };
}
