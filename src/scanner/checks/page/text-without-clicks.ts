import { defineCheck, pass } from '../define.ts';
import { readablePage } from './readable.ts';
import { signOutcome } from './sign-outcome.ts';

export default defineCheck({
  id: 'P27',
  slug: 'text-without-clicks',
  series: 'page',
  category: 'content',
  titles: {
    pass: 'Text and lists are complete without a click',
    fail: 'Text or lists need a click that has no address',
    action: 'Give the rest of each list and text an address, or send it with the page',
  },
  why: 'Most agents follow links and press no buttons. What "load more" or a tab would fetch does not exist for them.',
  rule: 'Looks for a control such as "load more" without an address, on a page whose list has no links to further pages; for "1 to 10 of 240" without such links; for panels of tabs and accordions without text, and tabs that share one panel and name the addresses of their texts; and for a text that breaks off before a "read more" without an address. Warns about each, and fails where less than half of the text is there. Passes without such a sign.',
  sources: [
    'https://developers.google.com/search/docs/specialty/ecommerce/pagination-and-incremental-page-loading',
    'https://www.w3.org/WAI/ARIA/apg/patterns/tabs/',
  ],
  needs: ['page'],
  evaluate({ page }) {
    const read = readablePage(page);
    if (!read.isReadable) return read.outcome;
    const { facts, evidence } = read;
    return (
      signOutcome('P27', facts, evidence, {
        'more-items':
          'Link each further part of the list with <a href> to an address of its own (?page=2); a script may still load it in place.',
        panel: 'Send the text of every panel with the page, and let the tabs only show and hide it.',
        'more-text': 'Send the whole text with the page and fold it with <details> or a style sheet.',
      }) ?? pass('No text of the page waits for a click.', evidence)
    );
  },
});
