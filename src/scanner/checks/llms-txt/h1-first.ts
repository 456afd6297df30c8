import { defineCheck, fail, notApplicable, pass, warn } from '../define.ts';
import { evidenceOf } from '../evidence.ts';

export default defineCheck({
  id: 'L3',
  slug: 'h1-first',
  series: 'llmsTxt',
  category: 'llmstxt-structure',
  titles: {
    pass: 'llms.txt starts with one H1',
    fail: 'llms.txt does not start with one H1',
    action: 'Start llms.txt with one H1 that names the site',
  },
  why: 'The H1 names the site or project. It is the only required part of the format, and parsers take what follows as belonging to it.',
  rule: 'Passes when the file starts with "# " and a name (after blank lines, front matter and HTML comments) and has no other H1 outside code fences. Warns about a later H1 or several. Fails with none.',
  sources: ['https://llmstxt.org/'],
  needs: ['llmsTxt'],
  evaluate({ llmsTxt: { file } }) {
    if (file === undefined) return notApplicable('There is no llms.txt.');
    const { h1s, h1IsFirst } = file.parsed;
    const evidence = { ...evidenceOf(file.probe), measured: h1s.length, threshold: 1 };
    const [first, second] = h1s;
    if (first === undefined) {
      return fail('llms.txt has no H1.', {
        howToFix: 'Begin the file with one line "# " and the name of the site or project (the space counts).',
        evidence,
      });
    }
    if (second !== undefined) {
      return warn(`llms.txt has ${h1s.length} H1 headings (the second in line ${second.line}).`, {
        howToFix: 'Keep one "# Name" at the top and turn the other "# " headings into "## " sections.',
        evidence: { ...evidence, examples: h1s.map(({ text }) => text) },
      });
    }
    if (!h1IsFirst) {
      return warn(`The H1 of llms.txt is in line ${first.line}, after other text.`, {
        howToFix: `Move the "# " heading of line ${first.line} to the top of the file.`,
        evidence,
      });
    }
    return pass('llms.txt begins with its only H1.', evidence);
  },
});
