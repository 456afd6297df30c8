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
