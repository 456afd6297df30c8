import { defineCheck, fail, notApplicable, pass, unmeasured } from '../define.ts';
import { shownPage } from './shown.ts';

export default defineCheck({
  id: 'B7',
  slug: 'search-by-keyboard',
  series: 'browser',
  category: 'action',
  titles: {
    pass: 'A search by keyboard brings results',
    fail: 'A search by keyboard brings no results',
    action: 'Answer a search that is sent with Enter',
  },
  why: 'A search is the shortest way to a page for an agent. It types a word into the field and presses Enter.',
  rule: 'Types a word of the site into the search field of one page and presses Enter; only a search by GET is sent. Passes when new text with at least three words, which contains the word twice, appears within four seconds. Fails otherwise. Not measured where the search asks by another method or where robots.txt forbids it. Not applicable to a page without a search field, and to pages after the first search.',
  sources: [
    'https://www.w3.org/WAI/WCAG22/Understanding/keyboard.html',
    'https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#implicit-submission',
  ],
  needs: ['seen'],
  evaluate({ seen }) {
    const shown = shownPage(seen);
    if (!shown.isShown) return shown.outcome;
    const { search } = seen;
    if (search === undefined) return notApplicable('No search was tried on the page.');
    const evidence = { ...shown.evidence, examples: [search.word] };
    if (search.outcome === 'not-sent')
      return unmeasured(
        'The search asks by POST, or at an address that robots.txt forbids, so it was not sent.',
        evidence,
      );
    return search.outcome === 'results'
      ? pass('A word and Enter in the search field bring results.', evidence)
      : fail('A word and Enter in the search field bring no results.', {
          howToFix:
            'Put the field into a form with method="get" and the address of the results as its action, so that Enter sends it, and name the word on the page of results.',
          evidence,
        });
  },
});
