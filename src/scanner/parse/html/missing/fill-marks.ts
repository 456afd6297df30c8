/** Places of the content that wait for a script: empty containers, placeholders, headings with nothing below, empty panels. */

import { isBlock } from '../../text/compare-text.ts';
import { headingLevel } from '../heading-level.ts';
import { attributeOf, type Collector, type Element, PLACE } from '../walk.ts';
import { type OpenElement, openElements } from './open-elements.ts';
import { opensOnDemand, panelsOfTabs } from './panels.ts';
import { sectionsOf } from './sections.ts';
import { textMedia } from './text-media.ts';
import { CONTAINERS, waitingPlaces } from './waiting-places.ts';

export interface FillMarks {
  /** Some script runs on the page. */
  readonly hasScripts: boolean;
  /** Empty containers of the content that name something to fill; those of widgets next to the text are left out. */
  readonly containers: number;
  /** Headings of the content with such a place below, and no text: the first of them is the example. */
  readonly emptySections: number;
  /** Empty elements of the content that say by an attribute from where a script fetches what belongs there. */
  readonly fragments: number;
  /** "Loading", skeletons and busy elements that stand by themselves in the content. */
  readonly placeholders: number;
  /** Panels of tabs and accordions in the content without text, and those with. */
  readonly panels: { readonly empty: number; readonly filled: number };
  /** Drawings without text inside. */
  readonly canvases: number;
  /** Frames and embedded documents of the content, but for maps, films, captchas and advertisements. */
  readonly frames: number;
  /** Those that are named after the text in them, such as a poster or a price list, and do not say it in words. */
  readonly depictions: number;
  /** Images in the content that may be its text, wherever nothing else is: those of a usable size. */
  readonly pictures: number;
  /** The heading or the name of the first empty place, as written, cut. */
  readonly example: string;
}

/** What an element may hold in place of text. */
const MEDIA = new Set(
  'img picture svg video audio canvas iframe object embed input select textarea button form a meter progress math hr'.split(
    ' ',
  ),
);
const HIDDEN = PLACE.hidden | PLACE.chrome;
const MAX_BLOCK = 100;
const MAX_EXAMPLE = 80;
/** With more words than this of its own a page is no frame around what a script writes. */
const MIN_CONTENT_WORDS = 10;

export function fillMarkCollector(): Collector<FillMarks> {
  let contentWords = 0;
  let hasScripts = false;
  let block = '';
  let example = '';
  const note = (name: string): void => {
    if (example === '') example = name.slice(0, MAX_EXAMPLE);
  };
  const sections = sectionsOf(note);
  const panels = panelsOfTabs();
  const places = waitingPlaces(sections, note);
  const shown = textMedia();
  const open = openElements();

  const endBlock = (place: number): void => {
    if (block !== '' && (place & HIDDEN) === 0) places.addBlock(block, open.stack);
    block = '';
  };
  const addMedium = (element: Element): void => {
    const { tagName } = element;
    if (tagName === 'hr') return;
    shown.add(element);
    if (tagName === 'canvas') sections.wait();
    else if (tagName !== 'form' && tagName !== 'a') sections.addWords(1);
  };
  /** An element has ended that is no panel, outside of panels. */
  const addEmpty = (own: OpenElement): void => {
    const { element, sibling } = own;
    if (sibling === undefined || !CONTAINERS.has(element.tagName) || !opensOnDemand(sibling)) {
      const empty = { element, hasChildren: open.hasChildren(own), isBehindWords: open.isBehindWords() };
      places.addEmpty(empty, open.stack);
      return;
    }
    panels.addEmpty();
    sections.wait();
    note(sections.heading().trim() || 'panel');
  };

  return {
    enter(element, place) {
      const { tagName } = element;
      if (tagName === 'script') hasScripts ||= runsOrLoads(element);
      if (tagName === 'frame') shown.addFrame();
      if ((place & PLACE.body) === 0) return;
      if (isBlock(tagName)) endBlock(place);
      const isContent = (place & HIDDEN) === 0;
      if (MEDIA.has(tagName) || attributeOf(element, 'role') === 'img') {
        open.addMedium();
        if (isContent) addMedium(element);
      }
      if (isContent && headingLevel(tagName) !== undefined) sections.begin();
      open.enter(element, panels.enter(element, place));
    },
    textIn: PLACE.body,
    text(folded, place, _raw, run) {
      if ((place & PLACE.body) === 0) return;
      const count = Math.ceil(run.halves / 2);
      open.addWords(count);
      if ((place & HIDDEN) === 0) contentWords += count;
      if ((place & PLACE.chrome) === 0) sections.addText(folded, count);
      if (block.length < MAX_BLOCK) block += folded;
    },
    leave(element, place) {
      if ((place & PLACE.body) === 0) return;
      const { tagName } = element;
      if (isBlock(tagName)) endBlock(place);
      if (headingLevel(tagName) !== undefined) sections.endHeading();
      const own = open.leave(element);
      if (own === undefined) return;
      const words = open.wordsIn(own);
      const hasMedia = open.hasMedia(own);
      const isEmpty = words === 0 && !hasMedia;
      const id = attributeOf(element, 'id');
      if (id !== undefined) panels.keepAmount(id, words + (hasMedia ? 1 : 0));
      if (own.isPanel) {
        panels.leave(isEmpty);
        if (isEmpty) note(id ?? 'panel');
      } else if (isEmpty && (place & HIDDEN) === 0 && !panels.isInside()) addEmpty(own);
    },
    facts() {
      endBlock(PLACE.body);
      sections.end();
      const { outermost, ...waiting } = places.counts();
      return {
        hasScripts,
        containers: waiting.containers + (contentWords < MIN_CONTENT_WORDS ? outermost : 0),
        emptySections: sections.emptyCount(),
        fragments: waiting.fragments,
        placeholders: waiting.placeholders,
        panels: panels.counts(),
        ...shown.counts(),
        example,
      };
    },
  };
}

function runsOrLoads(element: Element): boolean {
  const type = (attributeOf(element, 'type') ?? '').toLowerCase();
  return type === '' || type === 'module' || type.includes('javascript');
}
