/** Cells and labelled figures that promise a value and have none in the HTML. */

import { isBlock } from '../../text/compare-text.ts';
import { isLabelled } from '../terms.ts';
import { type Collector, type Element, PLACE } from '../walk.ts';
import { holdsValue, isFigureName, isNothing, nameOf } from './figure-names.ts';
import { type EmptyFigures, figureTally } from './figure-tally.ts';
import { tableColumns } from './table-columns.ts';

const LEAVES = new Set('span b strong em output data time div p dd td bdi var'.split(' '));
const MEDIA = new Set('img svg input select button a i picture canvas video meter progress use'.split(' '));
/** Lines of code have marks of their own. */
const CODE = new Set(['pre', 'code', 'kbd', 'samp']);
const HIDDEN = PLACE.hidden | PLACE.chrome;
const ENDS_WITH_LABEL = /[:：]\s{0,3}$/;
/** Elements in one another that are looked at, and characters of each that are kept. */
const MAX_LEAVES = 6;
const MAX_TEXT = 200;

/** Attributes of cells that name their column or day, and no script. */
const PLAIN_DATA = new Set(
  'data-label data-title data-th data-header data-column data-colindex data-sort data-date data-heading'.split(' '),
);

/** An element that may hold a figure: a cell of a table, or one within a block. */
interface OpenLeaf extends Marks {
  readonly element: Element;
  /** The end of the block before it. */
  readonly before: string;
  text: string;
  media: number;
}

/** @param hasScripts to be asked when the walk is over */
export function emptyFigureCollector(hasScripts: () => boolean): Collector<EmptyFigures> {
  const tally = figureTally();
  const tables = tableColumns(tally.add);
  const leaves: OpenLeaf[] = [];
  let cell: OpenLeaf | undefined;
  let code = 0;
  let block = '';
  /** A figure of this block is counted, so that "Price: —" is not counted again. */
  let isCounted = false;
  let term = '';
  let lastTerm: Element | undefined;

  const closeLeaf = (leaf: OpenLeaf): void => {
    const missing = leaf.media > 0 || !isNothing(leaf.text) ? undefined : missingFigure(leaf, term, lastTerm);
    if (missing === undefined) return;
    isCounted = true;
    tally.add(missing.label, missing.isCertain);
  };

  return {
    enter(element, place) {
      const { tagName } = element;
      if ((place & PLACE.body) === 0) return;
      const isCell = tagName === 'td' || tagName === 'th';
      if (!isCell && isBlock(tagName)) block = '';
      if (tagName === 'dt') {
        term = '';
        lastTerm = element;
      } else if (tagName === 'table') tables.openTable();
      else if (tagName === 'tr') tables.startRow();
      if (MEDIA.has(tagName)) {
        if (cell !== undefined) cell.media += 1;
        for (const leaf of leaves) leaf.media += 1;
      }
      if (CODE.has(tagName)) code += 1;
      if ((place & HIDDEN) !== 0 || code > 0) return;
      const isOwnCell = isCell && tables.isOpen();
      const isLeaf = cell === undefined && LEAVES.has(tagName) && leaves.length < MAX_LEAVES;
      if (cell === undefined && !isOwnCell && !isLeaf) return;
      const marks = marksOf(element);
      if (cell !== undefined) {
        cell.isMarked ||= marks.isMarked;
        cell.isNamed ||= marks.isNamed;
      }
      if (isOwnCell) cell = { element, before: '', text: '', media: 0, ...marks };
      else if (isLeaf) leaves.push({ element, before: block.slice(-100), text: '', media: 0, ...marks });
    },
    textIn: PLACE.body,
    text(folded, place) {
      if ((place & PLACE.body) === 0) return;
      if (cell !== undefined && cell.text.length < MAX_TEXT) cell.text += folded;
      for (const leaf of leaves) if (leaf.text.length < MAX_TEXT) leaf.text += folded;
      if (block.length < 500) block += folded;
      if (term.length < 100) term += folded;
    },
    leave(element, place) {
      if ((place & PLACE.body) === 0) return;
      const { tagName } = element;
      if (CODE.has(tagName)) code -= 1;
      if (cell?.element === element) {
        tables.addCell(cell);
        cell = undefined;
      }
      const leaf = leaves.at(-1);
      if (leaf?.element === element) {
        leaves.pop();
        // The outermost of empty elements is for all.
        if (leaves.every((outer) => outer.text.trim() !== '' || isBlock(outer.element.tagName))) closeLeaf(leaf);
      }
      const isShown = (place & HIDDEN) === 0;
      if (tagName === 'table') tables.closeTable(isShown);
      if (!isBlock(tagName) || tagName === 'dt') return;
      if (!isCounted && isShown && (tagName === 'p' || tagName === 'li' || tagName === 'div')) {
        const label = undoneLabel(block);
        if (label !== undefined) tally.add(label, false);
      }
      block = '';
      isCounted = false;
    },
    facts: () => tally.found(hasScripts()),
  };
}

interface Marks {
  /** It has a name, a class or data. */
  isMarked: boolean;
  /** It has a name of its own that a script can find it by. */
  isNamed: boolean;
}

function marksOf(element: Element): Marks {
  let isMarked = false;
  let isNamed = false;
  for (const { name } of element.attrs) {
    const isData = name.startsWith('data-');
    isMarked ||= isData || name === 'id' || name === 'class' || name === 'aria-busy';
    isNamed ||= name === 'id' || (isData && !PLAIN_DATA.has(name));
  }
  return { isMarked, isNamed };
}

/**
 * The figure that an element without a value should hold; undefined where none is expected.
 * @param term the last term of a list, and its element
 */
function missingFigure(
  leaf: OpenLeaf,
  term: string,
  lastTerm: Element | undefined,
): { readonly label: string; readonly isCertain: boolean } | undefined {
  const { element, before, isMarked } = leaf;
  if (holdsValue(element)) return { label: before === '' ? nameOf(element) : before, isCertain: true };
  if (element.tagName === 'dd') return isLabelled(element, lastTerm) ? { label: term, isCertain: isMarked } : undefined;
  if (ENDS_WITH_LABEL.test(before) && (isMarked || leaf.text.trim() !== '')) return { label: before, isCertain: false };
  return isMarked && isFigureName(element) ? { label: nameOf(element), isCertain: false } : undefined;
}

/** The label of a block such as "Price: —", without an element of its own for the value. */
function undoneLabel(text: string): string | undefined {
  if (text.length > 80) return undefined;
  return /^([^:：]{2,40}[:：])\s{0,3}([—–…]|\.\.\.|-{2,3})\s{0,3}$/.exec(text.trim())?.[1];
}
