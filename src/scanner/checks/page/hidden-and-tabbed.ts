import { defineCheck, fail, notApplicable, pass, warn } from '../define.ts';
import { readablePage } from './readable.ts';

/** Characters of Markdown, as in P7. */
const MAX_PANEL_CHARS = 50_000;
const MAX_PANEL_CHARS_WARN = 100_000;
const OVERSIZED_PAGE = 50_000;
const BULK_SHARE = 0.5;
/** Of the words of the content, as much out of the accessibility tree is no decoration. */
const ARIA_HIDDEN_SHARE = 0.2;
const MIN_ARIA_HIDDEN_WORDS = 20;

export default defineCheck({
  id: 'P25',
  slug: 'hidden-and-tabbed',
  series: 'page',
  category: 'content',
  titles: {
    pass: 'Hidden text is short and holds no instructions for agents',
    fail: 'Hidden text is long or holds instructions for agents',
    action: 'Remove hidden text that readers do not see',
  },
  why: 'An agent reads all tabs at once, and text that people never see. Variants use up its budget, and hidden orders are an attack.',
  rule: 'Passes when tabs and accordions hold up to 50,000 characters. Warns up to 100,000, about a page over 50,000 characters that is mostly bulk data, when aria-hidden or inert takes 20 % of the content out of the accessibility tree (a closed dialog is none), and about hidden text or comments that give orders to a model. Fails above 100,000. Not applicable to a page without text.',
  sources: ['https://agentdocsspec.com/spec/', 'https://genai.owasp.org/llmrisk/llm01-prompt-injection/'],
  needs: ['page'],
  evaluate({ page }) {
    const read = readablePage(page);
    if (!read.isReadable) return read.outcome;
    const { panels, tables, bulkTextCharCount, markdownCharCount, hiddenInstruction, mainText } = read.facts;
    const unreached = mainText.ariaHiddenWords;
    const isUnreached = unreached >= MIN_ARIA_HIDDEN_WORDS && unreached >= ARIA_HIDDEN_SHARE * mainText.wordCount;
    const bulk = tables.bulkCharCount + bulkTextCharCount;
    const isBulk = markdownCharCount > OVERSIZED_PAGE && bulk > BULK_SHARE * markdownCharCount;
    const isLong = panels.charCount > MAX_PANEL_CHARS;
    const evidence = {
      ...read.evidence,
      measured: panels.charCount,
      threshold: MAX_PANEL_CHARS,
      ...(hiddenInstruction === undefined ? {} : { snippet: hiddenInstruction.snippet }),
    };
    const found = `${panels.count} ${panels.count === 1 ? 'panel' : 'panels'} of tabs and accordions, ${panels.charCount} characters in all`;
    const faults = [
      isLong && {
        message: `The page holds ${found}.`,
        howToFix: 'Give each variant a page of its own, or write only the common one into the HTML.',
      },
      isBulk && {
        message: `Of ${markdownCharCount} characters ${bulk} are data in bulk.`,
        howToFix: 'Move long tables and data into files to download, and show a part of them.',
      },
      isUnreached && {
        message: `The accessibility tree lacks ${unreached} of ${mainText.wordCount} words of the content (aria-hidden or inert).`,
        howToFix:
          'Remove aria-hidden from text of the content; keep it for decoration that is said elsewhere. Make the page inert only while a dialog is open that a person opened.',
      },
      hiddenInstruction !== undefined && {
        message:
          hiddenInstruction.where === 'comment'
            ? 'A comment in the HTML gives orders to a model.'
            : 'Text that people do not see gives orders to a model.',
        howToFix:
          'Remove the text that is hidden from people and addresses a model; if nobody put it there, look for a break-in.',
      },
    ].filter((fault) => fault !== false);
    if (faults.length === 0) {
      if (markdownCharCount === 0) return notApplicable('The page has no text in its HTML.', read.evidence);
      const words = panels.count === 0 ? 'the content has no tabs or accordions' : found;
      return pass(`Nothing hidden is in the way: ${words}, and no hidden text gives orders to a model.`, evidence);
    }
    const message = faults.map((fault) => fault.message).join(' ');
    const finding = { howToFix: faults.map((fault) => fault.howToFix).join(' '), evidence };
    return panels.charCount > MAX_PANEL_CHARS_WARN ? fail(message, finding) : warn(message, finding);
  },
});
