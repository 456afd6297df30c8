/** Places of the content that wait for a script: empty containers, placeholders, headings with nothing below, empty panels. */

import { isBlock } from '../../text/compare-text.ts';
import { isOneOf, LOADING } from '../../text/phrases/phrases.ts';
import { namesWidget } from '../../text/phrases/widget-names.ts';
import { attributeOf, type Collector, type Element, PLACE } from '../walk.ts';
import { countWords } from '../word-counter.ts';

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

const CONTAINERS = new Set('div section article main ul ol dl table tbody figure output aside span p'.split(' '));
/** What an element may hold in place of text. */
const MEDIA = new Set(
  'img picture svg video audio canvas iframe object embed input select textarea button form a meter progress math hr'.split(
    ' ',
  ),
);
const HIDDEN = PLACE.hidden | PLACE.chrome;
const SKELETON = /(?:^|[\s_-])(?:skeleton|shimmer|placeholder|content-loader|spinner|loader|loading)(?:$|[\s_-])/;
const WHOLE_PANEL = new Set([
  'tab-pane',
  'tab-panel',
  'tabpanel',
  'tabs-panel',
  'accordion-body',
  'accordion-content',
  'accordion-panel',
  'collapse-body',
]);
const PLAIN_FRAMES = [
  'youtube',
  'youtu.be',
  'vimeo',
  'maps.google',
  'google.com/maps',
  'openstreetmap',
  'recaptcha',
  'hcaptcha',
  'doubleclick',
  'googletagmanager',
  'soundcloud',
  'spotify',
  'turnstile',
  'facebook.com/plugins',
  'twitter.com',
  'about:blank',
  'disqus',
  'player',
  'widget',
  'stripe',
  'googlesyndication',
  'dailymotion',
  'wistia',
  'codepen',
  'chat',
];
/** What is filled in in a frame: tickets, bookings, surveys, payments. */
const FORM_FRAME =
  /(?:^|[^\p{L}])(?:tickets?|bookings?|reserv\p{L}{1,8}|appointments?|registration|sign-?up|survey|checkout|payments?|donat\p{L}{1,4}|forms?|newsletter|termin\p{L}{0,10}|buchung\p{L}{0,3}|formular|réserv\p{L}{1,6}|billets?|reservas?|prenot\p{L}{1,6}|biglietti|formulaire|formulario)(?:$|[^\p{L}])/iu;
const PANEL_NAMES = /accordion|collaps|panel|tab|detail|section|faq|answer|content|spec/;
const MAX_NAMES = 300;
const MAX_OPEN = 400;
const MAX_TARGETS = 500;
/** With more words than this of its own a page is no frame around what a script writes. */
const MIN_CONTENT_WORDS = 10;
/** Narrower pictures are marks. */
const MIN_PICTURE = 120;

interface Open {
  readonly element: Element;
  readonly wordsBefore: number;
  readonly mediaBefore: number;
  readonly childrenBefore: number;
  readonly isPanel: boolean;
  /** The child that was left last. */
  lastChild: Element | undefined;
}

export function fillMarkCollector(): Collector<FillMarks> {
  const open: Open[] = [];
  /** In the place of the parent of the outermost elements. */
  const outside: Pick<Open, 'lastChild'> = { lastChild: undefined };
  let words = 0;
  let media = 0;
  let elements = 0;
  let hasScripts = false;
  let canvases = 0;
  let frames = 0;
  let pictures = 0;
  let depictions = 0;
  let containers = 0;
  /** Those next to everything else: on a page with a text they are for dialogs and modes. */
  let outermost = 0;
  let contentWords = 0;
  let placeholders = 0;
  let fragments = 0;
  let emptySections = 0;
  let panelDepth = 0;
  const panels = { empty: 0, filled: 0 };
  let example = '';
  /** The section under way: words and waiting places since its heading. */
  let section: { text: string; words: number; waits: number; isOpen: boolean } | undefined;
  let block = '';
  /** Words by id of an element, for controls that name their panel. */
  const wordsById = new Map<string, number>();
  const targets: string[] = [];

  const note = (name: string): void => {
    if (example === '') example = name.slice(0, 80);
  };
  const endSection = (): void => {
    if (section !== undefined && section.words === 0 && section.waits > 0 && !namesWidget(section.text)) {
      emptySections += 1;
      note(section.text.trim());
    }
    section = undefined;
  };
  const wait = (): void => {
    if (section !== undefined) section.waits += 1;
  };
  const endBlock = (place: number): void => {
    if (block !== '' && (place & HIDDEN) === 0 && isOneOf(LOADING, block)) {
      const { names } = namesAround(open);
      if (!namesWidget(names) && !namesWidget(section?.text ?? '')) {
        // What says that a text will come is no text.
        placeholders += 1;
        if (section !== undefined) section.words = Math.max(0, section.words - countWords(block));
        wait();
        note(section?.text.trim() || block.trim());
      }
    }
    block = '';
  };

  return {
    enter(element, place) {
      const { tagName } = element;
      elements += 1;
      if (tagName === 'script') hasScripts ||= runsOrLoads(element);
      if (tagName === 'frame') frames += 1;
      if ((place & PLACE.body) === 0) return;
      if (isBlock(tagName)) endBlock(place);
      const isContent = (place & HIDDEN) === 0;
      if (MEDIA.has(tagName) || attributeOf(element, 'role') === 'img') {
        media += 1;
        if (isContent && tagName !== 'hr') {
          if (tagName === 'canvas') canvases += 1;
          else if (isDocument(element)) frames += 1;
          else if (tagName === 'img' && isPicture(element)) {
            pictures += 1;
            if (isDepiction(element)) depictions += 1;
          }
          if (tagName === 'canvas') wait();
          else if (section !== undefined && tagName !== 'form' && tagName !== 'a') section.words += 1;
        }
      }
      if (isContent && isHeading(tagName)) {
        endSection();
        section = { text: '', words: 0, waits: 0, isOpen: true };
      }
      const target = panelTarget(element);
      if (target !== undefined && targets.length < MAX_TARGETS && (place & PLACE.chrome) === 0) targets.push(target);
      const isOwnPanel = (place & PLACE.chrome) === 0 && isPanel(element);
      if (isOwnPanel) panelDepth += 1;
      // Deeper than this no page is read further; its words still count outside.
      if (open.length < MAX_OPEN)
        open.push({
          element,
          wordsBefore: words,
          mediaBefore: media,
          childrenBefore: elements,
          isPanel: isOwnPanel,
          lastChild: undefined,
        });
    },
    textIn: PLACE.body,
    text(folded, place, _raw, run) {
      if ((place & PLACE.body) === 0) return;
      const count = Math.ceil(run.halves / 2);
      words += count;
      if ((place & HIDDEN) === 0) contentWords += count;
      if ((place & HIDDEN) === PLACE.hidden || (place & PLACE.chrome) === 0) {
        if (section?.isOpen === true) {
          if (section.text.length < 200) section.text += folded;
        } else if (section !== undefined) section.words += count;
      }
      if (block.length < 100) block += folded;
    },
    leave(element, place) {
      if ((place & PLACE.body) === 0) return;
      const { tagName } = element;
      if (isBlock(tagName)) endBlock(place);
      if (section !== undefined && isHeading(tagName)) section.isOpen = false;
      const own = open.at(-1);
      if (own?.element !== element) return;
      open.pop();
      const parent = open.at(-1) ?? outside;
      const before = parent.lastChild;
      parent.lastChild = element;
      const id = attributeOf(element, 'id');
      const count = words - own.wordsBefore;
      if (id !== undefined && wordsById.size < MAX_TARGETS * 4)
        wordsById.set(id, count + (media > own.mediaBefore ? 1 : 0));
      const isEmpty = count === 0 && media === own.mediaBefore;
      if (own.isPanel) {
        panelDepth -= 1;
        if (panelDepth === 0) panels[isEmpty ? 'empty' : 'filled'] += 1;
        if (isEmpty) note(attributeOf(element, 'id') ?? 'panel');
        return;
      }
      if (panelDepth > 0 || (place & HIDDEN) !== 0 || !isEmpty) return;
      if (before !== undefined && CONTAINERS.has(tagName) && opensOnDemand(before)) {
        panels.empty += 1;
        wait();
        note(section?.text.trim() || 'panel');
        return;
      }
      if (fetchesContent(element)) {
        fragments += 1;
        wait();
        note(section?.text.trim() || tagName);
        return;
      }
      const isWaiting = waitsForScript(element, elements - own.childrenBefore > 0);
      if (isWaiting === undefined) return;
      const { names } = namesAround([...open.slice(-2), own]);
      if (namesWidget(names)) return;
      wait();
      // A cell, or a line behind its label, lacks its figure, and no section of text.
      const isBehindLabel = !isBlock(tagName) && words > (open.at(-1)?.wordsBefore ?? words);
      if (isWaiting === 'placeholder' && (isBehindLabel || open.slice(-MAX_CELL_DEPTH).some(isCell))) return;
      if (isWaiting === 'placeholder') placeholders += 1;
      else if (element.parentNode?.nodeName === 'body' && tagName === 'div') outermost += 1;
      else containers += 1;
      note(section?.text.trim() || names.trim());
    },
    facts() {
      endBlock(PLACE.body);
      endSection();
      // Tabs and buttons that name a panel which is empty, or nowhere, and which is no panel by its own marks.
      const named = new Set(targets);
      let empty = 0;
      for (const id of named) if (wordsById.get(id) === 0) empty += 1;
      return {
        hasScripts,
        containers: containers + (contentWords < MIN_CONTENT_WORDS ? outermost : 0),
        emptySections,
        fragments,
        placeholders,
        panels: { empty: Math.max(panels.empty, empty), filled: panels.filled },
        canvases,
        frames,
        depictions,
        pictures,
        example,
      };
    },
  };
}

const HEADINGS = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6']);
const isHeading = (tagName: string): boolean => HEADINGS.has(tagName);

function runsOrLoads(element: Element): boolean {
  const type = (attributeOf(element, 'type') ?? '').toLowerCase();
  return type === '' || type === 'module' || type.includes('javascript');
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

const CELLS = new Set(['td', 'th', 'dd']);
const MAX_CELL_DEPTH = 3;
const isCell = ({ element }: Open): boolean => CELLS.has(element.tagName);

/** A control, alone or in a heading, that says that it opens something, and that this is closed (ARIA, disclosure pattern). */
function opensOnDemand(element: Element): boolean {
  const control = isHeading(element.tagName) ? element.childNodes.find((child) => 'tagName' in child) : element;
  return (
    control !== undefined &&
    'tagName' in control &&
    (control.tagName === 'button' || attributeOf(control, 'role') === 'button') &&
    attributeOf(control, 'aria-expanded') === 'false'
  );
}

function namesAround(open: readonly Open[]): { readonly names: string } {
  const names = open
    .slice(-3)
    .map(
      ({ element }) =>
        `${element.tagName.includes('-') ? element.tagName : ''} ${attributeOf(element, 'id') ?? ''} ${attributeOf(element, 'class') ?? ''}`,
    )
    .join(' ');
  return { names: names.slice(-MAX_NAMES) };
}

function isPanel(element: Element): boolean {
  if (element.attrs.length === 0) return false;
  if (attributeOf(element, 'role') === 'tabpanel') return true;
  const classes = attributeOf(element, 'class');
  if (classes === undefined || !/tab|accordion|collapse/.test(classes)) return false;
  return classes
    .slice(0, MAX_NAMES)
    .split(/\s+/)
    .some((name) => WHOLE_PANEL.has(name));
}

/** The id that a tab or a button opens. */
function panelTarget(element: Element): string | undefined {
  if (element.attrs.length === 0) return undefined;
  const isTab = attributeOf(element, 'role') === 'tab';
  if (!isTab && element.tagName !== 'button' && element.tagName !== 'summary') return undefined;
  const named =
    attributeOf(element, 'aria-controls') ??
    attributeOf(element, 'data-target') ??
    attributeOf(element, 'data-bs-target');
  if (named === undefined && !isTab) return undefined;
  if (!isTab && attributeOf(element, 'aria-expanded') === undefined && attributeOf(element, 'data-tab') === undefined)
    return undefined;
  const target = (named ?? attributeOf(element, 'href') ?? '').replace(/^#/, '').split(' ', 1)[0];
  if (target === '' || target === undefined || namesWidget(target)) return undefined;
  // Other buttons open menus, search fields and choices of a theme.
  const names = `${target} ${attributeOf(element, 'class') ?? ''}`.toLowerCase();
  return isTab || PANEL_NAMES.test(names) ? target : undefined;
}

/** A frame or an embedded document, of which no reader of this page gets the text. */
function isDocument(element: Element): boolean {
  const { tagName } = element;
  if (tagName !== 'iframe' && tagName !== 'object' && tagName !== 'embed') return false;
  const source = (
    attributeOf(element, 'src') ??
    attributeOf(element, 'data-src') ??
    attributeOf(element, 'data') ??
    ''
  ).toLowerCase();
  const hasText = attributeOf(element, 'srcdoc') !== undefined;
  // What a script writes into a frame without an address is a widget, as the results of a search are.
  if ((source === '' || source.startsWith('javascript:')) && !hasText) return false;
  const type = (attributeOf(element, 'type') ?? '').toLowerCase();
  if (type.startsWith('image/') || type.startsWith('video/') || type.startsWith('audio/')) return false;
  const size = Number.parseFloat(attributeOf(element, 'height') ?? '');
  if (size <= 1) return false;
  // A form to fill in is judged as one, and is no text.
  const title = (attributeOf(element, 'title') ?? '').slice(0, MAX_NAMES);
  return (
    !PLAIN_FRAMES.some((part) => source.includes(part)) && !FORM_FRAME.test(`${title} ${source.slice(0, MAX_NAMES)}`)
  );
}

/** What holds text and is named so, by its file or its alternative text, in the languages of most sites. */
const HOLDS_TEXT =
  /(?:^|[^\p{L}])(?:poster|flyer|leaflet|scan(?:ned)?|price[-_ ]?list|time[-_ ]?table|schedule|opening[-_ ]?hours|menu[-_ ]?card|tariffs?|plakat|preisliste|fahrplan|öffnungszeiten|speisekarte|aushang|affiche|horaires|tarifs|cartel|horarios|tarifas|locandina|orari|listino|cartaz|rozkład|cennik|jízdní[-_ ]řád|ceník|расписание|海报|时刻表|ポスター|時刻表)(?:$|[^\p{L}])/iu;
/** An alternative text of this length says what the picture says. */
const TELLING_WORDS = 8;
/** A scan or a poster that can be read is larger than this. */
const MIN_DEPICTION = 400;

function isDepiction(element: Element): boolean {
  const alt = (attributeOf(element, 'alt') ?? '').slice(0, MAX_NAMES);
  const source = attributeOf(element, 'src') ?? '';
  const file = source.slice(source.lastIndexOf('/') + 1).slice(0, MAX_NAMES);
  const [width, height] = ['width', 'height'].map((name) => Number.parseFloat(attributeOf(element, name) ?? ''));
  const isSmall = (width ?? 0) < MIN_DEPICTION || (height ?? 0) < MIN_DEPICTION;
  return !isSmall && countWords(alt) < TELLING_WORDS && HOLDS_TEXT.test(`${alt} ${file}`);
}

function isPicture(element: Element): boolean {
  const width = Number.parseFloat(attributeOf(element, 'width') ?? '');
  return !(width < MIN_PICTURE) && !isLogo(element);
}

const LOGO = /(?:^|[^a-z])logo(?:[^a-z]|$)/i;
/** It shows whose page it is, and no text of it. */
const isLogo = (element: Element): boolean =>
  ['alt', 'class', 'src'].some((name) => LOGO.test((attributeOf(element, name) ?? '').slice(-200)));
