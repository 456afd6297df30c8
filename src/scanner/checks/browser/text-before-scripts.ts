import { pluralize } from '../../pluralize.ts';
import { defineCheck, fail, notApplicable, pass, warn } from '../define.ts';
import { creditFor, percentWords, shownPage } from './shown.ts';

const PASS_SHARE = 0.1;
const WARN_SHARE = 0.5;

export default defineCheck({
  id: 'B2',
  slug: 'text-before-scripts',
  series: 'browser',
  category: 'content',
  titles: {
    pass: 'The text in sight is there without scripts',
    fail: 'Text comes into sight only by scripts',
    action: 'Send in the HTML what scripts add now',
  },
  why: 'Most readers of agents fetch pages without running scripts. Text that only a browser shows does not reach them.',
  rule: `Compares the words in sight with the same document without scripts. Passes when scripts add at most ${PASS_SHARE * 100} % of them. Warns up to ${WARN_SHARE * 100} %. Fails above. A page earns the share that is there without scripts. Not applicable to a page without text.`,
  sources: ['https://html.spec.whatwg.org/multipage/scripting.html#the-noscript-element'],
  needs: ['seen'],
  evaluate({ seen }) {
    const shown = shownPage(seen);
    if (!shown.isShown) return shown.outcome;
    const { words, added, example } = seen.text;
    if (words === 0) return notApplicable('The page shows no text (B1).');
    const share = Math.min(1, added / words);
    const evidence = {
      ...shown.evidence,
      measured: `${added} of ${words} words`,
      threshold: `${PASS_SHARE * 100} %`,
      ...(example === '' ? {} : { examples: [example] }),
    };
    if (share <= PASS_SHARE)
      return pass(`Scripts add ${percentWords(share)} of the ${pluralize(words, 'word')} in sight.`, evidence);
    const message = `Scripts add ${added} of the ${words} words in sight (${percentWords(share)}).`;
    const found = {
      howToFix:
        'Render what scripts add on the server, or when the site is built. Begin with the line quoted in the evidence.',
      evidence,
      credit: creditFor(1 - share),
    };
    return share <= WARN_SHARE ? warn(message, found) : fail(message, found);
  },
});
