import type { LlmsTxtSection } from '../../parse/llms-txt/llms-txt.ts';
import { defineCheck, notApplicable, pass, warn } from '../define.ts';
import { evidenceOf } from '../evidence.ts';

const MEANT = /^optional\b/i;
const EXACT = 'Optional';

export default defineCheck({
  id: 'L13',
  slug: 'optional-section',
  series: 'llmsTxt',
  category: 'llmstxt-content',
  titles: {
    pass: 'llms.txt marks optional links correctly',
    fail: 'The Optional section of llms.txt is not recognizable',
    action: 'Name the section "## Optional" and put it last',
  },
  why: 'Tools that build a short context drop the section named Optional. They read it in full under any other name.',
  rule: 'Passes when the H2 is exactly "Optional", has links and is the last H2. Warns about any fault. Not applicable without such a section.',
  sources: ['https://llmstxt.org/'],
  needs: ['llmsTxt'],
  evaluate({ llmsTxt: { file } }) {
    if (file === undefined) return notApplicable('There is no llms.txt.');
    const { sections } = file.parsed;
    const places = sections.flatMap(({ level }, at) => (level === 2 ? [at] : []));
    const meant = places.filter((at) => MEANT.test(sections[at]?.title ?? ''));
    const at = meant.find((place) => sections[place]?.title !== EXACT) ?? meant[0];
    const section = at === undefined ? undefined : sections[at];
    if (at === undefined || section === undefined) return notApplicable('llms.txt has no Optional section.');

    const evidence = { ...evidenceOf(file.probe), snippet: section.title, threshold: EXACT };
    if (section.title !== EXACT) {
      return warn(`The section in line ${section.line} is meant as the optional one, but not named so.`, {
        howToFix: 'Name the section exactly "## Optional"; nothing else has the meaning.',
        evidence,
      });
    }
    if (!hasLinks(sections, at)) {
      return warn(`The Optional section in line ${section.line} has no links.`, {
        howToFix:
          'List the pages that an agent short of space may leave out below "## Optional", or remove the heading.',
        evidence,
      });
    }
    if (at !== places.at(-1)) {
      return warn(`The Optional section in line ${section.line} is not the last one.`, {
        howToFix: 'Move "## Optional" to the end of the file, so that what comes before it is the part to keep.',
        evidence,
      });
    }
    return pass('llms.txt has an Optional section, with links, at its end.', evidence);
  },
});

/** Links of its own, or below a deeper heading of it. */
function hasLinks(sections: readonly LlmsTxtSection[], at: number): boolean {
  const after = sections.slice(at + 1);
  const end = after.findIndex(({ level }) => level <= 2);
  const own = [sections[at], ...(end === -1 ? after : after.slice(0, end))];
  return own.some((section) => (section?.links.length ?? 0) > 0);
}
