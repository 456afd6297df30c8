import { isBlock } from '../../text/compare-text.ts';
import { MAX_HREF } from '../../url/normalise-url.ts';
import { isGoodHref } from '../links.ts';
import { attributeOf, type Element, foldSpaces } from '../walk.ts';
import { cut } from '../word-counter.ts';
import type { MarkdownContext, MarkdownRule } from './writer.ts';

/** Rules for everything but tables and code blocks, by tag name. */
export function basicRules(context: MarkdownContext): (readonly [string, MarkdownRule])[] {
  return [
    ...[1, 2, 3, 4, 5, 6].map((level) => [`h${level}`, heading(context, level)] as const),
    ['a', link(context)],
    ['img', { enter: (element) => image(context, element), leave() {} }],
    ['br', { enter: () => lineBreak(context), leave() {} }],
    ['hr', { enter: () => rule(context), leave() {} }],
    ['blockquote', container(context, 2, '> ', '> ')],
    ['dt', { enter: () => context.lineEnd(2), leave: () => context.lineEnd(1) }],
    ['dd', container(context, 1, ': ', '  ')],
    ...listRules(context),
    ...markRules(context),
  ];
}

function heading(context: MarkdownContext, level: number): MarkdownRule {
  return {
    enter() {
      context.lineEnd(2);
      context.writer.open(context.inlineDepth > 0 ? '' : `${'#'.repeat(level)} `);
      context.inlineDepth += 1;
    },
    leave() {
      context.inlineDepth -= 1;
      context.writer.close('');
      context.lineEnd(2);
    },
  };
}

function link(context: MarkdownContext): MarkdownRule {
  const hrefOf = (element: Element): string | undefined => {
    const href = attributeOf(element, 'href')?.trim();
    return isGoodHref(href) ? href : undefined;
  };
  return {
    enter(element) {
      context.writer.open(hrefOf(element) === undefined ? '' : '[');
      context.inlineDepth += 1;
    },
    leave(element) {
      const href = hrefOf(element);
      context.inlineDepth -= 1;
      context.writer.close(href === undefined ? '' : `](${addressIn(context, href)})`);
    },
  };
}

const addressIn = ({ options: { address } }: MarkdownContext, href: string): string =>
  cut(address === undefined ? href : address(href), MAX_HREF);

/** An embedded image is named but not written out: its bytes are no text. */
function image(context: MarkdownContext, element: Element): void {
  const alt = foldSpaces(attributeOf(element, 'alt') ?? '').trim();
  const src = (attributeOf(element, 'src') ?? '').trim();
  const isEmbedded = src.slice(0, 5).toLowerCase() === 'data:';
  if (alt === '' && (src === '' || isEmbedded)) return;
  context.writer.verbatim(`![${alt}](${isEmbedded ? '' : addressIn(context, src)})`);
}

function lineBreak(context: MarkdownContext): void {
  if (context.inlineDepth > 0) context.writer.text(' ');
  else context.writer.hardBreak();
}

function rule(context: MarkdownContext): void {
  context.lineEnd(2);
  if (context.inlineDepth === 0) context.writer.lines(['---']);
  context.lineEnd(2);
}

function container(context: MarkdownContext, gap: 1 | 2, first: string, rest: string): MarkdownRule {
  return {
    enter() {
      context.lineEnd(gap);
      context.writer.enterContainer(first, rest);
    },
    leave() {
      context.lineEnd(gap);
      context.writer.leaveContainer();
    },
  };
}

function listRules(context: MarkdownContext): (readonly [string, MarkdownRule])[] {
  /** Numbers of the open lists' next items; undefined for a list without numbers. */
  const next: (number | undefined)[] = [];
  const list: MarkdownRule = {
    enter(element) {
      context.lineEnd(next.length === 0 ? 2 : 1);
      next.push(element.tagName === 'ol' ? firstNumber(element) : undefined);
    },
    leave() {
      next.pop();
      context.lineEnd(next.length === 0 ? 2 : 1);
    },
  };
  const item: MarkdownRule = {
    enter() {
      context.lineEnd(1);
      const number = next.at(-1);
      if (number !== undefined) next[next.length - 1] = number + 1;
      const mark = number === undefined ? '- ' : `${number}. `;
      context.writer.enterContainer(mark, ' '.repeat(mark.length));
    },
    leave() {
      context.lineEnd(1);
      context.writer.leaveContainer();
      context.writer.tighten();
    },
  };
  return [
    ['ul', list],
    ['ol', list],
    ['menu', list],
    ['li', item],
  ];
}

function firstNumber(list: Element): number {
  const start = Number.parseInt(attributeOf(list, 'start') ?? '1', 10);
  return Number.isInteger(start) && start >= 0 && start < 1e9 ? start : 1;
}

const MARKS: readonly (readonly [mark: string, tags: readonly string[]])[] = [
  ['**', ['strong', 'b']],
  ['*', ['em', 'i']],
  ['~~', ['del', 's']],
  ['`', ['code', 'kbd', 'samp', 'tt']],
];

/** Emphasis and inline code. A mark inside itself, or any mark inside code, is left out. */
function markRules({ writer }: MarkdownContext): (readonly [string, MarkdownRule])[] {
  const depths = new Map<string, number>();
  const depth = (mark: string): number => depths.get(mark) ?? 0;
  const isIdle = (mark: string): boolean => depth(mark) > 0 || depth('`') > 0;
  return MARKS.flatMap(([mark, tags]) => {
    const written: MarkdownRule = {
      enter() {
        writer.open(isIdle(mark) ? '' : mark);
        depths.set(mark, depth(mark) + 1);
      },
      leave() {
        depths.set(mark, depth(mark) - 1);
        writer.close(isIdle(mark) ? '' : mark);
      },
    };
    return tags.map((tag) => [tag, written] as const);
  });
}

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
    write({ writer, inlineDepth, options }) {
      const code = pieces.join('');
      if (code.trim() === '') return;
      if (inlineDepth > 0) return writer.verbatim(`\`${foldSpaces(code).trim()}\``);
      const fence = '`'.repeat(Math.max(3, longestFence(code) + 1));
      const language = languageOf(element) || options.languageOf?.(element) || '';
      writer.lines([`${fence}${language}`, ...trimNewlines(code).split('\n'), fence]);
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

interface OpenTable {
  /** Written with bars; layout tables, and tables in a cell or a link, are only read through. */
  readonly isGrid: boolean;
  rows: number;
  cells: number;
}

/** Rules for tables in the form of GitHub Flavored Markdown; the first row is the header, whatever its cells are. */
export function tableRules(context: MarkdownContext): (readonly [string, MarkdownRule])[] {
  const { writer } = context;
  const open: OpenTable[] = [];

  const table: MarkdownRule = {
    enter(element) {
      context.lineEnd(2);
      open.push({
        isGrid: context.inlineDepth === 0 && !isLayout(element) && context.options.isLayout?.(element) !== true,
        rows: 0,
        cells: 0,
      });
    },
    leave() {
      open.pop();
      context.lineEnd(2);
    },
  };
  const row: MarkdownRule = {
    enter() {
      context.lineEnd(1);
      const current = open.at(-1);
      if (current !== undefined) current.cells = 0;
    },
    leave() {
      const current = open.at(-1);
      if (current?.isGrid && current.cells > 0) {
        if (current.rows === 0) {
          writer.lineEnd(1);
          writer.verbatim(`|${' --- |'.repeat(current.cells)}`);
        }
        current.rows += 1;
      }
      context.lineEnd(1);
    },
  };
  const cell: MarkdownRule = {
    enter() {
      const current = open.at(-1);
      if (current?.isGrid !== true) return context.lineEnd(1);
      writer.verbatim(current.cells === 0 ? '| ' : ' ');
      current.cells += 1;
      context.inlineDepth += 1;
      context.cellDepth += 1;
    },
    leave() {
      if (open.at(-1)?.isGrid !== true) return context.lineEnd(1);
      context.inlineDepth -= 1;
      context.cellDepth -= 1;
      writer.verbatim(' |');
    },
  };
  /** Parts of a table are no blocks: a blank line would end it. */
  const part: MarkdownRule = { enter: () => context.lineEnd(1), leave: () => context.lineEnd(1) };
  return [
    ['table', table],
    ['thead', part],
    ['tbody', part],
    ['tfoot', part],
    ['tr', row],
    ['td', cell],
    ['th', cell],
  ];
}

function isLayout(table: Element): boolean {
  const role = attributeOf(table, 'role');
  return role === 'presentation' || role === 'none';
}
