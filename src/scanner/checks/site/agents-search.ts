import { defineCheck } from '../define.ts';
import { actionOutcome } from './action-outcome.ts';

export default defineCheck({
  id: 'S26',
  slug: 'agents-search',
  series: 'site',
  category: 'action',
  titles: {
    pass: 'Agents can search the site',
    fail: 'Agents cannot search the site',
    action: 'Let the search work without scripts',
  },
  why: 'A search is the quickest way to a page. Agents without scripts use it by GET; agents in browsers find its field by its name.',
  rule: 'Passes when a search field has a name and a label, is sent by GET to an address of the site, finds a page or an entry by a word of a title, and does not find it by a word that exists nowhere. A search by script alone counts for browsers only. Fails when it finds nothing or its address does not answer; a 404 where the page of the search is there, an answer that asks to wait, and one that leads on to the results are not measured. Not applicable without a search.',
  sources: [
    'https://html.spec.whatwg.org/multipage/input.html#text-(type=text)-state-and-search-state-(type=search)',
    'https://schema.org/SearchAction',
  ],
  needs: ['actions'],
  evaluate: ({ actions }) => actionOutcome(actions, 'search', 'search'),
});
