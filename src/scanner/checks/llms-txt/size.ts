import { defineCheck, fail, notApplicable, pass, warn } from '../define.ts';
import { evidenceOf } from '../evidence.ts';

const PASS_CHARACTERS = 50_000;
const WARN_CHARACTERS = 100_000;
const SPLIT =
  'Keep /llms.txt as a short index and move each large section into a file of its own (for example /docs/llms.txt) that the index links to, each below 50,000 characters.';

export default defineCheck({
  id: 'L10',
  slug: 'size',
  series: 'llmsTxt',
  category: 'llmstxt-content',
  titles: {
    pass: 'llms.txt fits into one fetch',
    fail: 'llms.txt is too long for one fetch',
    action: 'Shorten llms.txt, or split it',
  },
  why: 'Fetch tools of agents cut long files, many at 100,000 characters and some earlier. Agents never see the text after the cut.',
  rule: 'Passes up to 50,000 characters. Warns up to 100,000. Fails above, which also lowers what the other checks of the contents earn. Each llms.txt of this site that it links to is measured separately, and the largest counts.',
  sources: ['https://llmstxt.org/'],
  needs: ['llmsTxt', 'llmsLinks'],
  evaluate({ llmsTxt: { file }, llmsLinks: { nested } }) {
    if (file === undefined) return notApplicable('There is no llms.txt.');
    const { charCount } = file.parsed;
    const largest = nested
      .flatMap(({ url, file: section }) => (section === undefined ? [] : [{ url, charCount: section.charCount }]))
      .reduce((a, b) => (b.charCount > a.charCount ? b : a), { url: '', charCount: 0 });
    const isNested = largest.charCount > Math.max(charCount, PASS_CHARACTERS);
    const measured = isNested ? largest.charCount : charCount;
    const evidence = {
      ...(isNested ? { url: largest.url } : evidenceOf(file.probe)),
      measured,
      threshold: PASS_CHARACTERS,
    };
    const message = isNested
      ? `An llms.txt that the file links to has ${measured} characters.`
      : `llms.txt has ${measured} characters.`;
    if (measured <= PASS_CHARACTERS) return pass(message, evidence);
    return (measured <= WARN_CHARACTERS ? warn : fail)(message, { howToFix: SPLIT, evidence });
  },
});
