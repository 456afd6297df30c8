import { defineCheck, fail, notApplicable, pass, warn } from '../define.ts';
import { evidenceOf } from '../evidence.ts';

const MIN_CHARACTERS = 20;
const MAX_CHARACTERS = 600;

export default defineCheck({
  id: 'L4',
  slug: 'summary',
  series: 'llmsTxt',
  category: 'llmstxt-content',
  titles: {
    pass: 'llms.txt summarizes the site in a blockquote',
    fail: 'llms.txt has no summary of the site',
    action: 'Add a blockquote under the H1 that says what the site is',
  },
  why: 'The summary helps an agent understand the rest of the file, and is often all that it keeps.',
  rule: 'Passes with a blockquote of 20 to 600 characters right after the H1. Warns when it is elsewhere, shorter or longer. Fails with none.',
  sources: ['https://llmstxt.org/'],
  needs: ['llmsTxt'],
  evaluate({ llmsTxt: { file } }) {
    if (file === undefined) return notApplicable('There is no llms.txt.');
    const { summary } = file.parsed;
    const evidence = evidenceOf(file.probe);
    if (summary === undefined) {
      return fail('llms.txt has no summary.', {
        howToFix: 'Add a line "> " with one or two sentences on what the site is and for whom, right below the H1.',
        evidence,
      });
    }
    const measured = { ...evidence, snippet: summary.text, measured: summary.text.length };
    if (summary.text.length < MIN_CHARACTERS) {
      return warn(`The summary of llms.txt has only ${summary.text.length} characters.`, {
        howToFix: `Say in at least ${MIN_CHARACTERS} characters what the site is and for whom.`,
        evidence: { ...measured, threshold: MIN_CHARACTERS },
      });
    }
    if (summary.text.length > MAX_CHARACTERS) {
      return warn(`The summary of llms.txt is longer than ${MAX_CHARACTERS} characters.`, {
        howToFix: 'Keep one or two sentences in the blockquote and move the rest into paragraphs below it.',
        evidence: { ...measured, threshold: MAX_CHARACTERS },
      });
    }
    if (!summary.afterH1) {
      return warn(`The first blockquote of llms.txt is in line ${summary.line}, not right after the H1.`, {
        howToFix: 'Move the "> " summary to the line below the "# " heading, before any other text.',
        evidence: measured,
      });
    }
    return pass('llms.txt has a summary right after its H1.', measured);
  },
});
