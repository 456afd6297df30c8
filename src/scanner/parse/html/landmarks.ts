import type { PageFacts } from './page-facts.ts';
import { attributeOf, type Collector, type Element, PLACE } from './walk.ts';

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

/** What the usual kits call the panel of a tab or of an accordion. */
const PANEL_CLASSES = new Set(
  (
    'tab-pane tab-panel tabpanel tabs-panel tabs__panel tabs__content tab__content tabbed-block sd-tab-content ' +
    'sphinx-tabs-panel ui-tabs-panel elementor-tab-content accordion-body accordion-collapse accordion-content ' +
    'accordion-panel accordion__body accordion__content accordion__panel ui-accordion-content'
  ).split(' '),
);

/**
 * Tabs and accordions: the page contains their text, but people see it only after a click.
 * @param written characters of Markdown so far, from the converter, which must be walked before this one
 */
export function panelCollector(written: () => number): Collector<PageFacts['panels']> & {
  /** Whether the walk is inside a panel. */
  isInside(): boolean;
} {
  let count = 0;
  let charCount = 0;
  let open: { readonly element: Element; readonly charsBefore: number; readonly isContent: boolean } | undefined;
  /** Every panel so far is that of a tab, and in sight. */
  let areShownTabs = true;
  return {
    wants: { tags: ['details'], attributes: ['role', 'class'] },
    enter(element, place) {
      if (!isPanel(element)) return;
      if (open !== undefined) {
        areShownTabs = false;
        return;
      }
      open = { element, charsBefore: written(), isContent: (place & PLACE.chrome) === 0 };
      areShownTabs &&= attributeOf(element, 'role') === 'tabpanel' && (place & PLACE.hidden) === 0;
    },
    leave(element) {
      if (open?.element !== element) return;
      if (open.isContent) {
        count += 1;
        charCount += written() - open.charsBefore;
      }
      open = undefined;
    },
    isInside: () => open !== undefined,
    // One panel in sight is what all its tabs show, sorted or filtered: nothing waits behind another.
    facts: () => (count === 1 && areShownTabs ? { count: 0, charCount: 0 } : { count, charCount }),
  };
}

function isPanel(element: Element): boolean {
  if (element.tagName === 'details' || attributeOf(element, 'role') === 'tabpanel') return true;
  const classes = attributeOf(element, 'class');
  if (classes === undefined || !(classes.includes('tab') || classes.includes('accordion'))) return false;
  return classes
    .slice(0, MAX_CLASS)
    .split(/\s+/)
    .some((name) => PANEL_CLASSES.has(name));
}
