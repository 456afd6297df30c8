import type { Evidence } from './define-check.ts';

const MAX_TEXT = 200;
const MAX_DRAFT = 20_000;
const MAX_EXAMPLES = 10;

/** Code points that change how the text around them is shown, or show nothing: C0 and C1 controls, bidi, zero width, tags. */
function isInvisible(code: number): boolean {
  return (
    code < 0x20 ||
    (code >= 0x7f && code <= 0x9f) ||
    code === 0xad ||
    code === 0x61c ||
    (code >= 0x200b && code <= 0x200f) ||
    (code >= 0x2028 && code <= 0x202e) ||
    (code >= 0x2060 && code <= 0x206f) ||
    code === 0xfeff ||
    (code >= 0xe0000 && code <= 0xe0fff)
  );
}

/**
 * A stranger's text made safe to quote: one line, invisible and direction-changing characters gone, at most `max`
 * UTF-16 units (never half a surrogate pair; a cut ends in '…').
 */
export function quote(text: string, max = MAX_TEXT): string {
  let out = '';
  let gap = false;
  for (const char of text.slice(0, max * 4)) {
    const code = char.codePointAt(0) ?? 0;
    if (code === 0x09 || code === 0x0a || code === 0x0d || code === 0x20) {
      gap = out !== '';
      continue;
    }
    if (isInvisible(code)) continue;
    const next = gap ? ` ${char}` : char;
    if (out.length + next.length > max - 1) return `${out}…`;
    out += next;
    gap = false;
  }
  return out;
}

/** As `quote`, but lines and indentation stay: for files to paste. */
function quoteLines(text: string): string {
  let out = '';
  for (const char of text.slice(0, MAX_DRAFT)) {
    const code = char.codePointAt(0) ?? 0;
    if (code === 0x0a || code === 0x09 || !isInvisible(code)) out += char;
  }
  return out;
}

/** Evidence as it may be stored and shown. */
export function cleanEvidence(evidence: Evidence): Evidence {
  const { url, contentType, snippet, measured, threshold, draft, examples, status, request } = evidence;
  return {
    ...(url === undefined ? {} : { url: quote(url, 2000) }),
    ...(status === undefined ? {} : { status }),
    ...(contentType === undefined ? {} : { contentType: quote(contentType) }),
    ...(snippet === undefined ? {} : { snippet: quote(snippet) }),
    ...(measured === undefined ? {} : { measured: typeof measured === 'string' ? quote(measured) : measured }),
    ...(threshold === undefined ? {} : { threshold: typeof threshold === 'string' ? quote(threshold) : threshold }),
    ...(draft === undefined ? {} : { draft: quoteLines(draft) }),
    ...(examples === undefined ? {} : { examples: examples.slice(0, MAX_EXAMPLES).map((text) => quote(text)) }),
    ...(request === undefined ? {} : { request }),
  };
}
