import { CHARS_PER_TOKEN } from '../../parse/text/chars-per-token.ts';
import { defineCheck, fail, notApplicable, pass, warn } from '../define.ts';
import { creditFor, shownPage } from './shown.ts';

/** From the first on Claude Code warns of an answer of a tool, over the second it keeps it out of the conversation. */
const TOKENS = { warn: 10_000, fail: 25_000 };

export default defineCheck({
  id: 'B9',
  slug: 'snapshot-size',
  series: 'browser',
  category: 'content',
  titles: {
    pass: 'The accessibility snapshot fits into a conversation',
    fail: 'The accessibility snapshot is too long',
    action: 'Shorten what the page holds at once',
  },
  why: 'Each step of an agent in a browser costs a snapshot of the page. A long one is cut, and pushes the task out of its memory.',
  rule: `Counts the characters of the snapshot, ${CHARS_PER_TOKEN} to a token. Passes up to ${number(TOKENS.warn)} tokens, where a client warns. Warns up to ${number(TOKENS.fail)}, where the same client refuses the answer of a tool. Fails above; a page that fails earns the share that fits. Not applicable to a page without a snapshot.`,
  sources: ['https://code.claude.com/docs/en/mcp'],
  needs: ['seen'],
  evaluate({ seen }) {
    const shown = shownPage(seen);
    if (!shown.isShown) return shown.outcome;
    const { chars } = seen.tree;
    if (chars === 0) return notApplicable('The page gave no snapshot.');
    const tokens = Math.ceil(chars / CHARS_PER_TOKEN);
    const evidence = { ...shown.evidence, measured: tokens, threshold: TOKENS.warn };
    const message = `The accessibility snapshot has about ${number(tokens)} tokens.`;
    if (tokens <= TOKENS.warn) return pass(message, evidence);
    const howToFix =
      'Show less at once: fold menus into details that are closed, divide long lists and tables into pages, and leave out repeated links.';
    return tokens <= TOKENS.fail
      ? warn(message, { howToFix, evidence })
      : fail(message, { howToFix, evidence, credit: creditFor((0.5 * TOKENS.fail) / tokens) });
  },
});

function number(count: number): string {
  return count.toLocaleString('en-US');
}
