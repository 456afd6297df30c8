import { defineCheck } from '../define.ts';
import { actionOutcome } from './action-outcome.ts';

export default defineCheck({
  id: 'S29',
  slug: 'agents-read-figures',
  series: 'site',
  category: 'action',
  titles: {
    pass: 'Agents can read the figures',
    fail: 'Agents cannot read the figures',
    action: 'Put the figures into the HTML as text',
  },
  why: 'Prices, hours and specifications are what agents are sent for. A cell that a script fills, or a picture of a number, is empty to them.',
  rule: 'Counts the cells of tables, the prices (elements that class or itemprop mark as such) and the values of terms that have text. Passes when all of them have text and all tables have headers, fails when at most 5 % can be read, warns otherwise. A column with a header counts as missing when 80 % of its cells are empty; tables that lay out a page do not count. Not applicable without figures.',
  sources: ['https://www.w3.org/WAI/tutorials/tables/', 'https://schema.org/price'],
  needs: ['actions'],
  evaluate: ({ actions }) => actionOutcome(actions, 'figures', 'tables of data and no marked prices'),
});
