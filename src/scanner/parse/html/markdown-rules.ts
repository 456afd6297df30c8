import { isGoodHref } from './anchors.ts';
import { cut } from './item-text.ts';
import type { MarkdownContext, MarkdownRule } from './markdown-context.ts';
import { MAX_HREF } from './resolve-href.ts';
import { attributeOf, type Element, foldSpaces } from './walk.ts';

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
      context.writer.close(href === undefined ? '' : `](${cut(href, MAX_HREF)})`);
    },
  };
}

/** An embedded image is named but not written out: its bytes are no text. */
function image(context: MarkdownContext, element: Element): void {
  const alt = foldSpaces(attributeOf(element, 'alt') ?? '').trim();
  const src = (attributeOf(element, 'src') ?? '').trim();
  const isEmbedded = src.slice(0, 5).toLowerCase() === 'data:';
  if (alt === '' && (src === '' || isEmbedded)) return;
  context.writer.verbatim(`![${alt}](${isEmbedded ? '' : cut(src, MAX_HREF)})`);
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
