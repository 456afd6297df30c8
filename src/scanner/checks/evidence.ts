import { defined } from '../../basics/defined.ts';
import { type Probe, startOf } from '../model/http.ts';
import type { Evidence } from '../model/result.ts';

const MAX_TEXT = 200;
const MAX_DRAFT = 20_000;
const MAX_EXAMPLES = 10;
export const MAX_OTHERS = 4;
const MAX_LINES = 10;
const MAX_FINDINGS = 20;
const MAX_FINDING_TEXT = 120;

/**
 * One code point that shows nothing or changes how the text around it is shown: controls, line and paragraph
 * separators, interlinear marks, half a surrogate pair, and what Unicode lets a display ignore (bidi and zero width
 * characters, tags, variation selectors, fillers), in all of which words can be hidden from a human reader.
 */
const INVISIBLE = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/u;

/**
 * Third-party text made safe to quote: one line, without invisible and direction-changing characters, at most `max`
 * UTF-16 units (never half a surrogate pair; a cut ends in '…').
 */
export function quote(text: string, max = MAX_TEXT): string {
  // Only so much is looked at, however long the text and however little of it can be seen.
  const looked = text.slice(0, max * 4);
  let out = '';
  let gap = false;
  for (const char of looked) {
    if (/[\t\n\r ]/.test(char)) {
      gap = out !== '';
      continue;
    }
    if (INVISIBLE.test(char)) continue;
    out += gap ? ` ${char}` : char;
    gap = false;
    if (out.length > max) break;
  }
  return out.length > max || looked.length < text.length ? cut(out, max) : out;
}

/** The first `max` - 1 units at most, whole code points, and the mark of a cut. */
function cut(text: string, max: number): string {
  const kept = text.slice(0, max - 1);
  return `${/[\ud800-\udbff]$/.test(kept) ? kept.slice(0, -1) : kept.trimEnd()}…`;
}

/** As `quote`, but lines and indentation stay: for files to paste. */
function quoteLines(text: string): string {
  let out = '';
  for (const char of text.slice(0, MAX_DRAFT)) {
    if (char === '\n' || char === '\t' || !INVISIBLE.test(char)) out += char;
  }
  return out;
}

/**
 * Third-party text made safe to quote where the invisible characters are the finding: one line, every invisible or
 * direction-changing character as \\u{…} with its code point in hexadecimal, at most `max` UTF-16 units.
 */
function quoteEscaped(text: string, max = MAX_FINDING_TEXT): string {
  let out = '';
  for (const char of text.slice(0, max * 4)) {
    if (/[\t\n\r ]/.test(char)) out += ' ';
    else if (INVISIBLE.test(char)) out += `\\u{${char.codePointAt(0)?.toString(16).toUpperCase()}}`;
    else out += char;
    if (out.length > max) return cut(out, max);
  }
  return out;
}

/** Evidence as it may be stored and shown. */
export function cleanEvidence(evidence: Evidence): Evidence {
  const { url, contentType, snippet, measured, threshold, draft, examples, findings } = evidence;
  const { status, directories, request, page, others, lines, shows } = evidence;
  return {
    ...(url === undefined ? {} : { url: quote(url, 2000) }),
    ...defined({ status }),
    ...(contentType === undefined ? {} : { contentType: quote(contentType) }),
    ...(snippet === undefined ? {} : { snippet: quote(snippet) }),
    ...(measured === undefined ? {} : { measured: typeof measured === 'string' ? quote(measured) : measured }),
    ...(threshold === undefined ? {} : { threshold: typeof threshold === 'string' ? quote(threshold) : threshold }),
    ...(draft === undefined ? {} : { draft: quoteLines(draft) }),
    ...(examples === undefined ? {} : { examples: examples.slice(0, MAX_EXAMPLES).map((text) => quote(text)) }),
    ...(findings === undefined
      ? {}
      : {
          findings: findings
            .slice(0, MAX_FINDINGS)
            .map(({ at, found }) => ({ at: quoteEscaped(at), found: quoteEscaped(found) })),
        }),
    ...defined({ directories, request, shows }),
    ...(page === undefined ? {} : { page: quote(page, 2000) }),
    ...(others === undefined ? {} : { others: others.slice(0, MAX_OTHERS).map((text) => quote(text, 2000)) }),
    ...(lines === undefined ? {} : { lines: lines.slice(0, MAX_LINES) }),
  };
}

/** The evidence a probe gives on its own: where, what status, what type, how it starts. */
export function evidenceOf(probe: Probe): Evidence {
  if (!probe.answered) return { url: probe.url };
  return {
    url: probe.finalUrl,
    status: probe.status,
    contentType: probe.contentType,
    snippet: startOf(probe.text),
  };
}
