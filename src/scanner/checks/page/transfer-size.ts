import { defineCheck, fail, pass, warn } from '../define.ts';
import { readablePage } from './readable.ts';

/** Bytes of HTML, decoded. The upper bound is also where our own reading ends. */
const MAX_BYTES = 1_000_000;
const MAX_BYTES_WARN = 5_000_000;

const howToFix =
  'Move inlined data (the state that scripts start from, images as data URLs, styles) into files of their own, and leave the text in the HTML.';

export default defineCheck({
  id: 'P6',
  slug: 'transfer-size',
  series: 'page',
  category: 'content',
  titles: {
    pass: 'The HTML is small enough to read whole',
    fail: 'The HTML is too large to read whole',
    action: 'Reduce the size of the HTML',
  },
  why: 'Fetchers of agents stop at a size limit and drop the rest or the whole page. Most of a large page is data for scripts.',
  rule: 'Measures the decoded HTML; compression does not count. Passes up to 1 MB. Warns up to 5 MB. Fails above.',
  sources: ['https://agentdocsspec.com/spec/'],
  needs: ['page'],
  evaluate({ page }) {
    const { response } = page;
    if (!response.answered && response.failure.code === 'too_large') {
      return fail('The page is larger than 20 MB, or never ends.', {
        howToFix,
        evidence: { url: page.url, measured: 'more than the threshold', threshold: MAX_BYTES_WARN },
      });
    }
    const read = readablePage(page);
    if (!read.isReadable) return read.outcome;
    const bytes = response.answered ? response.bodyBytes : 0;
    // A larger page is read up to the threshold.
    const message = bytes > MAX_BYTES_WARN ? 'The HTML is larger than 5 MB.' : `The HTML is ${bytes} bytes.`;
    const evidence = { ...read.evidence, measured: bytes, threshold: MAX_BYTES };
    if (bytes <= MAX_BYTES) return pass(message, evidence);
    return bytes <= MAX_BYTES_WARN ? warn(message, { howToFix, evidence }) : fail(message, { howToFix, evidence });
  },
});
