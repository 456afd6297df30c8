import type { PageFacts } from './page-facts.ts';
import { attributeOf, type Collector, type Element, PLACE } from './walk.ts';

/** Inputs that nobody fills in. */
const NOT_FILLED_IN = new Set(['hidden', 'submit', 'button', 'reset', 'image']);

/** Counts the fields that the main content asks to be filled in. */
export function mainFieldCollector(): Collector<PageFacts['mainFields']> {
  let search = 0;
  let other = 0;
  let searchForms = 0;
  return {
    enter(element, place) {
      if (isSearchForm(element)) searchForms += 1;
      if (!isField(element) || (place & (PLACE.chrome | PLACE.hidden)) !== 0) return;
      const isSearch = searchForms > 0 || attributeOf(element, 'type')?.toLowerCase() === 'search';
      if (isSearch) search += 1;
      else other += 1;
    },
    leave(element) {
      if (isSearchForm(element)) searchForms -= 1;
    },
    facts: () => ({ search, other }),
  };
}

export function isField({ tagName, attrs }: Element): boolean {
  if (tagName === 'textarea' || tagName === 'select') return true;
  if (tagName !== 'input') return false;
  return !attrs.some(({ name, value }) => name === 'type' && NOT_FILLED_IN.has(value.trim().toLowerCase()));
}

/** Marked as a search, or a form whose address says so. */
export function isSearchForm(element: Element): boolean {
  if (element.tagName === 'search') return true;
  if (element.tagName !== 'form') return false;
  if (attributeOf(element, 'role') === 'search') return true;
  return (attributeOf(element, 'action') ?? '').slice(0, 500).toLowerCase().includes('search');
}
