import { isSiteFault } from '../../model/http.ts';
import { defineCheck, fail, pass, unmeasured, warn } from '../define.ts';

import { evidenceOfAnswer } from './readable.ts';

const HTML_TYPES = new Set(['text/html', 'application/xhtml+xml']);
const MARKDOWN_TYPES = new Set(['text/markdown', 'text/x-markdown']);
/** The labels of UTF-8 (WHATWG Encoding, section 4.2). */
const UTF_8 = new Set(['utf-8', 'utf8', 'unicode-1-1-utf-8', 'unicode11utf8', 'unicode20utf8', 'x-unicode20utf8']);

export default defineCheck({
  id: 'P1',
  slug: 'http-ok',
  series: 'page',
  category: 'transport',
  titles: {
    pass: 'Pages answer 200 with UTF-8 HTML',
    fail: 'Pages do not answer 200 with UTF-8 HTML',
    action: 'Make each page answer 200 with UTF-8 HTML',
  },
  why: 'An agent drops a page that answers an error, and reads garbled text when it has to guess the encoding.',
  rule: 'Passes with a final status of 200, the type text/html or application/xhtml+xml, and UTF-8 declared in Content-Type or the first 1,024 bytes. Warns about another type or charset, none, or one that a meta element declares later. Fails with any other status or an unreadable answer.',
  sources: ['https://www.rfc-editor.org/rfc/rfc9110#section-15.3.1', 'https://encoding.spec.whatwg.org/'],
  needs: ['page'],
  evaluate({ page: { url, response, facts } }) {
    if (!response.answered) {
      const { code, message } = response.failure;
      if (code === 'too_large') return unmeasured('The page is larger than a scan reads; P6 judges its size.', { url });
      if (!isSiteFault(code)) return unmeasured(`The page could not be fetched: ${message}.`, { url });
      return fail(`The page gives no answer that can be read: ${message}.`, {
        howToFix: 'Answer the page itself: a whole 200 response of text/html, in an encoding that clients take.',
        evidence: { url },
      });
    }

    const { answer } = response;
    const evidence = { ...evidenceOfAnswer(answer), threshold: 200 };
    if (answer.status !== 200) {
      return fail(`The page answers ${answer.status}.`, {
        howToFix: 'Answer 200 with the page, or remove the links and the listings (sitemap, llms.txt) that lead here.',
        evidence,
      });
    }

    const isHtml = HTML_TYPES.has(answer.contentType);
    const charset = facts?.charset.mark ?? facts?.charset.header ?? facts?.charset.meta;
    const isLate = facts?.charset.mark === undefined && facts?.charset.header === undefined && facts?.charset.isLate;
    // XML is UTF-8 unless it says otherwise, and so is Markdown (RFC 7763).
    const isUtf8ByDefault = answer.contentType === 'application/xhtml+xml' || !isHtml;
    const faults = [
      !isHtml && !MARKDOWN_TYPES.has(answer.contentType) && 'is served with a type other than text/html',
      isHtml && facts === undefined && 'is called HTML and holds none',
      charset === undefined && !isUtf8ByDefault && facts !== undefined && 'does not declare its charset',
      charset !== undefined && !UTF_8.has(charset) && 'declares a charset other than UTF-8',
      isLate === true && 'declares its charset behind the first 1,024 bytes',
    ].filter((fault) => fault !== false);
    if (faults.length === 0) return pass('The page answers 200 with HTML in UTF-8.', evidence);
    return warn(`The page answers 200 but ${faults.join(', ')}.`, {
      howToFix: 'Serve the page in UTF-8 as "Content-Type: text/html; charset=utf-8".',
      evidence: { ...evidence, measured: charset ?? 'no charset', threshold: 'utf-8' },
    });
  },
});
