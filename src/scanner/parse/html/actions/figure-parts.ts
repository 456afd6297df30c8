/** Figures that a page promises: cells of tables, values of terms, prices; and which of them have no text. */

import { NOTES } from '../../text/phrases/notes.ts';
import { isOneOf } from '../../text/phrases/phrases.ts';
import { isLeftBlank } from '../left-blank.ts';
import { isBorderless, isDataBySize, LAYOUT_SIGNS } from '../tables.ts';
import { isLabelled } from '../terms.ts';
import { attributeOf, type Element, PLACE } from '../walk.ts';
import type { FigureGroup } from './page-actions.ts';
import { PICTURED_CELLS, picturesTable } from './pictured-table.ts';
import { attributeText, type Part, within } from './text-within.ts';

const MAX_TABLES = 30;
const MAX_ROWS = 200;
const MAX_COLUMNS = 20;
const MAX_SLOTS = 300;
const MAX_GROUPS = 20;
/** A column with this share of empty cells promises what it does not hold; fewer gaps are facts of the data. */
const EMPTY_COLUMN = 0.8;
const MIN_ROWS = 2;

/** Placeholders that a script will replace by a figure. */
const WAITING =
  /^(?:(?:loading|lade|laden|chargement|cargando|caricamento)(?: \p{L}{1,20}){0,3} ?(?:…|\.{2,4})$|(?:loading|lade|chargement|cargando|caricamento)$|(?:…|\.{2,4})$|\{\{.{0,60}\}\}|\$\{.{0,60}\})/iu;
const DASHES = /^[-–—‒―?]{1,3}$/;
const CURRENCY_ALONE = /^(?:[$€£¥₹]|usd|eur|gbp|chf|kč|zł|kr)$/i;
/** Words of classes that mark a price, and those that mark one which not every product has. */
const PRICE = /(?:^|[\s_-])(?:price|prices|preis|prix|precio|prezzo|cena|prijs)(?:$|[\s_-])/;
/** In all words of PRICE: few classes have it. */
const MAY_BE_PRICE = /pr[ei]|cena/i;
const NO_PRICE =
  /old|was|sale|special|discount|compare|regular|strike|original|saved?|unit|filter|range|list|table|label|wrapper|container|box|row|col|grid|note|info|suffix|prefix|currency|symbol|heading|title|head|section|slider|min|max|from|to\b/;

/** `drawn`: there is a block for a script, which may hold a figure as well as a drawing. */
type State = 'filled' | 'empty' | 'dash' | 'drawn' | 'waiting' | 'picture';

interface Table {
  readonly element: Element;
  readonly name: string;
  readonly isCounted: boolean;
  readonly rows: State[][];
  readonly headers: string[];
  row: State[];
  rowHasData: boolean;
  hasHeaders: boolean;
  isLayout: boolean;
  /** A cell holds what no cell of data holds, such as a field. */
  hasLayoutSigns: boolean;
  /** Cells behind the first of their rows, and those of them that are links and nothing else. */
  behind: number;
  links: number;
  example: string;
}

export function figureCollector(): Part<readonly FigureGroup[]> {
  const open: Table[] = [];
  const groups: FigureGroup[] = [];
  const slots = new Map<string, { states: State[]; example: string; name: string }>();
  let seen = 0;
  let slotCount = 0;
  let lastTerm: Element | undefined;
  const terms: { states: State[]; example: string } = { states: [], example: '' };
  const pictured: { name: string; example: string }[] = [];
  return {
    wants: {
      tags: [...LAYOUT_SIGNS, 'tr', 'td', 'th', 'caption', 'dt', 'dd', 'img', 'canvas'],
      attributes: ['class', 'itemprop'],
    },
    enter(element, place) {
      const { tagName } = element;
      const table = open.at(-1);
      if (tagName === 'table') {
        if (table !== undefined) table.isLayout = true;
        seen += 1;
        open.push(newTable(element, seen <= MAX_TABLES && (place & UNCOUNTED) === 0));
        return;
      }
      if (table !== undefined && (tagName === 'td' || tagName === 'th')) return void addCell(table, element);
      if (table !== undefined && LAYOUT_SIGNS.has(tagName)) table.hasLayoutSigns = true;
      if (table !== undefined && tagName === 'tr') table.row = [];
      if ((place & UNCOUNTED) !== 0) return;
      if (
        tagName === 'img' &&
        table === undefined &&
        picturesTable({ src: attributeText(element, 'src', 300), alt: attributeText(element, 'alt', 200) })
      ) {
        if (pictured.length < MAX_GROUPS)
          pictured.push({ name: attributeText(element, 'alt'), example: tagText(element) });
      } else if (tagName === 'dt') lastTerm = element;
      else if (tagName === 'dd' && terms.states.length < MAX_SLOTS) {
        const state = stateOf(element);
        if (state !== 'filled' && !isLabelled(element, lastTerm)) return;
        terms.states.push(state);
        if (state !== 'filled' && terms.example === '') terms.example = tagText(element);
      } else if (slotCount < MAX_SLOTS && isPriceSlot(element)) {
        slotCount += 1;
        addSlot(element);
      }
    },
    leave(element) {
      const table = open.at(-1);
      if (table === undefined) return;
      if (element.tagName === 'tr') {
        if (table.rowHasData && table.rows.length < MAX_ROWS) table.rows.push(table.row);
        table.rowHasData = false;
      } else if (table.element === element) {
        open.pop();
        const group = groupOf(table);
        if (group !== undefined && groups.length < MAX_GROUPS) groups.push(group);
      }
    },
    facts: () =>
      [...groups, ...slotGroups(slots), ...termGroup(terms), ...pictureGroups(pictured)].slice(0, MAX_GROUPS),
  };

  function addSlot(element: Element): void {
    const mark = attributeText(element, 'class') || attributeText(element, 'itemprop');
    const slot = slots.get(mark) ?? { states: [], example: '', name: mark };
    slots.set(mark, slot);
    const state = priceState(element);
    slot.states.push(state);
    if (state !== 'filled' && slot.example === '') slot.example = tagText(element);
  }
}

const isWaiting = (state: State): boolean => state === 'waiting' || state === 'drawn';

const UNCOUNTED = PLACE.chrome | PLACE.hidden | PLACE.ariaHidden;

const newTable = (element: Element, isCounted: boolean): Table => ({
  element,
  name: attributeText(element, 'aria-label'),
  isCounted,
  rows: [],
  headers: [],
  row: [],
  rowHasData: false,
  hasHeaders: false,
  isLayout: ['presentation', 'none'].includes(attributeOf(element, 'role') ?? ''),
  hasLayoutSigns: false,
  behind: 0,
  links: 0,
  example: '',
});

function addCell(table: Table, cell: Element): void {
  const isHeader = cell.tagName === 'th' || attributeOf(cell, 'scope') !== undefined;
  table.hasHeaders ||= isHeader;
  if (table.row.length >= MAX_COLUMNS) return;
  const state = stateOf(cell);
  table.row.push(state);
  if (!isHeader) {
    table.rowHasData = true;
    if (table.row.length > 1) {
      table.behind += 1;
      if (isLinksAlone(cell)) table.links += 1;
    }
    if (state !== 'filled' && state !== 'dash' && table.example === '') table.example = tagText(cell);
  } else if (table.rows.length === 0 && !table.rowHasData) {
    if (table.headers.length < MAX_COLUMNS) table.headers.push(within(cell, 40).text);
  }
}

/** Cells of columns, the first of which names the rows. */
function groupOf({
  element,
  isCounted,
  isLayout,
  hasLayoutSigns,
  behind,
  links,
  rows,
  headers,
  hasHeaders,
  name,
  example,
}: Table): FigureGroup | undefined {
  if (!isCounted || isLayout || rows.length < MIN_ROWS) return undefined;
  const width = Math.max(...rows.map((row) => row.length));
  if (width < 2) return undefined;
  let cells = 0;
  let missing = 0;
  let pictures = 0;
  for (let column = 1; column < width; column += 1) {
    const states = rows.flatMap((row) => row[column] ?? []);
    const lacking = states.filter((state) => state !== 'filled');
    const isEmptyColumn = lacking.length >= EMPTY_COLUMN * states.length && states.length >= MIN_ROWS;
    // A column of notes, or of buttons and pictures without a heading, promises nothing.
    const head = headers[column] ?? '';
    if (isEmptyColumn && (head === '' || isOneOf(NOTES, head)) && !lacking.includes('waiting')) continue;
    const lost = isEmptyColumn ? lacking : states.filter(isWaiting);
    cells += states.length;
    missing += lost.length;
    pictures += lost.filter((state) => state === 'picture').length;
  }
  if (cells === 0) return undefined;
  // Without headers and gaps it is data only where it looks so: pages are laid out with tables, too.
  const columns = Math.min(...rows.map((row) => row.length));
  const isMenu = links > 0 && links >= EMPTY_COLUMN * behind;
  const looksSo =
    !hasLayoutSigns && !isMenu && isDataBySize({ rows: rows.length, columns, isBorderless: isBorderless(element) });
  if (!hasHeaders && missing === 0 && !looksSo) return undefined;
  return {
    kind: 'table',
    name: name || headers.filter(Boolean).join(', ').slice(0, 80),
    cells,
    missing,
    pictures,
    hasHeaders,
    example,
  };
}

function slotGroups(slots: ReadonlyMap<string, { states: State[]; example: string; name: string }>): FigureGroup[] {
  return [...slots.values()].map(({ states, example, name }) => {
    const lost = states.filter((state) => state !== 'filled');
    // One product in a row has no price where the others have one: that says something of the product.
    const isKind = lost.length >= EMPTY_COLUMN * states.length;
    const missing = isKind ? lost : lost.filter((state) => state === 'waiting' || state === 'picture');
    return {
      kind: 'price',
      name,
      cells: states.length,
      missing: missing.length,
      pictures: missing.filter((state) => state === 'picture').length,
      hasHeaders: true,
      example: missing.length === 0 ? '' : example,
    };
  });
}

function termGroup({ states, example }: { states: State[]; example: string }): FigureGroup[] {
  const lost = states.filter((state) => isWaiting(state) || state === 'empty' || state === 'picture');
  if (lost.length === 0) return [];
  const pictures = lost.filter((state) => state === 'picture').length;
  return [{ kind: 'terms', name: '', cells: states.length, missing: lost.length, pictures, hasHeaders: true, example }];
}

const pictureGroups = (pictured: readonly { readonly name: string; readonly example: string }[]): FigureGroup[] =>
  pictured.map(({ name, example }) => ({
    kind: 'table',
    name,
    cells: PICTURED_CELLS,
    missing: PICTURED_CELLS,
    pictures: PICTURED_CELLS,
    hasHeaders: true,
    example,
  }));

function stateOf(cell: Element): State {
  const { text, hasMutePicture } = within(cell, 60);
  if (text === '') return hasMutePicture ? 'picture' : emptyState(cell);
  if (WAITING.test(text)) return 'waiting';
  return DASHES.test(text) ? 'dash' : 'filled';
}

function priceState(slot: Element): State {
  const { text, hasMutePicture } = within(slot, 60);
  if (text === '' || CURRENCY_ALONE.test(text)) return hasMutePicture ? 'picture' : 'waiting';
  return WAITING.test(text) || DASHES.test(text) ? 'waiting' : 'filled';
}

/** A cell without text, or the empty element in it, may have a mark of its own, by which a script can find it. */
function emptyState(cell: Element): State {
  if (holdsControl(cell)) return 'filled';
  const inner = elementsIn(cell)[0];
  const holders = inner === undefined ? [cell] : [cell, inner];
  const marked = holders.find(
    ({ tagName, attrs }) => !FIELDS.has(tagName) && attrs.some(({ name }) => name.startsWith('data-') || name === 'id'),
  );
  if (marked === undefined) return isLeftBlank(cell) ? 'filled' : 'empty';
  // Lines between the rows of a history are drawn into such blocks (Fossil).
  return marked === inner && marked.tagName === 'div' ? 'drawn' : 'waiting';
}
const FIELDS = new Set(['input', 'select', 'textarea', 'button', 'a']);

/** A cell that leads somewhere, and says nothing besides. */
function isLinksAlone(cell: Element): boolean {
  const inner = elementsIn(cell);
  const hasText = cell.childNodes.slice(0, MAX_CELL_NODES).some((node) => 'value' in node && node.value.trim() !== '');
  return !hasText && inner.length > 0 && inner.every(({ tagName }) => tagName === 'a');
}

/** A cell that offers something to press or to fill in promises no figure. An empty link may wait for its words. */
const holdsControl = (cell: Element, depth = MAX_CONTROL_DEPTH): boolean =>
  elementsIn(cell).some((inner) => isControl(inner) || (depth > 1 && holdsControl(inner, depth - 1)));
/** Themes wrap the field for a quantity into two or three boxes. */
const MAX_CONTROL_DEPTH = 4;
const isControl = (element: Element): boolean =>
  FIELDS.has(element.tagName) && (element.tagName !== 'a' || elementsIn(element).length > 0);
const elementsIn = ({ childNodes }: Element): Element[] =>
  childNodes.slice(0, MAX_CELL_NODES).filter((node) => 'tagName' in node);
const MAX_CELL_NODES = 8;

function isPriceSlot(element: Element): boolean {
  const isMarked = attributeOf(element, 'itemprop') === 'price';
  if (!isMarked && !MAY_BE_PRICE.test(attributeOf(element, 'class') ?? '')) return false;
  if (NO_SLOTS.has(element.tagName)) return false;
  const mark = ` ${attributeText(element, 'class', 120).toLowerCase()} `;
  if (!isMarked && (!PRICE.test(mark) || NO_PRICE.test(mark))) return false;
  // The innermost is the slot; the elements around it repeat its text.
  return !element.childNodes.some(
    (node) =>
      'tagName' in node &&
      !NO_SLOTS.has(node.tagName) &&
      PRICE.test(` ${attributeText(node, 'class', 120).toLowerCase()} `),
  );
}
const NO_SLOTS = new Set([
  'meta',
  'link',
  'input',
  'select',
  'form',
  'script',
  'style',
  'table',
  'section',
  'ul',
  'img',
  'th',
  'label',
  'h1',
  'h2',
  'h3',
  'body',
  'main',
  'article',
]);

function tagText({ tagName, attrs, childNodes }: Element): string {
  const shown = attrs.slice(0, 3).map(({ name, value }) => ` ${name}="${value.slice(0, 30)}"`);
  const inner = childNodes.find((node) => 'tagName' in node);
  const nested = inner !== undefined && 'tagName' in inner ? `<${inner.tagName}>` : ownTextOf(childNodes);
  return `<${tagName}${shown.join('')}>${nested}`.slice(0, 100);
}
const ownTextOf = (nodes: Element['childNodes']): string =>
  nodes
    .map((node) => ('value' in node ? node.value.trim() : ''))
    .join('')
    .slice(0, 20);
