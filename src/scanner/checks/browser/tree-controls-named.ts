import { pluralize } from '../../pluralize.ts';
import { defineCheck, fail, notApplicable, pass, warn } from '../define.ts';
import { creditFor, percentWords, shownPage } from './shown.ts';

const WARN_SHARE = 0.1;

export default defineCheck({
  id: 'B3',
  slug: 'tree-controls-named',
  series: 'browser',
  category: 'accessibility',
  titles: {
    pass: 'Controls in the accessibility tree have names',
    fail: 'Controls in the accessibility tree have no names',
    action: 'Name each control that the browser shows',
  },
  why: 'Agents that drive a browser are given the accessibility tree and choose a control by its role and name. Without a name they guess.',
  rule: `Looks at links, buttons, fields, tabs and menu items in sight once scripts have run. Passes when all have an accessible name. Warns when up to ${WARN_SHARE * 100} % have none. Fails above. A page earns the share with a name. Not applicable without controls.`,
  sources: ['https://www.w3.org/TR/accname-1.2/', 'https://www.w3.org/TR/wai-aria-1.2/#widget_roles'],
  needs: ['seen'],
  evaluate({ seen }) {
    const shown = shownPage(seen);
    if (!shown.isShown) return shown.outcome;
    const { controls, unnamed, examples } = seen.tree;
    if (controls === 0) return notApplicable('The page shows no controls.');
    const share = Math.min(1, unnamed / controls);
    const evidence = { ...shown.evidence, measured: `${unnamed} of ${controls}`, threshold: 0, examples };
    if (unnamed === 0)
      return pass(
        controls === 1 ? 'The control in sight has a name.' : `All ${controls} controls in sight have a name.`,
        evidence,
      );
    const message = `${unnamed} of ${pluralize(controls, 'control')} in sight ${unnamed === 1 ? 'has' : 'have'} no name (${percentWords(share)}).`;
    const found = {
      howToFix:
        'Give each element quoted in the evidence a name: text, a label, an alt on its image or an aria-label. Do the same in the scripts that create such elements.',
      evidence,
      credit: creditFor(1 - share),
    };
    return share <= WARN_SHARE ? warn(message, found) : fail(message, found);
  },
});
