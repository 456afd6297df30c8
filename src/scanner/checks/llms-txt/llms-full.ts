import { parseUrl } from '../../../basics/parse-url.ts';
import { type LlmsTxtArtifact, llmsTxtLinks } from '../../model/llms-txt.ts';
import type { Outcome } from '../../model/result.ts';
import type { ControlAnswer } from '../../model/site.ts';
import { type LlmsTxt, parseLlmsTxt } from '../../parse/llms-txt/llms-txt.ts';
import { wordsOnly } from '../../parse/text/compare-text.ts';
import { defineCheck, fail, notApplicable, pass, unmeasured, warn } from '../define.ts';
import { evidenceOf } from '../evidence.ts';

const MAX_BYTES = 5_000_000;
/** Sections of llms.txt that the full text has something of. */
const MIN_SECTION_SHARE = 0.5;
/** What the parser reads of a text; headings after it are not known. */
const READ_CHARACTERS = 1_000_000;
const REMOVE =
  'Serve the text of the pages as /llms-full.txt (200, text/plain in UTF-8), or answer 404 there and link to it nowhere.';

type File = NonNullable<LlmsTxtArtifact['file']>;
type Full = Extract<LlmsTxtArtifact['full'], { answered: true }>;

export default defineCheck({
  id: 'L15',
  slug: 'llms-full',
  series: 'llmsTxt',
  category: 'llmstxt-optional',
  titles: {
    pass: 'llms-full.txt holds the text of the site',
    fail: 'llms-full.txt does not hold the text of the site',
    action: 'Put the full text of the pages into llms-full.txt',
  },
  why: 'Some agents and editors load llms-full.txt as the whole documentation. HTML in its place, or a copy of the index, is worse than no file.',
  rule: 'Passes when the file is text and has a heading for at least half of the sections of llms.txt. Warns about another type, more than 5 MB, a file no longer than llms.txt, or fewer headings. Fails with HTML, a server error or an empty file, and when llms.txt links to a missing one. Not applicable without llms-full.txt.',
  sources: ['https://llmstxt.org/', 'https://www.mintlify.com/docs/ai/llmstxt'],
  needs: ['llmsTxt', 'negativeControl'],
  evaluate({ llmsTxt: { file, full }, negativeControl }) {
    if (!full.answered) return withoutAnswer(full);
    const evidence = evidenceOf(full);
    const isWanted = file !== undefined && names(file, full.url);
    if (full.status >= 500 && !answersAlike(negativeControl, ({ status }) => status >= 500)) {
      return fail(`llms-full.txt answers ${full.status}.`, { howToFix: REMOVE, evidence });
    }
    const isFound = full.status >= 200 && full.status <= 299;
    // A host that answers HTML to any name has not put a page there on purpose.
    const isFallback = full.isHtml && answersAlike(negativeControl, ({ isHtml, status }) => isHtml && status <= 299);
    if (!isFound || full.isControl || isFallback) {
      if (!isWanted) return notApplicable('There is no llms-full.txt.');
      return fail('llms.txt links to an llms-full.txt that is not there.', { howToFix: REMOVE, evidence });
    }
    if (full.isHtml) return fail('llms-full.txt answers with an HTML page.', { howToFix: REMOVE, evidence });
    if (full.text.trim() === '') return fail('llms-full.txt is empty.', { howToFix: REMOVE, evidence });
    return judge(full, file);
  },
});

function withoutAnswer(full: Exclude<LlmsTxtArtifact['full'], { answered: true }>): Outcome {
  const evidence = evidenceOf(full);
  if (full.failure.code === 'robots') return notApplicable('robots.txt keeps our bot from llms-full.txt.', evidence);
  if (full.failure.code !== 'too_large')
    return unmeasured(`llms-full.txt could not be fetched: ${full.failure.message}`, evidence);
  return tooLarge(evidence);
}

function judge(full: Full, file: File | undefined): Outcome {
  const evidence = evidenceOf(full);
  if (!full.contentType.startsWith('text/')) {
    return warn('llms-full.txt is not served as text.', {
      howToFix: 'Send "Content-Type: text/plain; charset=utf-8" with llms-full.txt.',
      evidence,
    });
  }
  if (file === undefined) return pass('llms-full.txt holds text; there is no llms.txt to compare it with.', evidence);
  if (full.text.length <= file.probe.text.length) {
    return warn('llms-full.txt is no longer than llms.txt.', {
      howToFix: 'Put the whole text of the listed pages into llms-full.txt; the list alone is what llms.txt is for.',
      evidence: { ...evidence, measured: full.text.length, threshold: file.probe.text.length },
    });
  }
  const share = full.text.length > READ_CHARACTERS ? 1 : sectionShare(parseLlmsTxt(full.text), file.parsed);
  if (share < MIN_SECTION_SHARE) {
    return warn('The headings of llms-full.txt have little to do with the sections of llms.txt.', {
      howToFix: 'Begin each page in llms-full.txt with "# " and its title, and generate both files from the same list.',
      evidence: { ...evidence, measured: Number(share.toFixed(3)), threshold: MIN_SECTION_SHARE },
    });
  }
  return pass('llms-full.txt holds the text of the site.', evidence);
}

const tooLarge = (evidence: ReturnType<typeof evidenceOf>): Outcome =>
  warn('llms-full.txt is larger than 5 MB, more than an agent loads.', {
    howToFix: 'Split llms-full.txt by section, each part below 5 MB, and link the parts from llms.txt.',
    evidence: { ...evidence, threshold: MAX_BYTES },
  });

/** What the site answers for a text file that cannot exist. */
function answersAlike(
  controls: readonly ControlAnswer[],
  fits: (answer: Exclude<ControlAnswer['answer'], { failure: unknown }>) => boolean,
): boolean {
  const text = controls.find(({ kind }) => kind === 'text')?.answer;
  return text !== undefined && !('failure' in text) && fits(text);
}

const names = ({ parsed, probe }: File, url: string): boolean =>
  llmsTxtLinks(parsed).some((link) => parseUrl(link.url, probe.finalUrl)?.href === url);

/** Share of the sections of llms.txt that have a heading in the full text; 1 where there are no sections. */
function sectionShare(full: LlmsTxt, index: LlmsTxt): number {
  const headings = new Set([
    ...full.h1s.map(({ text }) => wordsOnly(text)),
    ...full.sections.map(({ title }) => wordsOnly(title)),
  ]);
  // A list of text files, of which this one is the longest, names no page that a heading could be of.
  const sections = index.sections.filter(({ links }) => links.some(({ url }) => !/\.txt$/i.test(url)));
  const found = sections.filter(
    ({ title, links }) => headings.has(wordsOnly(title)) || links.some(({ name }) => headings.has(wordsOnly(name))),
  );
  return sections.length === 0 ? 1 : found.length / sections.length;
}
