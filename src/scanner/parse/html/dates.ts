import { tokens } from './head.ts';
import type { PageFacts } from './page-facts.ts';
import { attributeOf, type Collector, type Element, PLACE } from './walk.ts';

const MAX_DATES = 50;
const MAX_DATE = 100;

/** The dates that elements of the page carry for machines, in document order. */
export function dateCollector(): Collector<PageFacts['dates']> {
  const times: string[] = [];
  const modified: string[] = [];
  const published: string[] = [];
  const add = (list: string[], element: Element): void => {
    const date = attributeOf(element, 'datetime') ?? attributeOf(element, 'content');
    if (date !== undefined && list.length < MAX_DATES) list.push(date.trim().slice(0, MAX_DATE));
  };
  return {
    enter(element, place) {
      const isShown = (place & PLACE.body) !== 0 && (place & (PLACE.chrome | PLACE.hidden)) === 0;
      if (element.tagName === 'time' && isShown) add(times, element);
      const itemprop = attributeOf(element, 'itemprop');
      if (itemprop === undefined) return;
      const names = tokens(itemprop);
      if (names.includes('datemodified')) add(modified, element);
      if (names.includes('datepublished')) add(published, element);
    },
    facts: () => ({ times, modified, published }),
  };
}
