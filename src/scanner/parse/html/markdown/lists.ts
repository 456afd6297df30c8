import { attributeOf, type Element } from '../walk.ts';
import type { MarkdownContext, MarkdownRule } from './context.ts';

interface List {
  /** Number of the next item; undefined for a list without numbers. */
  next: number | undefined;
  /** The second of two signs, where another list ends just before: with the same sign both would be one list. */
  readonly isOther: boolean;
}

interface EndedList {
  readonly isOrdered: boolean;
  readonly isOther: boolean;
  readonly depth: number;
  readonly end: number;
}

const MAX_NUMBER = 999_999_999;

export function listRules(context: MarkdownContext): (readonly [string, MarkdownRule])[] {
  const { writer } = context;
  const open: List[] = [];
  const starts: number[] = [];
  let ended: EndedList | undefined;
  const list: MarkdownRule = {
    enter(element) {
      const isOrdered = element.tagName === 'ol';
      const next = isOrdered ? firstNumber(element) : undefined;
      // Only a list that begins with 1 can follow text without a blank line (CommonMark 5.2).
      context.lineEnd(open.length === 0 || (next ?? 1) !== 1 ? 2 : 1);
      const isNext = ended?.end === writer.length() && ended.depth === open.length && ended.isOrdered === isOrdered;
      open.push({ next, isOther: isNext && ended?.isOther === false });
    },
    leave(element) {
      const { isOther = false } = open.pop() ?? {};
      ended = { isOrdered: element.tagName === 'ol', isOther, depth: open.length, end: writer.length() };
      context.lineEnd(open.length === 0 ? 2 : 1);
    },
  };
  const item: MarkdownRule = {
    enter(element) {
      context.lineEnd(1);
      const mark = markOf(open.at(-1), element);
      writer.enterContainer(mark, ' '.repeat(mark.length));
      starts.push(writer.length());
    },
    leave() {
      context.lineEnd(1);
      writer.leaveContainer();
      if (starts.pop() !== writer.length()) writer.tighten();
    },
  };
  return [
    ['ul', list],
    ['ol', list],
    ['menu', list],
    ['li', item],
  ];
}

function markOf(list: List | undefined, item: Element): string {
  if (list?.next === undefined) return list?.isOther === true ? '* ' : '- ';
  const number = numberIn(item, 'value') ?? list.next;
  list.next = Math.min(number + 1, MAX_NUMBER);
  return `${number}${list.isOther ? ')' : '.'} `;
}

const firstNumber = (list: Element): number => numberIn(list, 'start') ?? 1;

/** Markdown has no negative numbers, and none of more than nine digits. */
function numberIn(element: Element, name: string): number | undefined {
  const number = Number.parseInt(attributeOf(element, name) ?? '', 10);
  return Number.isInteger(number) && number >= 0 && number <= MAX_NUMBER ? number : undefined;
}
