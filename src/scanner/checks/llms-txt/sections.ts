import type { LlmsTxt } from '../../parse/llms-txt/llms-txt.ts';
import { defineCheck, fail, notApplicable, pass, warn } from '../define.ts';
import { evidenceOf } from '../evidence.ts';

export default defineCheck({
  id: 'L5',
  slug: 'sections',
  series: 'llmsTxt',
  category: 'llmstxt-structure',
  titles: {
    pass: 'llms.txt groups its links under H2 sections',
    fail: 'llms.txt does not group its links under H2 sections',
    action: 'Group the links of llms.txt under H2 sections',
  },
  why: 'Parsers split the file at its H2 headings. They lose links that are elsewhere, and an agent short of space drops whole sections.',
  rule: 'Passes when a "## " section has a list of links and no other heading precedes the first one. H3 headings inside a section are fine. Warns about sections of other levels or without links. Fails with no sections.',
  sources: ['https://llmstxt.org/'],
  needs: ['llmsTxt'],
  evaluate({ llmsTxt: { file } }) {
    if (file === undefined) return notApplicable('There is no llms.txt.');
    const { sections, h1s } = file.parsed;
    const { count, withLinks } = countSections(sections);
    const evidence = {
      ...evidenceOf(file.probe),
      measured: withLinks,
      threshold: 1,
      examples: sections.map(({ title }) => title),
    };
    if (sections.length === 0 && h1s.length < 2) {
      return fail('llms.txt has no sections.', {
        howToFix: 'Group the links under headings such as "## Docs" and "## API", each with a list of links below it.',
        evidence,
      });
    }
    if (count === 0) {
      return warn('The sections of llms.txt are marked by other headings than H2.', {
        howToFix: 'Mark every section by "## "; parsers of llms.txt look for nothing else.',
        evidence,
      });
    }
    if (withLinks === 0) {
      return warn(`None of the ${count} sections of llms.txt has a list of links.`, {
        howToFix: 'Put a list of "- [Page](URL): what it answers" below the section headings.',
        evidence,
      });
    }
    const [first] = sections;
    if (first !== undefined && first.level !== 2) {
      return warn(`llms.txt has a heading of level ${first.level} before its first section (line ${first.line}).`, {
        howToFix: `Turn the heading of line ${first.line} into an H2, or into a paragraph.`,
        evidence,
      });
    }
    return pass(`llms.txt has ${withLinks} ${withLinks === 1 ? 'section' : 'sections'} with links.`, evidence);
  },
});

/** H2 sections, and those that hold links themselves or below a deeper heading of theirs. */
function countSections(sections: LlmsTxt['sections']): { count: number; withLinks: number } {
  let count = 0;
  let withLinks = 0;
  let isCounted = true;
  for (const { level, links } of sections) {
    if (level === 2) {
      count += 1;
      isCounted = false;
    }
    if (!isCounted && links.length > 0) {
      withLinks += 1;
      isCounted = true;
    }
  }
  return { count, withLinks };
}
