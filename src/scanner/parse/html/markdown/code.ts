/** Code of a page: blocks behind fences, and spans in a line. */

import { isBlock } from '../../text/compare-text.ts';
import { attributeOf, type Element, foldSpaces } from '../walk.ts';
import { inCell, type MarkdownContext } from './context.ts';
import { escapeText } from './escape.ts';

const MAX_LANGUAGE = 40;
/** Tags of text in the typeface of code. */
export const CODE_TAGS: ReadonlySet<string> = new Set(['code', 'kbd', 'samp', 'tt']);

/** The inside of one `<pre>`, gathered until it ends, because the fence must be longer than any in it. */
export interface CodeBlock {
  readonly element: Element;
  add(raw: string): void;
  /** An element begins or ends inside: some highlighters make a block of every line. */
  enter(tagName: string): void;
  leave(tagName: string): void;
  write(context: MarkdownContext): void;
}

/** Code has no raised text: 2 to the 10th in it would be 210. */
const RAISED: Readonly<Record<string, string>> = { sup: '^', sub: '_' };

export function codeBlock(element: Element): CodeBlock {
  const pieces: string[] = [];
  let lineEndDue = false;
  const add = (raw: string): void => {
    if (raw === '') return;
    const isFresh = pieces.at(-1)?.endsWith('\n') ?? true;
    if (lineEndDue && !isFresh && !raw.startsWith('\n')) pieces.push('\n');
    lineEndDue = false;
    pieces.push(raw);
  };
  return {
    element,
    add,
    enter(tagName) {
      if (tagName === 'br') add('\n');
      else if (isBlock(tagName)) lineEndDue = true;
      else add(RAISED[tagName] ?? '');
    },
    leave(tagName) {
      if (tagName !== 'br' && isBlock(tagName)) lineEndDue = true;
    },
    write(context) {
      const { writer, inlineDepth, options } = context;
      const code = pieces.join('');
      if (code.trim() === '') return;
      if (inlineDepth > 0) return writeSpan(context, code);
      const fence = fenceAround(code, 3);
      const language = languageOf(element) || options.languageOf?.(element) || '';
      writer.lines([`${fence}${language}`, ...trimNewlines(code).split('\n'), fence]);
    },
  };
}

/** Code in a line, gathered until it ends or a link begins or ends in it. */
export interface CodeSpan {
  readonly element: Element;
  add(text: string): void;
  enter(tagName: string): void;
  leave(tagName: string): void;
  /** Writes what has been gathered. */
  flush(): void;
}

export function codeSpan(element: Element, context: MarkdownContext): CodeSpan {
  let code = '';
  return {
    element,
    add(text) {
      code += text;
    },
    enter(tagName) {
      code += tagName === 'br' || isBlock(tagName) ? ' ' : (RAISED[tagName] ?? '');
    },
    leave(tagName) {
      if (isBlock(tagName)) code += ' ';
    },
    flush() {
      writeSpan(context, code);
      code = '';
    },
  };
}

/** The fence is longer than any in the code, with a space where the code begins or ends with one (CommonMark 6.1). */
function writeSpan(context: MarkdownContext, code: string): void {
  const { writer } = context;
  const folded = foldSpaces(code);
  const core = folded.trim();
  if (folded.startsWith(' ')) writer.inline(' ');
  if (core !== '') {
    const fence = fenceAround(core, 1);
    const pad = core.startsWith('`') || core.endsWith('`') ? ' ' : '';
    // Some renderers end a link at two backticks in its text, and a cell at a backslash and a bar in code.
    const isMisread = context.inlineDepth > 0 && (core.includes('`') || core.includes('\\|'));
    const needsTags = writer.endsInCode() || isMisread;
    const span = needsTags ? `<code>${escapeText(core)}</code>` : `${fence}${pad}${core}${pad}${fence}`;
    writer.inline(inCell(context, span));
  }
  if (folded.endsWith(' ')) writer.inline(' ');
}

/** Without the line breaks at both ends; indentation stays. */
function trimNewlines(code: string): string {
  let start = 0;
  let end = code.length;
  while (code[start] === '\n') start += 1;
  while (end > start && code[end - 1] === '\n') end -= 1;
  return code.slice(start, end);
}

function fenceAround(code: string, atLeast: number): string {
  let longest = 0;
  let run = 0;
  for (let index = 0; index < code.length; index += 1) {
    run = code[index] === '`' ? run + 1 : 0;
    longest = Math.max(longest, run);
  }
  return '`'.repeat(longest < atLeast ? atLeast : longest + 1);
}

/** Anything else would end the fence's line or make a span of it. */
const LANGUAGE = /^[\w+#.-]+/;

/** The language that a class of the pre or of the code in it names: `language-js`, `lang-js`, `highlight-source-js`. */
function languageOf(pre: Element): string {
  const code = pre.childNodes.find((child): child is Element => 'tagName' in child && child.tagName === 'code');
  for (const element of code === undefined ? [pre] : [code, pre]) {
    for (const name of (attributeOf(element, 'class') ?? '').slice(0, 500).split(/\s+/)) {
      for (const start of ['language-', 'lang-', 'highlight-source-']) {
        if (name.startsWith(start))
          return LANGUAGE.exec(name.slice(start.length, start.length + MAX_LANGUAGE))?.[0] ?? '';
      }
    }
  }
  return '';
}
