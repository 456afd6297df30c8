import type { PageFacts } from './page-facts.ts';
import { attributeOf, type Collector, type Element, PLACE } from './walk.ts';

/** A table with this many rows is bulk data (catalogue, P25). */
const BULK_ROWS = 20;
/** With fewer rows or columns it may be there for the looks. */
const MIN_DATA_ROWS = 3;
const MIN_DATA_COLUMNS = 2;
/** What no cell of data holds: without headers the table lays out a page. */
export const LAYOUT_SIGNS = new Set([
  'table',
  'form',
  'input',
  'select',
  'textarea',
  'iframe',
  'h1',
  'h2',
  'h3',
  'ul',
  'ol',
]);
const HEADER_ROLES = new Set(['columnheader', 'rowheader']);
/** The alphabetical indexes of Sphinx: links and their notes under letters, with no columns to name. */
const INDEX_CLASSES = new Set(['indextable', 'modindextable', 'genindextable']);
const MAX_CLASS = 500;
const LAYOUT_ROLES = new Set(['presentation', 'none']);

interface OpenTable {
  readonly isCounted: boolean;
  rows: number;
  /** Cells of the row under way. */
  cells: number;
  /** Cells of the shortest row. */
  columns: number;
  hasHeaders: boolean;
  isLayout: boolean;
  /** Only headers tell that it is data. */
  readonly isBorderless: boolean;
  readonly charsBefore: number;
  /** Characters of bulk tables inside this one. */
  bulkInside: number;
}

/**
 * The tables of the content: which are data, and how much of the page is data in bulk.
 * @param written characters of Markdown so far, from the converter, which must be walked before this one
 */
export function tableCollector(written: () => number): Collector<PageFacts['tables']> {
  const open: OpenTable[] = [];
  const facts = { data: 0, withoutHeaders: 0, bulkCharCount: 0 };
  const close = (table: OpenTable): void => {
    const bulk = table.rows >= BULK_ROWS ? written() - table.charsBefore : table.bulkInside;
    const outer = open.at(-1);
    if (outer === undefined) facts.bulkCharCount += bulk;
    else outer.bulkInside += bulk;
    if (!table.isCounted || !isData(table)) return;
    facts.data += 1;
    if (!table.hasHeaders) facts.withoutHeaders += 1;
  };
  return {
    wants: { tags: [...LAYOUT_SIGNS, 'tr', 'td', 'th'] },
    enter(element, place) {
      const { tagName } = element;
      const table = open.at(-1);
      if (table !== undefined && LAYOUT_SIGNS.has(tagName)) table.isLayout = true;
      if (tagName === 'table') {
        open.push({
          isCounted: (place & (PLACE.chrome | PLACE.hidden | PLACE.ariaHidden)) === 0,
          rows: 0,
          cells: 0,
          columns: Number.MAX_SAFE_INTEGER,
          hasHeaders: false,
          isLayout: LAYOUT_ROLES.has(attributeOf(element, 'role') ?? '') || isIndex(element),
          isBorderless: isBorderless(element),
          charsBefore: written(),
          bulkInside: 0,
        });
      } else if (table === undefined) return;
      else if (tagName === 'tr') table.cells = 0;
      else if (tagName === 'td' || tagName === 'th') {
        table.cells += 1;
        table.hasHeaders ||= isHeader(element);
      }
    },
    leave({ tagName }) {
      const table = open.at(-1);
      if (table === undefined) return;
      if (tagName === 'table') {
        open.pop();
        close(table);
      } else if (tagName === 'tr' && table.cells > 0) {
        table.rows += 1;
        table.columns = Math.min(table.columns, table.cells);
      }
    },
    facts: () => facts,
  };
}

/** Written without lines: without headers it lays out a page (the callout lists of DocBook and menus of Texinfo are such tables). */
export const isBorderless = (table: Element): boolean => attributeOf(table, 'border')?.trim() === '0';

const isData = (table: OpenTable): boolean => !table.isLayout && (table.hasHeaders || isDataBySize(table));

/** Whether a table without headers is data by its size and lines alone. @param columns cells of the shortest row */
export const isDataBySize = ({
  rows,
  columns,
  isBorderless,
}: {
  readonly rows: number;
  readonly columns: number;
  readonly isBorderless: boolean;
}): boolean => !isBorderless && rows >= MIN_DATA_ROWS && columns >= MIN_DATA_COLUMNS;

const isIndex = (table: Element): boolean =>
  (attributeOf(table, 'class') ?? '')
    .slice(0, MAX_CLASS)
    .split(/\s+/)
    .some((name) => INDEX_CLASSES.has(name));

const isHeader = (cell: Element): boolean =>
  cell.tagName === 'th' ||
  attributeOf(cell, 'scope') !== undefined ||
  HEADER_ROLES.has(attributeOf(cell, 'role') ?? '');

/** Shorter data is an example. */
const MIN_CHARS = 2000;
const JSON_BRACKETS = ['{}', '[]'];

/** The state of a run of text while its pieces arrive. */
interface Run {
  chars: number;
  first: string;
  last: string;
  isBase64: boolean;
}

const newRun = (): Run => ({ chars: 0, first: '', last: '', isBase64: true });

/** How much of the page, in characters, is JSON or base64 of 2,000 characters or more (catalogue, P25). */
export function bulkTextCollector(): Collector<number> {
  let bulk = 0;
  let block: { readonly element: Element; readonly run: Run } | undefined;
  const end = (run: Run): void => {
    if (run.chars >= MIN_CHARS && (run.isBase64 || JSON_BRACKETS.includes(run.first + run.last))) bulk += run.chars;
  };
  return {
    wants: { tags: ['pre'] },
    textIn: PLACE.body,
    enter(element) {
      if (block === undefined && element.tagName === 'pre') block = { element, run: newRun() };
    },
    text(_folded, place, raw) {
      if ((place & PLACE.body) === 0) return;
      if (block !== undefined) add(block.run, raw);
      else if (raw.length >= MIN_CHARS) {
        const run = newRun();
        add(run, raw);
        end(run);
      }
    },
    leave(element) {
      if (block?.element !== element) return;
      end(block.run);
      block = undefined;
    },
    facts: () => bulk,
  };
}

function add(run: Run, raw: string): void {
  const text = raw.trim();
  if (text === '') return;
  run.chars += raw.length;
  if (run.first === '') run.first = text.charAt(0);
  run.last = text.charAt(text.length - 1);
  run.isBase64 &&= /^[A-Za-z0-9+/_=\r\n-]*$/.test(text);
}
