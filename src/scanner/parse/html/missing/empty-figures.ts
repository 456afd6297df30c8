/** Cells and labelled figures that promise a value and have none in the HTML. */

import { withoutEnd } from '../../../without-end.ts';
import { isBlock } from '../../text/compare-text.ts';
import { isOneOf, LOADING, NOTES } from '../../text/phrases/phrases.ts';
import { isLabelled } from '../terms.ts';
import { attributeOf, type Collector, type Element, PLACE } from '../walk.ts';

export interface EmptyFigures {
  /** Empty cells and figures. */
  readonly count: number;
  /** Labels of the first of them, cut: the heads of columns, the words before a figure. */
  readonly labels: readonly string[];
}

/** Names of elements that hold a figure people come for. */
const FIGURE_WORDS = new Set(
  'price prices amount cost stock availability hours rate fee total balance salary rent temperature quantity departure arrival odds'.split(
    ' ',
  ),
);
const VALUE_ATTRIBUTES = new Set([
  'data-price',
  'data-amount',
  'data-value',
  'data-figure',
  'data-cost',
  'data-stock',
  'data-count',
  'data-number',
  'data-hours',
  'data-text',
  'data-content',
]);
const LEAVES = new Set('span b strong em output data time div p dd td bdi var'.split(' '));
const MEDIA = new Set('img svg input select button a i picture canvas video meter progress use'.split(' '));
/** Lines of code have marks of their own. */
const CODE = new Set(['pre', 'code', 'kbd', 'samp']);
const HIDDEN = PLACE.hidden | PLACE.chrome;
const DASHES = /^[\s\-–—−.…·?_:*]{0,12}$/;
const ENDS_WITH_LABEL = /[:：]\s{0,3}$/;
const MAX_LABELS = 3;
const MAX_LABEL = 40;
const MAX_COUNT = 2000;
const MAX_COLUMNS = 60;
/** A single cell without a value may be one that nothing was entered into. */
const MIN_CELLS = 2;

/** Attributes of cells that name their column or day, and no script. */
const PLAIN_DATA = new Set(
  'data-label data-title data-th data-header data-column data-colindex data-sort data-date data-heading'.split(' '),
);

interface Column {
  head: string;
  cells: number;
  empty: number;
  /** Empty cells that a script can find by a name of their own, or that say that they wait. */
  marked: number;
}

interface OpenTable {
  readonly columns: Column[];
  at: number;
}

interface OpenLeaf {
  readonly element: Element;
  readonly before: string;
  text: string;
  media: number;
  isMarked: boolean;
  isNamed: boolean;
}

export function emptyFigureCollector(hasScripts: () => boolean): Collector<EmptyFigures> {
  const tables: OpenTable[] = [];
  const leaves: OpenLeaf[] = [];
  let cell: OpenLeaf | undefined;
  let certain = 0;
  /** Those that only count where a script could fill them. */
  let likely = 0;
  const labels: { readonly text: string; readonly isCertain: boolean }[] = [];
  let code = 0;
  let block = '';
  let term = '';
  let lastTerm: Element | undefined;

  /** A figure of this block is counted, so that "Price: —" is not counted again. */
  let isCounted = false;

  const count = (label: string, isCertain: boolean, by = 1): void => {
    isCounted = true;
    if (isCertain) certain = Math.min(MAX_COUNT, certain + by);
    else likely = Math.min(MAX_COUNT, likely + by);
    const text = withoutEnd(label, /[\s:：]/)
      .trim()
      .slice(-MAX_LABEL);
    if (text !== '' && labels.length < 20 && !labels.some((known) => known.text === text))
      labels.push({ text, isCertain });
  };
  const closeTable = ({ columns }: OpenTable): void => {
    for (const { head, cells, empty, marked } of columns) {
      if (empty === cells && cells >= MIN_CELLS && head.trim() !== '' && !isOneOf(NOTES, head))
        count(head, false, empty);
      // A column that has values else may have none here, unless a script looks for the cell.
      else if (marked > 0) count(head, false, marked);
    }
  };
  const columnOf = (table: OpenTable): Column | undefined => {
    if (table.at >= MAX_COLUMNS) return undefined;
    const column = table.columns[table.at] ?? { head: '', cells: 0, empty: 0, marked: 0 };
    table.columns[table.at] = column;
    return column;
  };
  const closeCell = (leaf: OpenLeaf): void => {
    const table = tables.at(-1);
    const column = table === undefined ? undefined : columnOf(table);
    if (table === undefined || column === undefined) return;
    table.at += 1;
    if (leaf.element.tagName === 'th') {
      if (column.cells === 0) column.head = leaf.text.slice(0, 100);
      return;
    }
    column.cells += 1;
    if (leaf.media > 0 || !isNothing(leaf.text)) return;
    column.empty += 1;
    if (leaf.isNamed || isOneOf(LOADING, leaf.text)) column.marked += 1;
  };
  const closeLeaf = (leaf: OpenLeaf): void => {
    const { element, before } = leaf;
    if (leaf.media > 0 || !isNothing(leaf.text)) return;
    if (holdsValue(element)) count(before === '' ? nameOf(element) : before, true);
    else if (element.tagName === 'dd') {
      if (isLabelled(element, lastTerm)) count(term, leaf.isMarked);
    } else if (ENDS_WITH_LABEL.test(before) && (leaf.isMarked || leaf.text.trim() !== '')) count(before, false);
    else if (leaf.isMarked && isFigureName(element)) count(nameOf(element), false);
  };

  return {
    enter(element, place) {
      const { tagName } = element;
      if ((place & PLACE.body) === 0) return;
      if (isBlock(tagName) && tagName !== 'td' && tagName !== 'th') block = '';
      if (tagName === 'dt') {
        term = '';
        lastTerm = element;
      }
      if (tagName === 'table') tables.push({ columns: [], at: 0 });
      const table = tables.at(-1);
      if (tagName === 'tr' && table !== undefined) table.at = 0;
      if (MEDIA.has(tagName)) {
        if (cell !== undefined) cell.media += 1;
        for (const leaf of leaves) leaf.media += 1;
      }
      if (CODE.has(tagName)) code += 1;
      if ((place & HIDDEN) !== 0 || code > 0) return;
      let isMarked = false;
      let isNamed = false;
      for (const { name } of element.attrs) {
        const isData = name.startsWith('data-');
        isMarked ||= isData || name === 'id' || name === 'class' || name === 'aria-busy';
        isNamed ||= name === 'id' || (isData && !PLAIN_DATA.has(name));
      }
      if (cell !== undefined && isMarked) cell.isMarked = true;
      if (cell !== undefined && isNamed) cell.isNamed = true;
      if (table !== undefined && (tagName === 'td' || tagName === 'th')) {
        cell = { element, before: '', text: '', media: 0, isMarked, isNamed };
      } else if (cell === undefined && LEAVES.has(tagName) && leaves.length < 6) {
        leaves.push({ element, before: block.slice(-100), text: '', media: 0, isMarked, isNamed });
      }
    },
    textIn: PLACE.body,
    text(folded, place) {
      if ((place & PLACE.body) === 0) return;
      if (cell !== undefined && cell.text.length < 200) cell.text += folded;
      for (const leaf of leaves) if (leaf.text.length < 200) leaf.text += folded;
      if (block.length < 500) block += folded;
      if (term.length < 100) term += folded;
    },
    leave(element, place) {
      if ((place & PLACE.body) === 0) return;
      const { tagName } = element;
      if (CODE.has(tagName)) code -= 1;
      if (cell?.element === element) {
        const closed = cell;
        cell = undefined;
        closeCell(closed);
      }
      const leaf = leaves.at(-1);
      if (leaf?.element === element) {
        leaves.pop();
        // The outermost of empty elements is for all.
        if (leaves.every((outer) => outer.text.trim() !== '' || isBlock(outer.element.tagName))) closeLeaf(leaf);
      }
      if (tagName === 'table') {
        const table = tables.pop();
        if (table !== undefined && (place & HIDDEN) === 0) closeTable(table);
      }
      if (isBlock(tagName) && tagName !== 'dt') {
        if (!isCounted && (tagName === 'p' || tagName === 'li' || tagName === 'div')) endsUndone(block, place);
        block = '';
        isCounted = false;
      }
    },
    facts: () => {
      const isFilled = hasScripts();
      return {
        count: certain + (isFilled ? likely : 0),
        labels: labels
          .filter(({ isCertain }) => isCertain || isFilled)
          .slice(0, MAX_LABELS)
          .map(({ text }) => text),
      };
    },
  };

  /** "Price: —" without an element of its own for the value. */
  function endsUndone(text: string, place: number): void {
    if ((place & HIDDEN) !== 0 || text.length > 80) return;
    const found = /^([^:：]{2,40}[:：])\s{0,3}([—–…]|\.\.\.|-{2,3})\s{0,3}$/.exec(text.trim());
    if (found !== null) count(found[1] ?? '', false);
  }
}

const isNothing = (text: string): boolean =>
  (text.length <= MAX_NOTHING && DASHES.test(text.trim())) || isOneOf(LOADING, text);
/** Characters of dashes and the white space around them; a text is kept up to this length. */
const MAX_NOTHING = 400;

const holdsValue = (element: Element): boolean =>
  element.attrs.some(({ name, value }) => VALUE_ATTRIBUTES.has(name) && /\d/.test(value)) ||
  (element.tagName === 'data' && /\d/.test(attributeOf(element, 'value') ?? '')) ||
  (element.tagName === 'time' && attributeOf(element, 'datetime') !== undefined);

function isFigureName(element: Element): boolean {
  return nameOf(element)
    .toLowerCase()
    .split(/[^a-z]+/)
    .some((word) => FIGURE_WORDS.has(word));
}

const nameOf = (element: Element): string =>
  `${attributeOf(element, 'id') ?? ''} ${attributeOf(element, 'class') ?? ''} ${element.attrs
    .filter(({ name }) => name.startsWith('data-'))
    .map(({ name }) => name.slice(5))
    .join(' ')}`
    .slice(0, 200)
    .trim();
