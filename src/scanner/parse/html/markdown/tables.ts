import { attributeOf, type Element } from '../walk.ts';
import type { MarkdownContext, MarkdownRule } from './context.ts';

const MAX_COLUMNS = 200;
/** Places a cell that a table may have, besides the first ones: more would be empty ones by the thousand. */
const PLACES_PER_CELL = 4;
const FREE_PLACES = 1000;
const MAX_SPAN = 1000;

interface OpenTable {
  /** Written with bars; layout tables, and tables in a cell or a link, are only read through. */
  readonly isGrid: boolean;
  readonly columns: number;
  rows: number;
  /** Cells that the row has so far, empty ones included. */
  cells: number;
  /** By column, rows that a cell above still reaches into. */
  readonly reaching: number[];
}

/** Rules for tables in the form of GitHub Flavored Markdown; the first row is the header, whatever its cells are. */
export function tableRules(context: MarkdownContext): (readonly [string, MarkdownRule])[] {
  const { writer } = context;
  const open: OpenTable[] = [];

  const addEmpty = (table: OpenTable): void => {
    writer.bar(table.cells === 0 ? '| |' : ' |');
    table.cells += 1;
  };
  const skipReaching = (table: OpenTable): void => {
    while ((table.reaching[table.cells] ?? 0) > 0 && table.cells < table.columns) {
      table.reaching[table.cells] = (table.reaching[table.cells] ?? 0) - 1;
      addEmpty(table);
    }
  };

  const table: MarkdownRule = {
    enter(element) {
      context.lineEnd(2);
      const { columns, isTooLarge } = sizeOf(element);
      const isData = !isLayout(element) && context.options.isLayout?.(element) !== true;
      open.push({
        isGrid: context.inlineDepth === 0 && isData && !isTooLarge,
        columns,
        rows: 0,
        cells: 0,
        reaching: [],
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
        skipReaching(current);
        while (current.cells < current.columns) addEmpty(current);
        if (current.rows === 0) {
          writer.lineEnd(1);
          writer.bar(`|${' --- |'.repeat(current.cells)}`);
        }
        current.rows += 1;
      }
      context.lineEnd(1);
    },
  };
  const cell: MarkdownRule = {
    enter(element) {
      const current = open.at(-1);
      if (current?.isGrid !== true) return context.lineEnd(1);
      skipReaching(current);
      const span = spanOf(element, 'rowspan');
      const width = spanOf(element, 'colspan');
      for (let column = current.cells; column < current.cells + width; column += 1) current.reaching[column] = span - 1;
      writer.bar(current.cells === 0 ? '| ' : ' ');
      current.cells += 1;
      context.inlineDepth += 1;
      context.cellDepth += 1;
    },
    leave(element) {
      const current = open.at(-1);
      if (current?.isGrid !== true) return context.lineEnd(1);
      context.inlineDepth -= 1;
      context.cellDepth -= 1;
      writer.bar(' |');
      for (let extra = 1; extra < spanOf(element, 'colspan'); extra += 1) addEmpty(current);
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

/** All rows need as many cells as the widest, because further ones are not shown (GitHub Flavored Markdown 4.10). */
function sizeOf(table: Element): { columns: number; isTooLarge: boolean } {
  let columns = 1;
  let cells = 0;
  const rows = rowsOf(table);
  const reaching: number[] = [];
  for (const row of rows) {
    let column = 0;
    for (const cell of cellsOf(row)) {
      cells += 1;
      while ((reaching[column] ?? 0) > 0 && column <= MAX_COLUMNS) column += 1;
      const end = Math.min(column + spanOf(cell, 'colspan'), MAX_COLUMNS + 1);
      for (; column < end; column += 1) reaching[column] = spanOf(cell, 'rowspan');
    }
    while ((reaching[column] ?? 0) > 0) column += 1;
    columns = Math.max(columns, column);
    for (let each = 0; each < reaching.length; each += 1) reaching[each] = Math.max(0, (reaching[each] ?? 0) - 1);
  }
  const places = columns * rows.length;
  return { columns, isTooLarge: columns > MAX_COLUMNS || places > PLACES_PER_CELL * cells + FREE_PLACES };
}

const cellsOf = (row: Element): Element[] =>
  row.childNodes.filter(
    (child): child is Element => 'tagName' in child && (child.tagName === 'td' || child.tagName === 'th'),
  );

function rowsOf(table: Element): Element[] {
  const elements = ({ childNodes }: Element) => childNodes.filter((child): child is Element => 'tagName' in child);
  return elements(table).flatMap((child) =>
    child.tagName === 'tr' ? [child] : elements(child).filter(({ tagName }) => tagName === 'tr'),
  );
}

function spanOf(cell: Element, name: 'colspan' | 'rowspan'): number {
  const span = Number.parseInt(attributeOf(cell, name) ?? '1', 10);
  return Number.isInteger(span) && span >= 1 ? Math.min(span, name === 'colspan' ? MAX_COLUMNS : MAX_SPAN) : 1;
}

function isLayout(table: Element): boolean {
  const role = attributeOf(table, 'role');
  return role === 'presentation' || role === 'none';
}
