import type { PageFacts } from './page-facts.ts';

/** How far browsers look for a declaration (WHATWG HTML, "prescan a byte stream to determine its encoding"). */
const PRESCAN_BYTES = 1024;
const MAX_LABEL = 40;

/**
 * What the page declares itself to be encoded in.
 * @param head the first bytes as they came; without them the first characters stand in, and a byte order mark cannot
 * be seen
 */
export function charsetFacts(
  contentTypeHeader: string | undefined,
  head: Uint8Array | undefined,
  html: string,
): PageFacts['charset'] {
  const bom = head !== undefined && head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf;
  const start =
    head === undefined ? html.slice(0, PRESCAN_BYTES) : Buffer.from(head.subarray(0, PRESCAN_BYTES)).toString('latin1');
  return {
    header: contentTypeHeader === undefined ? undefined : charsetIn(contentTypeHeader),
    meta: metaCharset(start.toLowerCase()),
    bom,
  };
}

/** `<meta charset=…>` or `<meta http-equiv=content-type content="…; charset=…">`, outside comments. */
function metaCharset(start: string): string | undefined {
  for (let index = start.indexOf('<'); index !== -1; index = start.indexOf('<', index + 1)) {
    if (start.startsWith('<!--', index)) {
      const end = start.indexOf('-->', index);
      if (end === -1) return undefined;
      index = end;
    } else if (start.startsWith('<meta', index)) {
      const end = start.indexOf('>', index);
      if (end === -1) return undefined;
      const charset = charsetIn(start.slice(index, end));
      if (charset !== undefined) return charset;
    }
  }
  return undefined;
}

/** The value after `charset=`, lower-case, without quotes. */
function charsetIn(text: string): string | undefined {
  const lower = text.toLowerCase();
  for (let at = lower.indexOf('charset'); at !== -1; at = lower.indexOf('charset', at + 1)) {
    const after = lower.slice(at + 'charset'.length, at + 'charset'.length + 3 * MAX_LABEL).trimStart();
    if (!after.startsWith('=')) continue;
    const label = /^["']?\s?([a-z0-9][a-z0-9_:.+-]*)/.exec(after.slice(1).trimStart())?.[1];
    if (label !== undefined) return label.slice(0, MAX_LABEL);
  }
  return undefined;
}
