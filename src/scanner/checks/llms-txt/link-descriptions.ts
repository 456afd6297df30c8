import type { LlmsTxtLink } from '../../parse/llms-txt/llms-txt.ts';
import { wordsOnly } from '../../parse/text/compare-text.ts';
import { defineCheck, fail, notApplicable, pass, warn } from '../define.ts';
import { evidenceOf } from '../evidence.ts';

const PASS_SHARE = 0.8;
const WARN_SHARE = 0.4;
const MIN_CHARACTERS = 15;
/** Scripts whose characters say about as much as two letters. */
const DENSE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;

export default defineCheck({
  id: 'L9',
  slug: 'link-descriptions',
  series: 'llmsTxt',
  category: 'llmstxt-content',
  titles: {
    pass: 'Links in llms.txt have descriptions',
    fail: 'Links in llms.txt have no useful descriptions',
    action: 'Describe each link in llms.txt',
  },
  why: 'An agent decides from the note whether a page is worth its tokens. A bare title makes it guess.',
  rule: 'Counts the links with a note of at least 15 characters (Chinese, Japanese and Korean ones count double) that does not just repeat the name. Passes from 80 %. Warns from 40 %. Fails below, or with no links.',
  sources: ['https://llmstxt.org/'],
  needs: ['llmsTxt'],
  evaluate({ llmsTxt: { file } }) {
    if (file === undefined) return notApplicable('There is no llms.txt.');
    const links = [...file.parsed.preambleLinks, ...file.parsed.sections.flatMap((section) => section.links)];
    const base = evidenceOf(file.probe);
    if (links.length === 0) {
      return fail('llms.txt has no links that could be described.', {
        howToFix: 'List the pages that matter as "- [Name](URL): what the page answers".',
        evidence: base,
      });
    }
    const bare = links.filter((link) => !isDescribed(link));
    const share = (links.length - bare.length) / links.length;
    const evidence = {
      ...base,
      measured: Number(share.toFixed(3)),
      threshold: PASS_SHARE,
      examples: bare.map(({ url }) => url),
    };
    if (share >= PASS_SHARE) {
      return pass(`${links.length - bare.length} of ${links.length} links say what they lead to.`, evidence);
    }
    const message = `${bare.length} of ${links.length} links have no note that says what the page answers (first: line ${bare[0]?.line}).`;
    const finding = {
      howToFix: `Add a colon and a note to each link: "- [Name](URL): what the page answers", at least ${MIN_CHARACTERS} characters that say more than the name.`,
      evidence: { ...evidence, lines: bare.map(({ line }) => line) },
    };
    return share >= WARN_SHARE ? warn(message, finding) : fail(message, finding);
  },
});

const isDescribed = ({ name, notes }: LlmsTxtLink): boolean =>
  notes.length + (notes.match(DENSE)?.length ?? 0) >= MIN_CHARACTERS && wordsOnly(notes) !== wordsOnly(name);
