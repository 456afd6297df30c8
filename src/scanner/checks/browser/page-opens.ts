import type { BrowserPage, RefusedBy } from '../../model/browser.ts';
import { pluralize } from '../../pluralize.ts';
import { defineCheck, fail, pass, unmeasured, warn } from '../define.ts';

/** Words in sight under which a page with an uncaught error is empty. */
const FEW_WORDS = 20;
/** Share of the words without scripts that scripts may take out of sight. */
const KEPT_SHARE = 0.5;
const FAILED = {
  hung: 'a script blocks the page, or it loads again and again, so that it does not answer',
  crashed: 'the page filled its memory and crashed',
  endless: 'the page opens windows or throws errors without end',
} as const;
/** Words in sight under which a page with a field for a password is only a sign-in. */
const SIGN_IN_WORDS = 40;
const SIGN_IN_PATH =
  /(?:log|sign)-?_?(?:in|on|up)|register|account|auth|password|session|anmeld|konto|connexion|acceder/i;
/** Requests that the scan did not make and a visitor's browser does. */
const NOT_MADE: Readonly<Partial<Record<RefusedBy, string>>> = {
  method: 'not by GET',
  robots: 'forbidden by robots.txt',
  limit: 'over the limit of a page',
  failure: 'without an answer',
};

export default defineCheck({
  id: 'B1',
  slug: 'page-opens',
  series: 'browser',
  category: 'access',
  titles: {
    pass: 'The page opens in a browser and keeps its text',
    fail: 'The page does not open in a browser, or loses its text',
    action: 'Let the page open in a browser without errors',
  },
  why: 'Agents that drive a browser run the scripts of the page. A script that fails, or never ends, can leave them an empty page.',
  rule: `Fails when the page hangs, crashes, opens windows or throws errors without end, answers 400 or more, or shows no text, when the check of a firewall is in its place, when fewer than ${SIGN_IN_WORDS} words are in sight with a field for a password at an address that does not name a sign-in, and when an uncaught error leaves fewer than ${FEW_WORDS} words and fewer than without scripts. Warns when fewer than ${KEPT_SHARE * 100} % of the words without scripts stay in sight, and when the page shows its text and then opens windows or throws errors without end. Not measured for a page without an answer, and for an empty page whose requests the scan did not make. Passes otherwise.`,
  sources: [
    'https://www.w3.org/TR/WCAG22/#robust',
    'https://html.spec.whatwg.org/multipage/webappapis.html#runtime-script-errors',
  ],
  needs: ['seen'],
  evaluate({ seen }) {
    const { outcome, finalUrl, status, text, errors } = seen;
    const evidence = {
      url: finalUrl,
      status,
      measured: text.words,
      ...(errors.length === 0 ? {} : { examples: errors }),
    };
    if (outcome === 'no-answer') return unmeasured('The page gave the browser no answer in time.', { url: finalUrl });
    if (outcome !== 'read')
      return fail(`The page does not open: ${FAILED[outcome]}.`, { howToFix: HOW.rest, evidence });
    if (status >= 400) return fail(`The page answers the browser with ${status}.`, { howToFix: HOW.status, evidence });
    if (seen.isChallenge)
      return fail('The check of a firewall is in place of the page.', { howToFix: HOW.status, evidence });
    if (
      seen.asksPassword &&
      text.words < SIGN_IN_WORDS &&
      !SIGN_IN_PATH.test(URL.parse?.(finalUrl)?.pathname ?? finalUrl)
    )
      return fail('A sign-in is in place of the page.', { howToFix: HOW.signIn, evidence });
    const thrown = errors.length === 0 ? '' : ` ${pluralize(errors.length, 'error')} of scripts went uncaught.`;
    if (isEmpty(seen)) {
      const missing = notMade(seen);
      if (missing !== undefined)
        return unmeasured(
          `Too little text came, but the page asked for more that the scan left out: ${missing}.`,
          evidence,
        );
      const words = text.words === 0 ? 'no text' : `only ${pluralize(text.words, 'word')}`;
      return fail(`The page shows ${words}.${thrown}`, { howToFix: HOW.empty, evidence });
    }
    if (text.words < KEPT_SHARE * text.withoutScripts) {
      const message = `Scripts take text out of sight: ${text.words} of ${text.withoutScripts} words stay.${thrown}`;
      return warn(message, { howToFix: HOW.taken, evidence: { ...evidence, threshold: `${KEPT_SHARE * 100} %` } });
    }
    const then = seen.endedBy === undefined ? '' : `, then ${FAILED[seen.endedBy]}`;
    const message = `The page opens and shows ${pluralize(text.words, 'word')}${then}.${thrown}`;
    // Whether a page answers in time depends on the machine too, so that is said and costs nothing.
    return seen.endedBy === 'endless' ? warn(message, { howToFix: HOW.rest, evidence }) : pass(message, evidence);
  },
});

const isEmpty = ({ text, errors }: BrowserPage): boolean =>
  text.words === 0 || (errors.length > 0 && text.words < FEW_WORDS && text.words < text.withoutScripts);

/** What kinds of requests were left out; undefined for none. */
function notMade({ refused }: BrowserPage): string | undefined {
  const kinds = Object.entries(NOT_MADE).flatMap(([by, words]) => {
    // The keys are those of the literal above.
    const count = refused[by as RefusedBy] ?? 0;
    return count === 0 ? [] : [`${pluralize(count, 'request')} ${words}`];
  });
  return kinds.length === 0 ? undefined : kinds.join(', ');
}

const HOW = {
  signIn: 'Show without an account what needs none. If all of the site needs one, say on this page how to get it.',
  rest: 'Find the script that never ends, or keeps filling memory (Performance panel of a browser), and bound its work.',
  status: 'Answer browsers of agents with the page and 200. Look for a firewall or bot rule that refuses them.',
  empty:
    'Fix the errors quoted in the evidence, and send the text in the HTML so that a failed script cannot empty the page.',
  taken:
    'Leave the text of the HTML in sight: scripts that take it away or fold it hide it from agents that look at the page.',
} as const;
