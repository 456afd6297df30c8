import type { PageFacts } from './page-facts.ts';
import { attributeOf, type Collector, type Element, PLACE } from './walk.ts';

type Kind = 'main' | 'article';

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
    enter(element, place) {
      const kind = kindOf(element);
      if (kind === undefined || open[kind] !== undefined || (place & (PLACE.hidden | PLACE.ariaHidden)) !== 0) return;
      // An article in an aside or a menu is a teaser.
      if (kind === 'article' && (place & PLACE.chrome) !== 0) return;
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

function kindOf(element: Element): Kind | undefined {
  const role = attributeOf(element, 'role')?.trim().toLowerCase();
  if (element.tagName === 'main' || role === 'main') return 'main';
  return element.tagName === 'article' || role === 'article' ? 'article' : undefined;
}
