/** The outline of a page: its headings, and the landmarks that hold its content. */

import type { ResolveHref } from '../url/normalise-url.ts';
import { headingLevel } from './heading-level.ts';
import { imageText } from './images.ts';
import type { Heading, PageFacts } from './page-facts.ts';
import { attributeOf, type Collector, type Element, foldSpaces, PLACE } from './walk.ts';
import { cut, type ItemText, itemText, MAX_ITEM_TEXT } from './word-counter.ts';

const MAX_HEADINGS = 2000;

const isHeading = (tagName: string): boolean => headingLevel(tagName) !== undefined;

interface Draft {
  readonly level: number;
  readonly place: number;
  /** An element around it is called the header of the site. */
  readonly isInSiteHeader: boolean;
  readonly text: ItemText;
  /** The first aria-label on the heading or inside it, for one without text (a logo, mostly). */
  label: string | undefined;
  /** Where links around its text lead. */
  readonly hrefs: Set<string>;
  hasPlainText: boolean;
  /** Main words counted when the heading began and when it ended. */
  readonly wordsBefore: number;
  wordsAtEnd: number;
}

function addTo(draft: Draft | undefined, element: Element): void {
  if (draft === undefined) return;
  draft.label ??= attributeOf(element, 'aria-label');
  const words = imageText(element);
  if (words === undefined && element.tagName !== 'br') return;
  draft.text.gap();
  draft.text.add(words ?? '');
  draft.text.gap();
}

/** Where a link leads, as written; a link of a heading to itself (`#name`) is a permalink. */
function pageHref(element: Element): string | undefined {
  if (element.tagName !== 'a') return undefined;
  const href = attributeOf(element, 'href');
  return href === undefined || href === '' || href.startsWith('#') ? undefined : href;
}

/** A permalink can name its page too: `page.html#name`. */
const isPermalink = (href: string, resolve: ResolveHref): boolean =>
  href.includes('#') && resolve(href) !== undefined && resolve(href) === resolve('');

/**
 * The headings that are shown, in document order.
 * @param mainWords words of main text met so far, from the collector of text, which must be walked before this one
 */
export function headingCollector(mainWords: () => number): Collector<readonly Heading[]> {
  const drafts: Draft[] = [];
  /** Headings around the current node, innermost last; undefined for one that is not collected. */
  const open: (Draft | undefined)[] = [];
  /** Links to pages around the current node, innermost last. */
  const openHrefs: string[] = [];
  return {
    wants: { tags: ['a', 'br', 'img', 'svg'], isTag: isHeading, attributes: ['aria-label'] },
    textIn: PLACE.heading,
    enter(element, place) {
      const href = pageHref(element);
      if (href !== undefined) openHrefs.push(href);
      const level = headingLevel(element.tagName);
      if (level === undefined) {
        if (open.length > 0) addTo(open.at(-1), element);
        return;
      }
      const isShown = (place & (PLACE.hidden | PLACE.ariaHidden)) === 0;
      if (!isShown || drafts.length >= MAX_HEADINGS) return void open.push(undefined);
      const draft: Draft = {
        level,
        place,
        isInSiteHeader: level === 1 && isInSiteHeader(element),
        text: itemText(),
        label: attributeOf(element, 'aria-label'),
        hrefs: new Set(),
        hasPlainText: false,
        wordsBefore: mainWords(),
        wordsAtEnd: 0,
      };
      drafts.push(draft);
      open.push(draft);
    },
    text(folded) {
      const draft = open.at(-1);
      if (draft === undefined) return;
      draft.text.add(folded);
      if (!/[\p{L}\p{N}]/u.test(folded)) return;
      const href = openHrefs.at(-1);
      if (href === undefined) draft.hasPlainText = true;
      else draft.hrefs.add(href);
    },
    leave(element) {
      if (pageHref(element) !== undefined) openHrefs.pop();
      if (headingLevel(element.tagName) === undefined) return;
      const draft = open.pop();
      if (draft !== undefined) draft.wordsAtEnd = mainWords();
    },
    facts(resolve) {
      const total = mainWords();
      const isLink = ({ hrefs, hasPlainText }: Draft): boolean =>
        !hasPlainText && hrefs.size > 0 && ![...hrefs].every((href) => isPermalink(href, resolve));
      const siteNames = namesOfSite(drafts, isLink);
      return drafts.map((draft, index) => ({
        level: draft.level,
        text: draft.text.value() || cut(foldSpaces(draft.label ?? ''), MAX_ITEM_TEXT),
        wordsAfter: Math.max(0, (drafts[index + 1]?.wordsBefore ?? total) - draft.wordsAtEnd),
        inChrome: isInChrome(draft) || siteNames.has(draft),
        isLink: isLink(draft),
      }));
    },
  };
}

const isInChrome = ({ place }: Draft): boolean => (place & PLACE.chrome) !== 0;

/**
 * H1s that name the site where no header element tells so: those outside the main element of a page whose main has its own,
 * and a first one before others, where it leads to another page or is in what classes call the header of the site.
 */
function namesOfSite(drafts: readonly Draft[], isLink: (draft: Draft) => boolean): ReadonlySet<Draft> {
  const h1s = drafts.filter((draft) => draft.level === 1 && draft.text.value() !== '' && !isInChrome(draft));
  const [first, ...others] = h1s;
  const inMain = h1s.filter(({ place }) => (place & PLACE.main) !== 0);
  if (inMain.length > 0) return new Set(h1s.filter((draft) => !inMain.includes(draft)));
  const isFirstOutside = first !== undefined && (first.place & PLACE.content) === 0;
  if (isFirstOutside && first.isInSiteHeader && others.some((draft) => !draft.isInSiteHeader)) return new Set([first]);
  const isNameFirst = isFirstOutside && isLink(first);
  return new Set(isNameFirst && others.some((draft) => !isLink(draft)) ? [first] : []);
}

/** What themes call the box around the name of the site, which is at most this far up. */
const SITE_HEADERS = new Set(['header', 'site-header', 'masthead', 'page-masthead', 'site-branding', 'site-title']);
const MAX_UP = 4;

function isInSiteHeader(heading: Element): boolean {
  let around = heading.parentNode;
  for (let up = 0; up < MAX_UP && around !== null && 'attrs' in around; up += 1) {
    const names = `${attributeOf(around, 'id') ?? ''} ${attributeOf(around, 'class') ?? ''}`.slice(0, MAX_CLASS);
    if (
      names
        .toLowerCase()
        .split(/\s+/)
        .some((name) => SITE_HEADERS.has(name))
    )
      return isAtTop(around);
    around = around.parentNode;
  }
  return false;
}

/** A box of the page, and not of a text in it. */
function isAtTop({ parentNode }: Element): boolean {
  const outer = parentNode !== null && 'parentNode' in parentNode ? parentNode.parentNode : null;
  return [parentNode, outer].some((each) => each !== null && each.nodeName === 'body');
}

type Kind = 'main' | 'article';

const MAX_CLASS = 500;
const COMMENT_CLASSES = new Set(['comment', 'comment-body', 'comment-item', 'comments__item']);

/**
 * The landmarks that hold a page's content, each outermost one counted once.
 * @param mainWords words of main text met so far, from the collector of text, which must be walked before this one
 */
export function landmarkCollector(mainWords: () => number): Collector<PageFacts['landmarks']> {
  const found: Record<Kind, { count: number; words: number }> = {
    main: { count: 0, words: 0 },
    article: { count: 0, words: 0 },
  };
  const open: Partial<Record<Kind, { readonly element: Element; readonly wordsBefore: number }>> = {};
  return {
    wants: { tags: ['main', 'article'], attributes: ['role'] },
    enter(element, place) {
      const kind = kindOf(element);
      if (kind === undefined || open[kind] !== undefined || (place & (PLACE.hidden | PLACE.ariaHidden)) !== 0) return;
      // An article in an aside or a menu is a teaser.
      if (kind === 'article' && ((place & PLACE.chrome) !== 0 || isComment(element))) return;
      open[kind] = { element, wordsBefore: mainWords() };
    },
    leave(element) {
      const kind = kindOf(element);
      const landmark = kind === undefined ? undefined : open[kind];
      if (kind === undefined || landmark?.element !== element) return;
      delete open[kind];
      found[kind].count += 1;
      found[kind].words += mainWords() - landmark.wordsBefore;
    },
    facts: () => ({
      mains: found.main.count,
      mainWords: found.main.words,
      articles: found.article.count,
      articleWords: found.article.words,
    }),
  };
}

/** A reader's comment, as blog themes mark it: an article by its markup, and none to its reader. */
function isComment(element: Element): boolean {
  const names = [element, element.parentNode].flatMap((each) =>
    each !== null && 'attrs' in each ? (attributeOf(each, 'class') ?? '').slice(0, MAX_CLASS).split(/\s+/) : [],
  );
  return names.some((name) => COMMENT_CLASSES.has(name.toLowerCase()));
}

function kindOf(element: Element): Kind | undefined {
  const role = attributeOf(element, 'role')?.trim().toLowerCase();
  if (element.tagName === 'main' || role === 'main') return 'main';
  return element.tagName === 'article' || role === 'article' ? 'article' : undefined;
}
