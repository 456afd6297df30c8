import { defineCheck, fail, notApplicable, pass, warn } from '../define.ts';
import { readablePage } from './readable.ts';

const PASS_SHARE = 0.9;
const WARN_SHARE = 0.5;

export default defineCheck({
  id: 'P21',
  slug: 'code-blocks',
  series: 'page',
  category: 'content',
  titles: {
    pass: 'Code blocks name their language',
    fail: 'Code blocks do not name their language',
    action: 'Add the language to each code block',
  },
  why: 'An agent that copies code needs to know what it is: a shell session, a configuration file, or one of two languages.',
  rule: "Counts the <pre> blocks in the content that name a language: by a class (language-*, lang-*, highlight-*, or on the block or its code the name of a language alone), data-lang, data-language or a highlighter's mark, on the block, its code or its wrapper. Console output and plain text count when a class says so. Passes from 90 %. Warns from 50 %. Fails below. Not applicable without code blocks.",
  sources: [
    'https://html.spec.whatwg.org/multipage/text-level-semantics.html#the-code-element',
    'https://spec.commonmark.org/0.31.2/#info-string',
  ],
  needs: ['page'],
  evaluate({ page }) {
    const read = readablePage(page);
    if (!read.isReadable) return read.outcome;
    const { total, withoutLanguage } = read.facts.codeBlocks;
    if (total === 0) return notApplicable('The content has no code blocks.', read.evidence);
    const share = (total - withoutLanguage) / total;
    const message = `Code blocks that name their language: ${total - withoutLanguage} of ${total}.`;
    const evidence = { ...read.evidence, measured: Math.floor(share * 1000) / 1000, threshold: PASS_SHARE };
    if (share >= PASS_SHARE) return pass(message, evidence);
    const howToFix =
      'Write code as <pre><code class="language-js">, with language-text for what has no language; most generators do it when the fence names one.';
    return share >= WARN_SHARE ? warn(message, { howToFix, evidence }) : fail(message, { howToFix, evidence });
  },
});
