import { PICTURED_CELLS } from '../../parse/html/actions/pictured-table.ts';
import { pluralize } from '../../pluralize.ts';
import { defineCheck, fail, notApplicable, pass, warn } from '../define.ts';
import { creditFor, percentWords, shownPage } from './shown.ts';

const PASS_SHARE = 0.3;
const WARN_SHARE = 0.5;

export default defineCheck({
  id: 'B12',
  slug: 'cells-filled',
  series: 'browser',
  category: 'content',
  titles: {
    pass: 'Cells of tables hold text',
    fail: 'Cells of tables hold no text',
    action: 'Write the values of tables as text',
  },
  why: 'An agent reads a price or a time from the cell of its row and column. A picture without a text, or a value that never loads, is no answer.',
  rule: `Looks at the data cells of tables in sight with two rows and columns or more, once scripts have run. A cell is empty when it has no letter, no digit, no alternative text of an image and no control. Passes when up to ${PASS_SHARE * 100} % are empty. Warns up to ${WARN_SHARE * 100} %. Fails above. An image in sight whose file name or alternative text says that it shows a table counts as ${PICTURED_CELLS} empty cells. A page earns the share that is filled. Not applicable without tables.`,
  sources: [
    'https://www.w3.org/WAI/tutorials/tables/',
    'https://www.w3.org/WAI/WCAG22/Understanding/non-text-content.html',
  ],
  needs: ['seen'],
  evaluate({ seen }) {
    const shown = shownPage(seen);
    if (!shown.isShown) return shown.outcome;
    const pictured = PICTURED_CELLS * seen.picturedTables;
    const [all, empty] = [seen.cells.all + pictured, seen.cells.empty + pictured];
    if (all === 0) return notApplicable('The page shows no table of data.');
    const share = empty / all;
    const evidence = { ...shown.evidence, measured: `${empty} of ${all}`, threshold: `${PASS_SHARE * 100} %` };
    if (share <= PASS_SHARE) return pass(`${all - empty} of ${pluralize(all, 'cell')} of tables hold text.`, evidence);
    const message = `${empty} of ${pluralize(all, 'cell')} of tables hold no text (${percentWords(share)}).`;
    const found = {
      howToFix: 'Write each value into its cell as text. Give an image in a cell an alt text that says the value.',
      evidence,
      credit: creditFor(1 - share),
    };
    return share <= WARN_SHARE ? warn(message, found) : fail(message, found);
  },
});
