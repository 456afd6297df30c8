import { listCounts } from '../../parse/html/missing/more-controls.ts';
import { pluralize } from '../../pluralize.ts';
import { defineCheck, fail, notApplicable, pass, unmeasured, warn } from '../define.ts';
import { shownPage } from './shown.ts';

const FIX =
  'Put a link to the next part of the list under it (an address of its own), which a script may turn into "load more".';

export default defineCheck({
  id: 'B8',
  slug: 'list-continues',
  series: 'browser',
  category: 'action',
  titles: {
    pass: 'A button or link brings more of a list',
    fail: 'More of a list comes by scrolling or not at all',
    action: 'Load more of a list with a button or link',
  },
  why: 'Agents that read the accessibility tree press what is named. Nothing in the tree tells them that scrolling would bring more.',
  rule: 'Presses the button that offers more of a list, or else scrolls to the end, or else follows the link to the next page. Passes when the button brings more links or four other lines, or the next page at least two other links or four other lines. Warns when scrolling alone brings links. Fails when the button or the link brings neither; not measured where what it asks for may not be sent. Where the page offers none of these, it fails if it says that it shows a part alone, such as "1 to 10 of 240"; else this is not applicable.',
  sources: [
    'https://www.w3.org/WAI/WCAG22/Understanding/keyboard.html',
    'https://www.w3.org/WAI/ARIA/apg/patterns/feed/',
  ],
  needs: ['seen'],
  evaluate({ seen }) {
    const shown = shownPage(seen);
    if (!shown.isShown) return shown.outcome;
    const { more } = seen;
    if (more === undefined) {
      const counts = listCounts(seen.inSight);
      if (counts === undefined) return notApplicable('The page offers no more of a list.');
      return fail(`The page shows ${counts.shown} of ${pluralize(counts.all, 'item')}, and offers no others.`, {
        howToFix: FIX,
        evidence: { ...shown.evidence, measured: counts.shown, threshold: counts.all },
      });
    }
    const { by, before, after, isRefused } = more;
    const evidence = { ...shown.evidence, measured: after, threshold: before + 1 };
    const came = Math.max(0, after - before);
    if (came === 0 && isRefused)
      return unmeasured('It asks by POST, or for what robots.txt forbids, so nothing more came.', evidence);
    if (came === 0 && by === 'link')
      return fail('The link to the next page of the list brings nothing new.', {
        howToFix: 'Let the link lead to the next part of the list, answered with 200.',
        evidence,
      });
    if (by === 'link') return pass('The link to the next page of the list brings its next part.', evidence);
    if (came === 0) return fail('The button for more of a list brings nothing new.', { howToFix: FIX, evidence });
    return by === 'button'
      ? pass('The button for more of a list brings its next part.', evidence)
      : warn(`Scrolling alone brings ${pluralize(came, 'link')}: no button offers them.`, {
          howToFix: FIX,
          evidence,
          // An agent that looks at pictures scrolls; one that reads the tree does not know that it should.
          credit: 0.8,
        });
  },
});
