import { defineCheck } from '../define.ts';
import { actionOutcome } from './action-outcome.ts';

export default defineCheck({
  id: 'S30',
  slug: 'agents-buy',
  series: 'site',
  category: 'action',
  titles: {
    pass: 'Agents can put things into the basket',
    fail: 'Agents cannot put things into the basket',
    action: 'Make prices and basket usable without scripts',
  },
  why: 'A shopping agent compares prices in text and JSON-LD, and needs a form or a link into the basket.',
  rule: 'Passes when each product has its price in the text and the same in JSON-LD, and a form, a link or a commerce protocol leads into the basket. A basket by script alone counts for browsers only. A button that is no button, that nothing handles or that is missing where other products have one counts for no agent; sold-out products need none. The basket is never touched. Not applicable when nothing is for sale.',
  sources: ['https://schema.org/Offer', 'https://ucp.dev/specification/overview/'],
  needs: ['actions'],
  evaluate: ({ actions }) => actionOutcome(actions, 'buying', 'things for sale'),
});
