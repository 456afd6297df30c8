/** Attributes that a page lacks, where there is no doubt about them: its language, and the landmark of its content. */
import { type PageDocument, parseWithOffsets } from '../scanner/parse/html/parse-page.ts';
import { attributeOf, type Element, foldSpaces, PLACE, walk } from '../scanner/parse/html/walk.ts';
import { countWords } from '../scanner/parse/html/word-counter.ts';
import type { Insertion } from './changes.ts';
import { languageOfText } from './text-language.ts';

export interface WantedAttributes {
  readonly language: boolean;
  readonly landmark: boolean;
  /** What most pages of the site have their content in, as `contentContainer` names it: a page that has it uses it too. */
  readonly usual?: string | undefined;
}

/** The name of the container that would become the landmark of a page; undefined for none. */
export function contentContainer(html: string): string | undefined {
  const found = readShape(parseWithOffsets(html)).content(undefined);
  return found === undefined ? undefined : nameOf(found);
}

/** Tag, id and classes: the same on all pages of a template. */
const nameOf = (element: Element): string =>
  [element.tagName, attributeOf(element, 'id') ?? '', attributeOf(element, 'class') ?? ''].join(' ').slice(0, MAX_NAME);

/** The attributes to put into start tags of a page, by their offsets in it. Nothing that is shown changes. */
export function missingAttributes(html: string, { language, landmark, usual }: WantedAttributes): Insertion[] {
  if (!language && !landmark) return [];
  const document = parseWithOffsets(html);
  const page = readShape(document);
  const lang = language && page.hasNoLanguage ? languageOfText(page.text()) : undefined;
  const content = landmark && !STYLES_ROLES.test(html) ? page.content(usual) : undefined;
  return [
    ...(lang === undefined ? [] : intoStartTag(html, page.root, `lang="${lang}"`)),
    ...(content === undefined ? [] : intoStartTag(html, content, 'role="main"')),
  ];
}

/** Style sheets that look at roles would show the page otherwise. */
export const STYLES_ROLES = /\[\s*role\b/i;

/** An attribute for an element; none where it has no start tag in the source. */
export function intoStartTag(html: string, element: Element | undefined, attribute: string): Insertion[] {
  const start = element?.sourceCodeLocation?.startTag?.startOffset;
  if (element === undefined || start === undefined) return [];
  const at = start + 1 + element.tagName.length;
  if (html.slice(start, at).toLowerCase() !== `<${element.tagName}`) return [];
  return [{ at, text: ` ${attribute}` }];
}

const FRAME = PLACE.chrome | PLACE.navigation;
const UNSEEN = PLACE.hidden | PLACE.ariaHidden | PLACE.unseen;
const MAX_TEXT = 200_000;

/** What an element holds, itself and in others. */
interface Holding {
  /** Words outside of navigation, asides, and the header and footer of the page. */
  words: number;
  /** Words in these. */
  framed: number;
  /** H1 outside of these. */
  headings: number;
}

interface Shape {
  readonly root: Element | undefined;
  readonly hasNoLanguage: boolean;
  /** What people see. */
  text(): string;
  /** The one container of the content; undefined where there is a landmark already, or any doubt. */
  content(usual: string | undefined): Element | undefined;
}

function readShape(document: PageDocument): Shape {
  const held = new Map<Element, Holding>();
  const open: Holding[] = [];
  const candidates: Element[] = [];
  const pieces: string[] = [];
  let [length, landmarks, articles] = [0, 0, 0];
  let root: Element | undefined;
  let body: Element | undefined;
  walk(document, [
    {
      enter(element, place) {
        if (element.tagName === 'html') root ??= element;
        if (element.tagName === 'body') body ??= element;
        const role = attributeOf(element, 'role')?.trim().toLowerCase();
        if (element.tagName === 'main' || role === 'main') landmarks += 1;
        if (element.tagName === 'article' || role === 'article') articles += 1;
        const isHeading = element.tagName === 'h1' && (place & (FRAME | UNSEEN)) === 0;
        const own = { words: 0, framed: 0, headings: isHeading ? 1 : 0 };
        held.set(element, own);
        if (CONTAINERS.has(element.tagName) && (place & (FRAME | UNSEEN)) === 0) candidates.push(element);
        open.push(own);
      },
      text(folded, place) {
        if ((place & UNSEEN) !== 0 || (place & PLACE.body) === 0) return;
        if (length < MAX_TEXT && (place & PLACE.preformatted) === 0) pieces.push(folded);
        length += folded.length;
        const own = open.at(-1);
        if (own === undefined) return;
        if ((place & FRAME) === 0) own.words += countWords(folded);
        else own.framed += countWords(folded);
      },
      leave() {
        const own = open.pop();
        const outer = open.at(-1);
        if (own === undefined || outer === undefined) return;
        outer.words += own.words;
        outer.framed += own.framed;
        outer.headings += own.headings;
      },
    },
  ]);
  const languages = root === undefined ? [] : [attributeOf(root, 'lang'), attributeOf(root, 'xml:lang')];
  const holding = (element: Element): Holding => held.get(element) ?? { words: 0, framed: 0, headings: 0 };
  return {
    root,
    hasNoLanguage: languages.every((language) => language === undefined),
    text: () => pieces.join(' '),
    content(usual) {
      if (landmarks > 0 || articles === 1 || body === undefined) return undefined;
      const alike = usual === undefined ? [] : candidates.filter((element) => nameOf(element) === usual);
      const [only] = alike;
      const isUsual = only !== undefined && alike.length === 1 && isWhole(holding(only), holding(body));
      return isUsual ? only : containerIn(body, holding);
    },
  };
}

/** Shorter pages say too little about their parts. */
const MIN_WORDS = 20;
/**
 * Of the words outside the frame: a container with this much holds the content. Readers of the landmark lose the rest, so a
 * column that leaves out more is none, whatever its name.
 */
const MOST = 0.9;
const isWhole = ({ words, headings }: Holding, all: Holding): boolean =>
  words > 0 && words >= MOST * all.words && headings === all.headings;
const NAME = /(?:^|[-_])(?:main|content|maincontent)$/i;
/** Navigation in it is that of a list or an article, not that of the site. */
const MAX_FRAMED = 0.25;
const CONTAINERS = new Set(['div', 'section']);

/**
 * The innermost container that holds the content, with every H1 outside the frame: of those that are named for it, else
 * of all.
 */
function containerIn(body: Element, holding: (element: Element) => Holding): Element | undefined {
  const all = holding(body);
  if (all.words < MIN_WORDS) return undefined;
  let found: Element | undefined;
  let named: Element | undefined;
  for (let outer = body; ; ) {
    const parts = outer.childNodes.filter((node): node is Element => 'tagName' in node);
    const next = parts.find((part) => isWhole(holding(part), all));
    if (next === undefined || !CONTAINERS.has(next.tagName)) break;
    found = next;
    if (isNamed(next)) named = next;
    outer = next;
  }
  // In a page without navigation, header and footer of its own, any container may be around the content.
  const container = named ?? (all.framed > 0 ? found : undefined);
  if (container === undefined || attributeOf(container, 'role') !== undefined) return undefined;
  const { words, framed } = holding(container);
  return framed <= MAX_FRAMED * words ? container : undefined;
}

const isNamed = (element: Element): boolean =>
  [attributeOf(element, 'id'), ...(attributeOf(element, 'class') ?? '').slice(0, MAX_NAME).split(/\s+/)].some(
    (name) => name !== undefined && NAME.test(name.slice(0, MAX_NAME)),
  );
const MAX_NAME = 200;

/** Another attribute `content` for the descriptions of a page that have this text. @param attribute as HTML */
export function otherDescription(html: string, before: string, attribute: string): Insertion[] {
  const document = parseWithOffsets(html);
  const edits: Insertion[] = [];
  walk(document, [
    {
      wants: { tags: ['meta'] },
      enter(element, place) {
        const key = (attributeOf(element, 'name') ?? attributeOf(element, 'property') ?? '').trim().toLowerCase();
        if (!DESCRIPTIONS.has(key) || (place & PLACE.body) !== 0) return;
        if (foldSpaces(attributeOf(element, 'content') ?? '').trim() !== before) return;
        const where = element.sourceCodeLocation?.attrs?.content;
        if (where === undefined || !/^content\s*=/i.test(html.slice(where.startOffset, where.endOffset))) return;
        edits.push({ at: where.startOffset, until: where.endOffset, text: attribute });
      },
    },
  ]);
  return edits;
}

const DESCRIPTIONS = new Set(['description', 'og:description', 'twitter:description']);
