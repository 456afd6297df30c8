/** What a page is built of: what tells its template from others. */

import type { PageFacts } from './page-facts.ts';
import { type Collector, PLACE } from './walk.ts';

/** Elements that tell one template from another, however long the text in it is. */
const TELLING = new Set(
  'header nav main article aside footer search form table dialog iframe video audio canvas details select'.split(' '),
);

/** What a page is built of, as far as it tells its template from others; and how large its tree is. */
export function structureCollector(): Collector<Pick<PageFacts, 'structure' | 'elementCount'>> {
  const found = new Set<string>();
  let elementCount = 0;
  return {
    enter({ tagName }, place) {
      elementCount += 1;
      if ((place & PLACE.body) !== 0 && TELLING.has(tagName)) found.add(tagName);
    },
    facts: () => ({ structure: [...found].sort(), elementCount }),
  };
}
