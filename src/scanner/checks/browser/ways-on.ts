import { defineCheck, fail, pass } from '../define.ts';
import { shownPage } from './shown.ts';

export default defineCheck({
  id: 'B11',
  slug: 'ways-on',
  series: 'browser',
  category: 'discovery',
  titles: {
    pass: 'Links lead on from the page',
    fail: 'No link leads on from the page',
    action: 'Link to other pages of the site',
  },
  why: 'An agent in a browser begins at one page and follows links. Where none is in the tree, its task ends there.',
  rule: 'Counts the other pages of the same origin to which links in sight lead once scripts have run. Passes with one or more. Fails with none.',
  sources: [
    'https://html.spec.whatwg.org/multipage/links.html',
    'https://www.w3.org/WAI/WCAG22/Understanding/multiple-ways.html',
  ],
  needs: ['seen'],
  evaluate({ seen }) {
    const shown = shownPage(seen);
    if (!shown.isShown) return shown.outcome;
    const { waysOn } = seen;
    const evidence = { ...shown.evidence, measured: waysOn, threshold: 1 };
    if (waysOn > 0)
      return pass(
        `Links lead to ${waysOn === 1 ? 'another address' : `${waysOn} other addresses`} of the site.`,
        evidence,
      );
    return fail('No link in sight leads to another page of the site.', {
      howToFix: 'Show links (<a href>) to the main pages of the site, also where scripts make the menu.',
      evidence,
    });
  },
});
