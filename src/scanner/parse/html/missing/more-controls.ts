/** Controls that bring more text and have no address, and what a page says of how much there is. */

import { isBlock } from '../../text/compare-text.ts';
import { isOneOf, MORE_ITEMS, MORE_TEXT } from '../../text/phrases/phrases.ts';
import { PAGE_NAMES } from '../../url/page-number.ts';
import { attributeOf, type Collector, type Element, PLACE } from '../walk.ts';
import { type ItemText, itemText } from '../word-counter.ts';

export interface MoreControls {
  /** Controls for further items of a list, without an address, and the words of the first. */
  readonly items: number;
  /** Controls for the rest of a text whose text does not come with the page. */
  readonly text: number;
  readonly example: string;
  /** "1 to 10 of 240": how many are shown and how many there are; undefined where the page does not say it. */
  readonly counts: { readonly shown: number; readonly all: number } | undefined;
  /** Links lead to further pages of the list. */
  readonly hasPages: boolean;
}

const MAX_BLOCK = 90;
const PAGE_PARAMETER = new RegExp(`[?&;/](?:${PAGE_NAMES})[=/]\\d`, 'i');
const NUMBER = '(\\d{1,3}(?:[.,\\u00a0 ]\\d{3}){0,3}|\\d{1,7})';
/** A range of items of a total: "1–10 of 240", "1 bis 10 von 240", "240件中 1-10件". */
const RANGES: readonly RegExp[] = [
  new RegExp(
    `${NUMBER} ?(?:[-–—]|to|bis|à|a|al|até|t/m|do|až|по|至|から|~|부터) ?${NUMBER} ?(?:of|von|sur|de|di|van|z|ze|из|out of|/|共|中)[^\\d]{0,12}${NUMBER}`,
    'iu',
  ),
];
const SHOWING =
  /^(?:showing|displaying|viewing|you have seen|you've viewed|es werden|zeige|angezeigt|affichage|mostrando|visualizzati|exibindo|getoond|wyświetlono|zobrazeno|показано|显示|表示)\b/iu;
const OF_TOTAL = new RegExp(`${NUMBER} ?(?:of|von|sur|de|di|van|z|ze|из|/)[^\\d]{0,8}${NUMBER}`, 'iu');
const ENDS_OPEN = /(?:…|\.\.\.|\[…\])\s*$/;
const NO_ADDRESS = /^\s*(?:#|javascript:|$)/i;
/** In all that SCROLLS matches: few names have it. */
const MAY_SCROLL = /scroll|more|endless|lazy/i;
const SCROLLS = /(?:^|[\s_-])(?:infinite-?scroll|load-?more|endless|lazy-list)(?:$|[\s_-])/i;

export function moreControlCollector(): Collector<MoreControls> {
  let text = 0;
  let example = '';
  let counts: MoreControls['counts'];
  let partial: MoreControls['counts'];
  let hasPages = false;
  let control: { readonly element: Element; readonly text: ItemText; readonly opens: string | undefined } | undefined;
  /** What each control for items unfolds, by its id: there may be text in it. */
  const unfolded: (string | undefined)[] = [];
  const filled = new Set<string>();
  let block = '';
  let lastEndsOpen = false;
  let hiddenWords = 0;
  const openers: string[] = [];

  const endBlock = (place: number): void => {
    if (block.trim() === '') return;
    if ((place & (PLACE.chrome | PLACE.hidden)) === 0) lastEndsOpen = ENDS_OPEN.test(block.slice(-10));
    if (block.length <= MAX_BLOCK && (place & PLACE.hidden) === 0 && /\d/.test(block)) {
      const found = countsIn(block);
      counts ??= found?.range;
      partial ??= found?.part;
    }
    block = '';
  };

  return {
    wants: { tags: ['a', 'button', 'link'], isTag: isBlock, attributes: ['class', 'id', 'role'] },
    textIn: PLACE.body,
    enter(element, place) {
      const { tagName } = element;
      const id = attributeOf(element, 'id');
      if (id !== undefined && filled.size < MAX_IDS && element.childNodes.some(isFilled)) filled.add(id);
      if (tagName === 'link')
        hasPages ||= (attributeOf(element, 'rel') ?? '').toLowerCase().split(/\s+/).includes('next');
      if ((place & PLACE.body) === 0) return;
      if (isBlock(tagName)) endBlock(place);
      if (tagName === 'a') hasPages ||= leadsOn(element);
      if ((place & (PLACE.chrome | PLACE.hidden)) !== 0) return;
      if (control === undefined && hasNoAddress(element))
        control = { element, text: itemText(), opens: attributeOf(element, 'aria-controls') };
      else if (
        element.attrs.some(
          ({ name, value }) =>
            (name === 'id' || name === 'class') && MAY_SCROLL.test(value) && SCROLLS.test(value.slice(0, 200)),
        )
      ) {
        if (tagName !== 'a' && tagName !== 'button') openers.push(tagName);
      }
    },
    text(folded, place, _raw, run) {
      if ((place & PLACE.body) === 0) return;
      if (control !== undefined) control.text.add(folded);
      else if (block.length <= MAX_BLOCK) block += folded;
      else block = block.slice(-MAX_BLOCK) + folded.slice(-MAX_BLOCK);
      if ((place & PLACE.hidden) !== 0) hiddenWords += run.halves / 2;
    },
    leave(element, place) {
      if (control?.element === element) {
        const said = control.text.value();
        const { opens, element: pressed } = control;
        control = undefined;
        endBlock(place);
        if (isOneOf(MORE_ITEMS, said, 3)) {
          if (isCallToAction(pressed) || unfolded.length >= MAX_CONTROLS) return;
          unfolded.push(targetToUnfold(pressed));
          example ||= said.slice(0, 60);
        } else if (isOneOf(MORE_TEXT, said, 2) && lastEndsOpen && opens === undefined) {
          text += 1;
          example ||= said.slice(0, 60);
        }
      }
      if (isBlock(element.tagName)) endBlock(place);
    },
    facts() {
      const scrolls = openers.length > 0 ? 1 : 0;
      // What a control unfolds comes with the page.
      const items = unfolded.filter((id) => id === undefined || !filled.has(id)).length;
      const known = counts ?? (items + scrolls > 0 ? partial : undefined);
      // Text that comes with the page and is only hidden is not missing.
      return {
        items: items + scrolls,
        text: hiddenWords > 20 ? 0 : text,
        example,
        counts: known,
        hasPages,
      };
    },
  };
}

const MAX_IDS = 5000;
const MAX_CONTROLS = 1000;
const isFilled = (node: Element['childNodes'][number]): boolean =>
  'tagName' in node || ('value' in node && node.value.trim() !== '');

/** The id of the part of the page that a control folds and unfolds, as Bootstrap and ARIA write it. */
function targetToUnfold(control: Element): string | undefined {
  const toggles = ['data-bs-toggle', 'data-toggle'].some((name) => attributeOf(control, name) === 'collapse');
  if (!toggles && attributeOf(control, 'aria-expanded') === undefined) return undefined;
  const target = ['data-bs-target', 'data-target', 'href'].map((name) => attributeOf(control, name)).find(isPart);
  return attributeOf(control, 'aria-controls') ?? target?.slice(1);
}

const isPart = (target: string | undefined): boolean => target !== undefined && /^#[\w:.-]{1,100}$/.test(target);

const IN_BANNER = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'p', 'span', 'a', 'button', 'br', 'img', 'small']);
const MAX_BANNER = 5;

/** The button of a banner: of a box that has a heading and some words beside it and no list. */
function isCallToAction({ parentNode }: Element): boolean {
  if (parentNode?.nodeName !== 'div') return false;
  const beside = parentNode.childNodes.filter((node): node is Element => 'tagName' in node);
  return (
    beside.length <= MAX_BANNER &&
    beside.some(({ tagName }) => /^h[1-6]$/.test(tagName)) &&
    beside.every(({ tagName }) => IN_BANNER.has(tagName))
  );
}

function hasNoAddress(element: Element): boolean {
  const { tagName } = element;
  if (tagName === 'button' || attributeOf(element, 'role') === 'button')
    return attributeOf(element, 'href') === undefined || NO_ADDRESS.test(attributeOf(element, 'href') ?? '');
  if (tagName !== 'a') return false;
  return NO_ADDRESS.test(attributeOf(element, 'href') ?? '');
}

function leadsOn(anchor: Element): boolean {
  const href = attributeOf(anchor, 'href') ?? '';
  if ((attributeOf(anchor, 'rel') ?? '').toLowerCase().split(/\s+/).includes('next')) return !NO_ADDRESS.test(href);
  return PAGE_PARAMETER.test(href.slice(0, 500));
}

const numberOf = (text: string | undefined): number => Number((text ?? '').replace(/[.,\u00a0 ]/g, ''));

/** What a text in sight says of how much of a list is shown, in a line of its own; undefined where it does not say that. */
export function listCounts(text: string): MoreControls['counts'] {
  for (const line of text.split('\n')) {
    const found = line.length <= MAX_BLOCK && /\d/.test(line) ? countsIn(line)?.range : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

function countsIn(
  block: string,
): { readonly range?: MoreControls['counts']; readonly part?: MoreControls['counts'] } | undefined {
  for (const pattern of RANGES) {
    const found = pattern.exec(block);
    if (found === null) continue;
    const [first, last, all] = [numberOf(found[1]), numberOf(found[2]), numberOf(found[3])];
    if (first >= 1 && last >= first && all > last) return { range: { shown: last - first + 1, all } };
  }
  const found = OF_TOTAL.exec(block);
  if (found === null) return undefined;
  const [shown, all] = [numberOf(found[1]), numberOf(found[2])];
  if (!(shown >= 1 && all > shown)) return undefined;
  return SHOWING.test(block.trim()) ? { range: { shown, all } } : { part: { shown, all } };
}
