/** Longer lines are no requests: nginx and Apache take headers of 8 KiB. */
export const MAX_LINE_BYTES = 64 * 1024;
const NEWLINE = 0x0a;

interface LineParts {
  /** Takes the bytes of a line from `start` to before `end`, which a later chunk may overwrite. */
  onLine(bytes: Buffer, start: number, end: number): void;
  /** Takes notice of a line that is dropped because it is too long. */
  onTooLong(): void;
  /** Called after each whole line; what it answers is waited for. */
  afterLine(): Promise<void> | undefined;
}

/** Splits the chunks of a source into lines, with at most one line in memory. */
interface LineSplitter {
  /** Begins a new source. */
  begin(): void;
  take(chunk: Uint8Array): Promise<void>;
  /** Hands on the last line of a source, which may have no end. */
  flush(): void;
}

export function createLineSplitter({ onLine, onTooLong, afterLine }: LineParts): LineSplitter {
  let rest: Buffer = Buffer.alloc(0);
  /** Inside a line that is too long: all up to the next line end is dropped. */
  let isSkipping = false;

  const begin = (): void => {
    rest = Buffer.alloc(0);
    isSkipping = false;
  };

  /** Adds a chunk without a line end to the line that is not at its end yet. */
  const lengthen = (bytes: Buffer): void => {
    if (!isSkipping) rest = Buffer.concat([rest, bytes]);
    if (rest.length <= MAX_LINE_BYTES) return;
    if (!isSkipping) onTooLong();
    isSkipping = true;
    rest = Buffer.alloc(0);
  };

  return {
    begin,
    async take(chunk) {
      const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length);
      let start = 0;
      if (rest.length > 0 || isSkipping) {
        const first = bytes.indexOf(NEWLINE);
        if (first === -1) {
          lengthen(bytes);
          return;
        }
        if (!isSkipping) {
          const line = Buffer.concat([rest, bytes.subarray(0, first)]);
          onLine(line, 0, line.length);
        }
        begin();
        start = first + 1;
      }
      for (;;) {
        const end = bytes.indexOf(NEWLINE, start);
        if (end === -1) break;
        onLine(bytes, start, end);
        start = end + 1;
        const waiting = afterLine();
        if (waiting !== undefined) await waiting;
      }
      // A copy: the stream may use the memory of the chunk again.
      rest = Buffer.from(bytes.subarray(start));
    },
    flush() {
      if (rest.length > 0 && !isSkipping) onLine(rest, 0, rest.length);
      rest = Buffer.alloc(0);
    },
  };
}
