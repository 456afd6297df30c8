/** Elements of a content that wait for a script to fill them: empty ones with a name, skeletons, and texts such as "Loading". */

import { isBlock } from '../../text/compare-text.ts';
import { isOneOf, LOADING } from '../../text/phrases/phrases.ts';
import { namesWidget } from '../../text/phrases/widget-names.ts';
import { attributeOf, type Element } from '../walk.ts';
import { countWords } from '../word-counter.ts';
import type { Sections } from './sections.ts';

/** Elements that a script may fill with text. */
export const CONTAINERS = new Set(
  'div section article main ul ol dl table tbody figure output aside span p'.split(' '),
);
const SKELETON = /(?:^|[\s_-])(?:skeleton|shimmer|placeholder|content-loader|spinner|loader|loading)(?:$|[\s_-])/;
const MAX_NAMES = 300;
const CELLS = new Set(['td', 'th', 'dd']);
const MAX_CELL_DEPTH = 3;

/** An element that has ended without text. */
export interface EmptyElement {
  readonly element: Element;
  readonly hasChildren: boolean;
  /** Words came before it in its parent. */
  readonly isBehindWords: boolean;
}

export interface WaitingPlaces {
  /** An empty element of the content. @param outer the elements around it, the innermost last */
  addEmpty(empty: EmptyElement, outer: readonly Holder[]): void;
  /** A block of the content. @param around the elements that it is in */
  addBlock(text: string, around: readonly Holder[]): void;
  counts(): {
    /** Empty elements that are named after what belongs there. */
    readonly containers: number;
    /** Those next to everything else: on a page with a text they are for dialogs and modes. */
    readonly outermost: number;
    /** Empty elements that say from where a script fetches what belongs there. */
    readonly fragments: number;
    /** "Loading", skeletons and busy elements. */
    readonly placeholders: number;
  };
}

interface Holder {
  readonly element: Element;
}

/** @param note receives the name of each place */
export function waitingPlaces(sections: Sections, note: (name: string) => void): WaitingPlaces {
  let containers = 0;
  let outermost = 0;
  let fragments = 0;
  let placeholders = 0;
  return {
    addEmpty(empty, outer) {
      const { element } = empty;
      const { tagName } = element;
      if (fetchesContent(element)) {
        fragments += 1;
        sections.wait();
        note(sections.heading().trim() || tagName);
        return;
      }
      const kind = waitsForScript(element, empty.hasChildren);
      if (kind === undefined) return;
      const names = namesAround([...outer.slice(-2), empty]);
      if (namesWidget(names)) return;
      sections.wait();
      // A cell, or a line behind its label, lacks its figure, and no section of text.
      const isBehindLabel = !isBlock(tagName) && empty.isBehindWords;
      if (kind === 'placeholder' && (isBehindLabel || outer.slice(-MAX_CELL_DEPTH).some(isCell))) return;
      if (kind === 'placeholder') placeholders += 1;
      else if (element.parentNode?.nodeName === 'body' && tagName === 'div') outermost += 1;
      else containers += 1;
      note(sections.heading().trim() || names.trim());
    },
    addBlock(text, around) {
      if (!isOneOf(LOADING, text) || namesWidget(namesAround(around)) || namesWidget(sections.heading())) return;
      placeholders += 1;
      // What says that a text will come is no text.
      sections.addWords(-countWords(text));
      sections.wait();
      note(sections.heading().trim() || text.trim());
    },
    counts: () => ({ containers, outermost, fragments, placeholders }),
  };
}

const isCell = ({ element }: Holder): boolean => CELLS.has(element.tagName);

/** What the innermost elements are called: tags of components, ids and classes. */
function namesAround(holders: readonly Holder[]): string {
  const names = holders
    .slice(-3)
    .map(
      ({ element }) =>
        `${element.tagName.includes('-') ? element.tagName : ''} ${attributeOf(element, 'id') ?? ''} ${attributeOf(element, 'class') ?? ''}`,
    )
    .join(' ');
  return names.slice(-MAX_NAMES);
}

/** As htmx, Turbo, GitHub's include-fragment, Unpoly, Stimulus and home-made loaders write it. */
const FRAGMENT_TAGS = new Set(['turbo-frame', 'include-fragment', 'fragment-include', 'h-include']);
const FRAGMENT_ADDRESS =
  /^(?:up-defer|data-(?:[\w-]{1,30}-)?(?:lazy|async|load|remote|fragment|ajax|deferred|partial|include)(?:er)?(?:-(?:url|src|href|path|content))?(?:-value)?)$/;
const BY_ITSELF = /\b(?:load|revealed|intersect|every)\b/;

function fetchesContent(element: Element): boolean {
  if (FRAGMENT_TAGS.has(element.tagName)) return attributeOf(element, 'src') !== undefined;
  const trigger = attributeOf(element, 'hx-trigger') ?? attributeOf(element, 'data-hx-trigger');
  const source = attributeOf(element, 'hx-get') ?? attributeOf(element, 'data-hx-get');
  if (source !== undefined) return trigger !== undefined && BY_ITSELF.test(trigger);
  return element.attrs.some(
    ({ name, value }) => FRAGMENT_ADDRESS.test(name) && /^(?:https?:\/)?\/[^\s]{1,500}$/.test(value),
  );
}

/** Whether an element without content waits for a script: by its place, name or state; undefined for decoration. */
function waitsForScript(element: Element, hasChildren: boolean): 'container' | 'placeholder' | undefined {
  const { tagName } = element;
  const classes = (attributeOf(element, 'class') ?? '').toLowerCase().slice(0, MAX_NAMES);
  if (attributeOf(element, 'aria-busy') === 'true' || SKELETON.test(classes)) return 'placeholder';
  if (tagName === 'main' || tagName === 'article') return 'container';
  if (tagName.includes('-')) return 'container';
  if (hasChildren || !CONTAINERS.has(tagName) || tagName === 'span' || tagName === 'p') return undefined;
  const isNamed = element.attrs.some(
    ({ name }) => name === 'id' || name.startsWith('data-') || name.startsWith('x-') || name.startsWith('v-'),
  );
  return isNamed ? 'container' : undefined;
}
