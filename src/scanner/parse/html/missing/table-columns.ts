/** The columns of tables: how many of their cells have no value. */

import { NOTES } from '../../text/phrases/notes.ts';
import { isOneOf, LOADING } from '../../text/phrases/phrases.ts';
import { isLeftBlank } from '../left-blank.ts';
import type { Element } from '../walk.ts';
import { isNothing } from './figure-names.ts';
import type { FigureTally } from './figure-tally.ts';

const MAX_COLUMNS = 60;
const MAX_HEAD = 100;
/** A single cell without a value may be one that nothing was entered into. */
const MIN_CELLS = 2;

interface Column {
  head: string;
  cells: number;
  empty: number;
  /** Empty cells that a script can find by a name of their own, or that say that they wait. */
  marked: number;
}

interface OpenTable {
  readonly columns: Column[];
  /** The column of the next cell. */
  at: number;
}

/** A cell that has ended. */
interface Cell {
  readonly element: Element;
  readonly text: string;
  /** Pictures and controls in it. */
  readonly media: number;
  /** It has a name that a script can find it by. */
  readonly isNamed: boolean;
}

export interface TableColumns {
  openTable(): void;
  startRow(): void;
  /** Inside a table. */
  isOpen(): boolean;
  addCell(cell: Cell): void;
  /** @param isShown whether its empty cells count */
  closeTable(isShown: boolean): void;
}

/** @param count receives the number of cells without a value of each column, and its head */
export function tableColumns(count: FigureTally['add']): TableColumns {
  const tables: OpenTable[] = [];
  return {
    openTable() {
      tables.push({ columns: [], at: 0 });
    },
    startRow() {
      const table = tables.at(-1);
      if (table !== undefined) table.at = 0;
    },
    isOpen: () => tables.length > 0,
    addCell({ element, text, media, isNamed }) {
      const column = nextColumn(tables.at(-1));
      if (column === undefined) return;
      if (element.tagName === 'th') {
        if (column.cells === 0) column.head = text.slice(0, MAX_HEAD);
        return;
      }
      column.cells += 1;
      if (media > 0 || !isNothing(text)) return;
      if (!isNamed && isLeftBlank(element)) return;
      column.empty += 1;
      if (isNamed || isOneOf(LOADING, text)) column.marked += 1;
    },
    closeTable(isShown) {
      const table = tables.pop();
      if (table === undefined || !isShown) return;
      for (const { head, cells, empty, marked } of table.columns) {
        if (empty === cells && cells >= MIN_CELLS && head.trim() !== '' && !isOneOf(NOTES, head))
          count(head, false, empty);
        // A column that has values else may have none here, unless a script looks for the cell.
        else if (marked > 0) count(head, false, marked);
      }
    },
  };
}

function nextColumn(table: OpenTable | undefined): Column | undefined {
  if (table === undefined || table.at >= MAX_COLUMNS) return undefined;
  const column = table.columns[table.at] ?? { head: '', cells: 0, empty: 0, marked: 0 };
  table.columns[table.at] = column;
  table.at += 1;
  return column;
}
