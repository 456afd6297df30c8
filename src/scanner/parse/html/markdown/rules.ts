import { MAX_HREF } from '../../url/normalise-url.ts';
import { isGoodHref } from '../links.ts';
import { attributeOf, type Element, foldSpaces } from '../walk.ts';
import { cut } from '../word-counter.ts';
import { DEFINITION } from './containers.ts';
import { inCell, type MarkdownContext, type MarkdownRule } from './context.ts';
import { escapeText } from './escape.ts';
import { listRules } from './lists.ts';
import type { Mark } from './marks.ts';

/** Rules for everything but tables, code and formulas, by tag name. */
export function basicRules(context: MarkdownContext): (readonly [string, MarkdownRule])[] {
  return [
    ...[1, 2, 3, 4, 5, 6].map((level) => [`h${level}`, heading(context, level)] as const),
    ['a', link(context)],
    ['img', { enter: (element) => image(context, element), leave() {} }],
    ['br', { enter: () => lineBreak(context), leave() {} }],
    ['hr', { enter: () => rule(context), leave() {} }],
    ['blockquote', container(context, 2, '> ', '> ')],
    ['dt', { enter: () => context.lineEnd(2), leave: () => context.lineEnd(1) }],
    // Later lines are not indented, because four spaces in nested lists of terms would make code of them.
    ['dd', container(context, 1, DEFINITION, '')],
    ...listRules(context),
    ...markRules(context),
  ];
}

function heading(context: MarkdownContext, level: number): MarkdownRule {
  let isOpen = false;
  return {
    enter() {
      context.lineEnd(2);
      isOpen = context.inlineDepth === 0;
      if (isOpen) context.writer.enterContainer(`${'#'.repeat(level)} `, '');
      context.inlineDepth += 1;
    },
    leave() {
      context.inlineDepth -= 1;
      if (isOpen && context.inlineDepth === 0) {
        context.lineEnd(2);
        context.writer.leaveContainer();
        isOpen = false;
      } else {
        context.lineEnd(2);
      }
    },
  };
}

const LINK: Mark = { open: '[', close: ']' };
const NO_MARK: Mark = { open: '', close: '' };

function link(context: MarkdownContext): MarkdownRule {
  const hrefOf = (element: Element): string | undefined => {
    const href = attributeOf(element, 'href')?.trim();
    return isGoodHref(href) ? href : undefined;
  };
  return {
    enter(element) {
      context.writer.open(hrefOf(element) === undefined ? NO_MARK : LINK);
      context.inlineDepth += 1;
    },
    leave(element) {
      const href = hrefOf(element);
      context.inlineDepth -= 1;
      context.writer.close(href === undefined ? '' : `](${inCell(context, addressIn(context, href))})`);
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
  const shown = context.options.isExact === true ? escapeText(alt) : alt;
  context.writer.verbatim(inCell(context, `![${shown}](${isEmbedded ? '' : addressIn(context, src)})`));
}

function lineBreak(context: MarkdownContext): void {
  if (context.inlineDepth === 0) context.writer.hardBreak();
  else if (context.cellDepth > 0 && context.options.isExact === true) context.writer.inline('<br>');
  else context.writer.text(' ');
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

const MARKS: readonly (readonly [mark: Mark, tags: readonly string[]])[] = [
  [{ open: '**', close: '**', tag: 'strong' }, ['strong', 'b']],
  [{ open: '*', close: '*', tag: 'em' }, ['em', 'i']],
  [{ open: '~~', close: '~~', tag: 'del' }, ['del', 's', 'strike']],
  // Markdown has no signs for these; without tags 10 to the 6th would be 106.
  [{ open: '<sup>', close: '</sup>' }, ['sup']],
  [{ open: '<sub>', close: '</sub>' }, ['sub']],
];

/** A mark inside itself is left out. */
function markRules({ writer }: MarkdownContext): (readonly [string, MarkdownRule])[] {
  return MARKS.flatMap(([mark, tags]) => {
    let depth = 0;
    const written: MarkdownRule = {
      enter() {
        writer.open(depth > 0 ? NO_MARK : mark);
        depth += 1;
      },
      leave() {
        depth -= 1;
        writer.close();
      },
    };
    return tags.map((tag) => [tag, written] as const);
  });
}
