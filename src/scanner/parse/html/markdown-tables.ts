import type { MarkdownContext, MarkdownRule } from './markdown-context.ts';
import { attributeOf, type Element } from './walk.ts';

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
      open.push({ isGrid: context.inlineDepth === 0 && !isLayout(element), rows: 0, cells: 0 });
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
