import { defineCheck, fail, notApplicable, pass, warn } from '../define.ts';
import { evidenceOf } from '../evidence.ts';

const PASS_SHARE = 0.95;
const WARN_SHARE = 0.8;
const FORM = 'Write every entry as "- [Name](URL): what the page answers".';

export default defineCheck({
  id: 'L6',
  slug: 'link-syntax',
  series: 'llmsTxt',
  category: 'llmstxt-structure',
  titles: {
    pass: 'llms.txt lists pages as Markdown links',
    fail: 'llms.txt does not list pages as Markdown links',
    action: 'List each page as a Markdown link in llms.txt',
  },
  why: 'Parsers of llms.txt read only "- [Name](URL): notes". They ignore an entry such as "- Name: URL".',
  rule: 'Counts the list items that should be links and start with [name](URL), followed by nothing or a note. Passes from 95 %. Warns from 80 %. Fails below, or with no link.',
  sources: ['https://llmstxt.org/'],
  needs: ['llmsTxt'],
  evaluate({ llmsTxt: { file } }) {
    if (file === undefined) return notApplicable('There is no llms.txt.');
    const { total, wellFormed, malformedLines } = file.parsed.listItems;
    const base = evidenceOf(file.probe);
    if (wellFormed === 0) {
      return fail(
        total === 0
          ? 'llms.txt lists no links.'
          : `None of the ${total} list items of llms.txt is a well-formed link (first: line ${malformedLines[0]}).`,
        { howToFix: FORM, evidence: { ...base, measured: 0, threshold: PASS_SHARE, lines: malformedLines } },
      );
    }
    const share = wellFormed / total;
    const evidence = { ...base, measured: Number(share.toFixed(3)), threshold: PASS_SHARE };
    if (share >= PASS_SHARE) return pass(`${wellFormed} of ${total} list items are well-formed links.`, evidence);
    const message = `${total - wellFormed} of ${total} list items are no well-formed links (first: line ${malformedLines[0]}).`;
    const finding = {
      howToFix: `${FORM} Look at these lines: ${malformedLines.slice(0, 10).join(', ')}.`,
      evidence: { ...evidence, lines: malformedLines },
    };
    return share >= WARN_SHARE ? warn(message, finding) : fail(message, finding);
  },
});
