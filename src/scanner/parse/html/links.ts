/** The links of a page: each with its words, where scripts lead, and what P17 counts of them. */

import { isBlock } from '../text/compare-text.ts';
import { MAX_HREF } from '../url/normalise-url.ts';
import { tokens } from './head.ts';
import { imageText } from './images.ts';
import type { Anchor, PageFacts } from './page-facts.ts';
import { attributeOf, type Collector, type Element, foldSpaces, isHtml, PLACE } from './walk.ts';
import { cut, type ItemText, itemText, MAX_ITEM_TEXT } from './word-counter.ts';

const MAX_HANDLER = 300;
/** `location = '…'`, `location.href='…'`, `location.assign('…')`, `navigate('…')`; pop-ups are seldom pages. */
const GOES_TO =
  /(?:\blocation(?:\.href)? ?= ?|\blocation\.(?:assign|replace) ?\( ?|\bnavigate ?\( ?)["']([^"'\s]{1,200})["']/;

/**
 * Where an element leads when a script runs, as written: by a handler of clicks, or by a link to a route behind a hash.
 * Undefined where it leads nowhere, or has a link of its own.
 */
export function scriptedAddress(element: Element): string | undefined {
  const href = attributeOf(element, 'href')?.trim();
  if (element.tagName === 'a' && href !== undefined) return isRoute(href) ? routeOf(href) : undefined;
  const declared = LINK_ATTRIBUTES.map((name) => attributeOf(element, name)).find((value) => value !== undefined);
  if (declared !== undefined) return GOES_BELOW.test(declared.slice(0, MAX_HANDLER)) ? declared : undefined;
  if (element.tagName.endsWith('-link')) return attributeOf(element, 'to')?.slice(0, MAX_HANDLER);
  const handler = attributeOf(element, 'onclick');
  if (handler === undefined || handler.length > MAX_HANDLER) return undefined;
  const goesTo = GOES_TO.exec(handler)?.[1];
  if (goesTo !== undefined) return goesTo;
  const { called = '', path } = PATH_IN_CALL.exec(handler)?.groups ?? {};
  return LOADS.test(called) ? undefined : path;
}

/** In which authors keep the address of a row or a card that a script makes a link. */
const LINK_ATTRIBUTES = ['data-href', 'data-link'];
/** What `scriptedAddress` looks at of elements other than links. */
export const SCRIPTED_ATTRIBUTES = [...LINK_ATTRIBUTES, 'to', 'onclick'];
const GOES_BELOW = /^(?:\/|\.{0,2}\/|https?:\/\/|[\w-]{1,80}\.html?$)[^\s]{0,200}$/;
/** `openPage('/rooms')`, `show("rooms.html")`. */
const PATH_IN_CALL = /(?<called>[\w$.]{0,40})\(\s?["'](?<path>\/[^"'\s]{0,200}|[\w/-]{1,100}\.html?)["']/;
/** Calls that bring data or code into the page: what they name is no page. */
const LOADS =
  /(?:^|\.)(?:fetch|axios|ajax|get|getJSON|getScript|post|put|load|open|import|require|sendBeacon|EventSource|WebSocket|Worker)$/;

/** `#/path` and `#!path`: a router in the browser reads them, a server never sees them. */
const isRoute = (href: string): boolean => /#(?:\/|!)./.test(href.slice(0, MAX_HANDLER));

/** The route as an address, so that routes differ from each other and from pages. */
function routeOf(href: string): string {
  const at = href.indexOf('#');
  return `${href.slice(0, at)}?route=${encodeURIComponent(href.slice(at + 1, MAX_HANDLER))}`;
}

const MAX_ANCHORS = 5000;

interface Draft {
  readonly element: Element;
  readonly href: string | undefined;
  readonly inNavigation: boolean;
  readonly isHidden: boolean;
  readonly text: ItemText;
}

/**
 * The links of a page in document order, then what click handlers alone lead to, by its address. Hidden links count, for
 * menus are hidden until they open; those without words do not, for they mark data (`u-url`) or trap robots.
 */
export function anchorCollector(): Collector<readonly Anchor[]> {
  const drafts: Draft[] = [];
  const open: (Draft | undefined)[] = [];
  const scripted: { readonly address: string; readonly inNavigation: boolean }[] = [];
  const noteScripted = (element: Element, place: number): void => {
    if (element.attrs.length === 0 || scripted.length >= MAX_ANCHORS || !isHtml(element)) return;
    const address = scriptedAddress(element);
    if (address !== undefined) scripted.push({ address, inNavigation: (place & PLACE.navigation) !== 0 });
  };
  return {
    wants: { tags: ['a', 'img', 'svg'], isTag: isBlock, attributes: SCRIPTED_ATTRIBUTES },
    textIn: PLACE.anchor,
    enter(element, place) {
      if (element.tagName !== 'a' || !isHtml(element)) {
        noteScripted(element, place);
        if (open.length > 0) addTo(open.at(-1)?.text, element);
        return;
      }
      if (drafts.length >= MAX_ANCHORS) return void open.push(undefined);
      const draft: Draft = {
        element,
        href: attributeOf(element, 'href')?.trim(),
        inNavigation: (place & PLACE.navigation) !== 0,
        isHidden: (place & PLACE.hidden) !== 0,
        text: itemText(),
      };
      drafts.push(draft);
      open.push(draft);
    },
    text(folded) {
      if (open.length > 0) open.at(-1)?.text.add(folded);
    },
    leave(element) {
      if (open.length === 0) return;
      if (element.tagName === 'a' && isHtml(element)) open.pop();
      else if (isBlock(element.tagName)) open.at(-1)?.text.gap();
    },
    facts(resolve) {
      const anchors: Anchor[] = [];
      for (const { element, href, inNavigation, isHidden, text } of drafts) {
        const name = accessibleName(element, text.value());
        if (isHidden && name === '') continue;
        if (!isGoodHref(href) && (isControl(element) || isPlaceholder(element, href, name))) continue;
        anchors.push({
          href: href?.slice(0, MAX_HREF),
          url: href === undefined ? undefined : resolve(href),
          text: name,
          inNavigation,
          rel: tokens(attributeOf(element, 'rel')),
        });
      }
      // A card that can be clicked often has a link to the same place.
      const linked = new Set(anchors.map(({ url }) => url));
      for (const { address, inNavigation } of scripted) {
        if (linked.has(resolve(address)) || anchors.length >= MAX_ANCHORS) continue;
        anchors.push({ href: undefined, url: undefined, text: cut(address, MAX_ITEM_TEXT), inNavigation, rel: [] });
      }
      return anchors;
    },
  };
}

function addTo(text: ItemText | undefined, element: Element): void {
  if (text === undefined) return;
  const words = imageText(element);
  if (words === undefined && !isBlock(element.tagName)) return;
  text.gap();
  text.add(words ?? '');
  text.gap();
}

function accessibleName(element: Element, content: string): string {
  const label = foldSpaces(attributeOf(element, 'aria-label') ?? '');
  if (label.trim() !== '') return cut(label, MAX_ITEM_TEXT);
  return content || cut(foldSpaces(attributeOf(element, 'title') ?? ''), MAX_ITEM_TEXT);
}

/** Leads somewhere, as far as the spelling tells. */
export function isGoodHref(href: string | undefined): boolean {
  return href !== undefined && href !== '' && !NO_TARGET.test(href) && !isScriptHref(href);
}

/** `#`, and what templates write in place of an address: `#!`, `##`, `#_`. No page has a part of such a name. */
const NO_TARGET = /^#[^\p{L}\p{N}]{0,3}$/u;

/** `javascript:` in any case, with the white space that URL parsers drop. */
function isScriptHref(href: string): boolean {
  return (
    href.includes(':') &&
    href
      .slice(0, 100)
      .replace(/[\s\0]+/g, '')
      .slice(0, 11)
      .toLowerCase() === 'javascript:'
  );
}

const CONTROL_ATTRIBUTES = new Set(
  'role aria-expanded aria-haspopup aria-controls aria-pressed data-toggle data-bs-toggle data-dismiss data-bs-dismiss'.split(
    ' ',
  ),
);

/** A button, tab or menu that happens to be written as a link. */
const isControl = (element: Element): boolean =>
  element.attrs.some(({ name, value }) => CONTROL_ATTRIBUTES.has(name) && value !== 'link' && value !== 'none');

/** Nothing, a target of fragments, or the current page in a list of links (HTML, "the a element", without href). */
function isPlaceholder(element: Element, href: string | undefined, name: string): boolean {
  if (href !== undefined) return false;
  if (name === '') return true;
  // What a click handler makes a link is meant as one, whatever else it is.
  if (attributeOf(element, 'onclick') !== undefined) return false;
  return element.attrs.some((attribute) => PLACEHOLDER_ATTRIBUTES.has(attribute.name));
}
const PLACEHOLDER_ATTRIBUTES = new Set(['id', 'name', 'aria-current', 'aria-disabled']);

const MAX_EXAMPLES = 10;

/** What P17 asks of the links of a page, counted while the page is read. */
export interface LinkFacts {
  /** Links with an address of the web. */
  readonly good: number;
  /** Links that only a script could follow. */
  readonly bad: number;
  /** Good links whose words do not tell where they lead. */
  readonly vague: number;
  /** Links with such words next to another link to the same place that does tell. */
  readonly excused: number;
  /** Links to other places on the same host: to other pages, or to parts of this one. */
  readonly internal: number;
  /** Links of the navigation but for mail and the like, and the bad ones among them. */
  readonly navigation: number;
  readonly badInNavigation: number;
  /** Words and href of the first bad and vague links. */
  readonly examples: readonly string[];
}

/** @param pageUrl final URL of the page */
export function linkFacts(facts: Pick<PageFacts, 'anchors' | 'titles' | 'headings'>, pageUrl: string): LinkFacts {
  const names = namesOf(facts);
  const kinds = withUnwritten(facts.anchors.map((anchor) => ({ anchor, kind: kindOf(anchor, names) })));
  const good = kinds.filter(({ kind }) => kind === 'good').map(({ anchor }) => anchor);
  const bad = kinds.filter(({ kind }) => kind === 'bad').map(({ anchor }) => anchor);
  const { vague, excused } = vagueOf(good);
  const host = hostOf(pageUrl);
  const [itself] = pageUrl.split('#', 1);
  return {
    good: good.length,
    bad: bad.length,
    vague: vague.length,
    excused,
    internal:
      kinds.filter(({ kind, anchor }) => kind === 'fragment' && (anchor.href ?? '').length > 1).length +
      good.filter(({ url }) => url !== undefined && url !== itself && hostOf(url) === host).length,
    navigation: kinds.filter(({ kind, anchor }) => kind !== 'other' && anchor.inNavigation).length,
    badInNavigation: bad.filter(({ inNavigation }) => inNavigation).length,
    examples: [...bad, ...vague].slice(0, MAX_EXAMPLES).map(({ href, text }) => `${text} (${href ?? 'no href'})`),
  };
}

/** In several languages the home page is called so, and its address has no path that would be told better. */
function vagueOf(good: readonly Anchor[]): { vague: Anchor[]; excused: number } {
  const generic = new Set(good.filter(({ text, url }) => isGenericLinkText(text) && !isHomeLink(text, url)));
  const described = new Set(good.filter((anchor) => !generic.has(anchor)).map(({ url }) => url));
  // A vague link is fine where another link to the same place has words: cards often have both.
  const vague = [...generic].filter(({ url }) => !described.has(url));
  return { vague, excused: generic.size - vague.length };
}

/** The links of a page whose words do not tell where they lead, as P17 counts them. */
export function vagueLinks(facts: Pick<PageFacts, 'anchors' | 'titles' | 'headings'>): Anchor[] {
  const names = namesOf(facts);
  return vagueOf(facts.anchors.filter((anchor) => kindOf(anchor, names) === 'good')).vague;
}

const isHomeLink = (text: string, url: string | undefined): boolean =>
  text.toLowerCase() === 'start' && url !== undefined && new URL(url).pathname === '/';

/** Different words of links to `#`: with this many they are neither ways to the top nor buttons, but addresses never written. */
const MIN_UNWRITTEN = 4;

/** Counts the links to `#` outside of the navigation as bad where a page has more than ways to the top or buttons: templates do. */
function withUnwritten(kinds: readonly OfKind[]): readonly OfKind[] {
  const isUnwritten = ({ anchor, kind }: OfKind): boolean => kind === 'other' && anchor.href === '#';
  const words = new Set(kinds.filter(isUnwritten).map(({ anchor }) => anchor.text.toLowerCase()));
  words.delete('');
  return words.size < MIN_UNWRITTEN
    ? kinds
    : kinds.map((each) => (isUnwritten(each) ? { ...each, kind: 'bad' } : each));
}

interface OfKind {
  readonly anchor: Anchor;
  readonly kind: ReturnType<typeof kindOf>;
}

/**
 * `fragment`: within the page. `other`: mail, telephone, addresses too long to be followed by a scan, and `#` outside the
 * navigation (to the top, or a button; many of them are counted as `bad`). `#!` is no way to the top: it stands for an address that was never written.
 * `bad`: only a script knows where it leads.
 */
function kindOf({ href, url, text, inNavigation }: Anchor, names: string): 'good' | 'fragment' | 'other' | 'bad' {
  if (href === undefined || isScriptHref(href) || HASH_ROUTE.test(href)) return 'bad';
  if (href === '' || href === '#') {
    // Tables of contents and breadcrumbs link the page they are on in this way, by its name.
    if (text !== '' && names.includes(text.toLowerCase())) return 'fragment';
    return href === '#' && !inNavigation ? 'other' : 'bad';
  }
  if (NO_TARGET.test(href)) return 'bad';
  if (href.startsWith('#')) return 'fragment';
  if (url !== undefined) return 'good';
  return href.length >= MAX_HREF || hasOtherScheme(href) ? 'other' : 'bad';
}

/** An address of a single-page application: a server never gets the part behind the `#`. */
const HASH_ROUTE = /^[^#]{0,2000}#!?\/./;

/** What the page is called: its titles and H1, in one lower-case text. */
function namesOf({ titles, headings }: Pick<PageFacts, 'titles' | 'headings'>): string {
  const h1s = headings.filter(({ level }) => level === 1).map(({ text }) => text);
  return [...titles, ...h1s].join('\n').toLowerCase();
}

function hasOtherScheme(href: string): boolean {
  const scheme = /^[a-z][a-z0-9+.-]*:/i.exec(href)?.[0].toLowerCase();
  return scheme !== undefined && scheme !== 'http:' && scheme !== 'https:';
}

const hostOf = (url: string): string => new URL(url).host.replace(/^www\./, '');

/** Words that say nothing of the place a link leads to. */
const GENERIC = new Set([
  'click here',
  'click this',
  'click',
  'continue',
  'continue reading',
  'details',
  'find out more',
  'go',
  'here',
  'information',
  'learn more',
  'link',
  'more',
  'more details',
  'more info',
  'more information',
  'read more',
  'right here',
  'see more',
  'start',
  'this',
  'this page',
  'view more',
  // Czech, Dutch, French and German
  ...['klikněte zde', 'více', 'více informací', 'číst dále', 'zde'],
  ...['hier', 'klik hier', 'lees meer', 'lees verder', 'meer informatie', 'meer lezen'],
  ...['cliquez ici', 'en savoir plus', 'ici', 'lire la suite', 'lire plus', "plus d'informations", 'voir plus'],
  ...['hier klicken', 'klicken sie hier', 'mehr', 'mehr dazu', 'mehr erfahren', 'mehr lesen', 'weiterlesen'],
  // Italian, Polish, Portuguese, Russian and Spanish
  ...['clicca qui', 'continua a leggere', 'leggi tutto', 'qui', 'scopri di più'],
  ...['czytaj dalej', 'czytaj więcej', 'dowiedz się więcej', 'kliknij tutaj', 'tutaj', 'więcej'],
  ...['aqui', 'clique aqui', 'leia mais', 'saiba mais', 'ver mais'],
  ...['здесь', 'нажмите здесь', 'подробнее', 'узнать больше', 'читать далее'],
  ...['aquí', 'haga clic aquí', 'leer más', 'más', 'más información', 'saber más', 'ver más'],
  // Chinese, Japanese and Korean
  ...['了解更多', '更多', '更多信息', '查看更多', '查看详情', '点击这里', '詳細', '閱讀更多', '阅读更多', '阅读全文'],
  ...['こちら', 'もっと見る', '詳しくはこちら', '詳細はこちら', '続きを読む'],
  ...['더 보기', '더보기', '여기', '자세히 보기', '자세히 알아보기'],
]);
const EDGE = /[\p{L}\p{N}]/u;
const BOTH_ENDS = /^[a-z0-9](?:[\s\S]*[a-z0-9])?$/i;

/** No words at all, or only such as "read more"; arrows, quotes and full stops around them do not count. */
export function isGenericLinkText(text: string): boolean {
  if (text === '') return true;
  // Looked at letter by letter only where a sign is at an end.
  if (BOTH_ENDS.test(text)) return GENERIC.has(text.toLowerCase());
  const characters = [...text.toLowerCase()];
  const first = characters.findIndex((character) => EDGE.test(character));
  // Signs alone can be what a link is called: "+", "»", "🏠".
  if (first === -1) return false;
  const last = characters.findLastIndex((character) => EDGE.test(character));
  return GENERIC.has(characters.slice(first, last + 1).join(''));
}
