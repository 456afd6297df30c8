import { pluralize } from '../../pluralize.ts';
import { defineCheck, fail, notApplicable, pass, warn } from '../define.ts';
import { creditFor, percentWords, shownPage } from './shown.ts';

const PASS_SHARE = 0.1;
const WARN_SHARE = 0.5;

export default defineCheck({
  id: 'B5',
  slug: 'first-screen-free',
  series: 'browser',
  category: 'content',
  titles: {
    pass: 'Nothing lies over the first screen',
    fail: 'Something lies over the first screen',
    action: 'Move what covers the first screen',
  },
  why: 'A click goes to what lies on top. Under a consent wall or a pop-up an agent presses the wrong thing, or sees a picture of the wall.',
  rule: `Tries the middle of up to 40 headings, texts and controls of the first screen (1280 by 800). Passes when something else covers at most ${PASS_SHARE * 100} % of them. Warns up to ${WARN_SHARE * 100} %. Fails above. A page earns the share that is free. Not applicable when the first screen has none.`,
  sources: [
    'https://www.w3.org/WAI/WCAG22/Understanding/focus-not-obscured-minimum.html',
    'https://www.w3.org/TR/cssom-view-1/#dom-document-elementfrompoint',
  ],
  needs: ['seen'],
  evaluate({ seen }) {
    const shown = shownPage(seen);
    if (!shown.isShown) return shown.outcome;
    const { points, covered, by } = seen.cover;
    if (points === 0) return notApplicable('The first screen has no text or control to try.');
    const share = covered / points;
    const evidence = {
      ...shown.evidence,
      measured: `${covered} of ${points}`,
      threshold: `${PASS_SHARE * 100} %`,
      ...(by === '' ? {} : { examples: [by] }),
    };
    if (share <= PASS_SHARE)
      return pass(
        covered === 0
          ? `Nothing covers the ${pluralize(points, 'place')} tried in the first screen.`
          : `${covered} of ${points} places in the first screen are covered.`,
        evidence,
      );
    const message = `${covered} of ${points} places in the first screen are covered by something else (${percentWords(share)}).`;
    const found = {
      howToFix:
        'Put the element quoted in the evidence next to the content instead of over it: in the flow of the page, or as a bar at its edge. Show it only once it is needed.',
      evidence,
      credit: creditFor(1 - share),
    };
    return share <= WARN_SHARE ? warn(message, found) : fail(message, found);
  },
});
