import { isBlock } from './blocks.ts';
import type { MarkdownContext } from './markdown-context.ts';
import { attributeOf, type Element, foldSpaces } from './walk.ts';

const MAX_LANGUAGE = 40;

/** The inside of one `<pre>`, gathered until it ends, because the fence must be longer than any in it. */
export interface CodeBlock {
  readonly element: Element;
  add(raw: string): void;
  /** An element begins or ends inside: some highlighters make a block of every line. */
  enter(tagName: string): void;
  leave(tagName: string): void;
  write(context: MarkdownContext): void;
}

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
    },
    leave(tagName) {
      if (tagName !== 'br' && isBlock(tagName)) lineEndDue = true;
    },
    write({ writer, inlineDepth }) {
      const code = pieces.join('');
      if (code.trim() === '') return;
      if (inlineDepth > 0) return writer.verbatim(`\`${foldSpaces(code).trim()}\``);
      const fence = '`'.repeat(Math.max(3, longestFence(code) + 1));
      writer.lines([`${fence}${languageOf(element)}`, ...trimNewlines(code).split('\n'), fence]);
    },
  };
}

/** Without the line breaks at both ends; indentation stays. */
function trimNewlines(code: string): string {
  let start = 0;
  let end = code.length;
  while (code[start] === '\n') start += 1;
  while (end > start && code[end - 1] === '\n') end -= 1;
  return code.slice(start, end);
}

function longestFence(code: string): number {
  let longest = 0;
  let run = 0;
  for (let index = 0; index < code.length; index += 1) {
    run = code[index] === '`' ? run + 1 : 0;
    longest = Math.max(longest, run);
  }
  return longest;
}

/** The language that a class of the pre or of the code in it names: `language-js`, `lang-js`, `highlight-source-js`. */
function languageOf(pre: Element): string {
  const code = pre.childNodes.find((child): child is Element => 'tagName' in child && child.tagName === 'code');
  for (const element of code === undefined ? [pre] : [code, pre]) {
    for (const name of (attributeOf(element, 'class') ?? '').slice(0, 500).split(/\s+/)) {
      for (const start of ['language-', 'lang-', 'highlight-source-']) {
        if (name.startsWith(start)) return name.slice(start.length, start.length + MAX_LANGUAGE);
      }
    }
  }
  return '';
}
