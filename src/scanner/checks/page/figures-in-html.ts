import { defineCheck, pass } from '../define.ts';
import { readablePage } from './readable.ts';
import { signOutcome } from './sign-outcome.ts';

export default defineCheck({
  id: 'P28',
  slug: 'figures-in-html',
  series: 'page',
  category: 'content',
  titles: {
    pass: 'Figures that pages announce are in the HTML',
    fail: 'Figures that pages announce are not in the HTML',
    action: 'Write prices, hours and other figures into the HTML',
  },
  why: 'People ask agents for prices, hours and stock. A cell that a script fills is empty to an agent that runs none.',
  rule: 'Counts cells and labelled figures without a value: table cells that are empty or hold a dash or "Loading" and that a script can find by an id or a data attribute; columns with a header and two or more cells, all empty; definitions, and elements behind a label, without text; elements whose attribute holds the figure; prices that only the JSON-LD has. Most count only on pages with a script. Warns about one or more, and fails where they outweigh the text of the page.',
  sources: ['https://www.w3.org/WAI/tutorials/tables/', 'https://schema.org/price'],
  needs: ['page'],
  evaluate({ page }) {
    const read = readablePage(page);
    if (!read.isReadable) return read.outcome;
    const { facts, evidence } = read;
    return (
      signOutcome('P28', facts, evidence, {
        figures:
          'Write each value into the element that shows it when the page is rendered, and let a script only refresh it.',
      }) ?? pass('No figure that the page announces lacks its value.', evidence)
    );
  },
});
