import { defineCheck } from '../define.ts';
import { actionOutcome } from './action-outcome.ts';

export default defineCheck({
  id: 'S28',
  slug: 'agents-page-lists',
  series: 'site',
  category: 'action',
  titles: {
    pass: 'Agents can page through lists',
    fail: 'Agents cannot page through lists',
    action: 'Give every page of a list an address',
  },
  why: 'An agent that cannot turn the page sees only the first items. Without scripts it needs a link to the next page.',
  rule: 'Passes when the next page of a list has an address that answers with other content and leads on. A list that only a script continues counts for browser agents only. Fails when the next page is dead or has the same content. Not applicable without lists of several pages.',
  sources: [
    'https://developers.google.com/search/docs/specialty/ecommerce/pagination-and-incremental-page-loading',
    'https://html.spec.whatwg.org/multipage/links.html#link-type-next',
  ],
  needs: ['actions'],
  evaluate: ({ actions }) => actionOutcome(actions, 'list', 'list of several pages'),
});
