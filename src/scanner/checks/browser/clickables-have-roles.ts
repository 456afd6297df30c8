import { pluralize } from '../../pluralize.ts';
import { defineCheck, fail, notApplicable, pass, warn } from '../define.ts';
import { creditFor, percentWords, shownPage } from './shown.ts';

const WARN_SHARE = 0.1;

export default defineCheck({
  id: 'B4',
  slug: 'clickables-have-roles',
  series: 'browser',
  category: 'accessibility',
  titles: {
    pass: 'Elements that look clickable have roles',
    fail: 'Elements only look like controls',
    action: 'Make clickable elements buttons or links',
  },
  why: 'A div with a click handler is plain text in the accessibility tree. Agents that read the tree never learn that it can be pressed.',
  rule: `Counts elements in sight that have no role and turn the pointer into a hand, with no control around or inside them. Words in a line of text count only when they listen to clicks themselves. Labels of fields and summaries of details do not count. Passes when there is none. Warns when they are up to ${WARN_SHARE * 100} % of what can be pressed. Fails above. A page earns the share with a role. Not applicable when nothing can be pressed.`,
  sources: ['https://www.w3.org/WAI/WCAG22/Understanding/name-role-value.html', 'https://www.w3.org/TR/wai-aria-1.2/'],
  needs: ['seen'],
  evaluate({ seen }) {
    const shown = shownPage(seen);
    if (!shown.isShown) return shown.outcome;
    const { count, examples } = seen.pretenders;
    const all = count + seen.tree.controls;
    if (all === 0) return notApplicable('Nothing on the page can be pressed.');
    const share = count / all;
    const evidence = { ...shown.evidence, measured: `${count} of ${all}`, threshold: 0, examples };
    if (count === 0) return pass('All that looks clickable is a control with a role.', evidence);
    const message = `${pluralize(count, 'element')} only ${count === 1 ? 'looks like a control' : 'look like controls'} (${percentWords(share)} of what can be pressed).`;
    const found = {
      howToFix:
        'Make each element quoted in the evidence a <button>, or an <a href> where it leads to a page. Where neither fits, give it a role, a name and tabindex="0".',
      evidence,
      credit: creditFor(1 - share),
    };
    return share <= WARN_SHARE ? warn(message, found) : fail(message, found);
  },
});
