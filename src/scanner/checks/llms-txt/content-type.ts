import { charsetParameter } from '../../parse/http-headers/charset.ts';
import { defineCheck, fail, notApplicable, pass, warn } from '../define.ts';
import { evidenceOf } from '../evidence.ts';

const GOOD_TYPES = ['text/plain', 'text/markdown'];
const UTF8 = ['utf-8', 'utf8'];
const HEADER = 'Send "Content-Type: text/plain; charset=utf-8" (or text/markdown; charset=utf-8) with llms.txt.';

export default defineCheck({
  id: 'L2',
  slug: 'content-type',
  series: 'llmsTxt',
  category: 'llmstxt-structure',
  titles: {
    pass: 'llms.txt is served as UTF-8 text',
    fail: 'llms.txt has the wrong content type or charset',
    action: 'Serve llms.txt as text/plain or text/markdown in UTF-8',
  },
  why: 'The Content-Type decides whether an agent reads the file, downloads it or tries to render it.',
  rule: 'Passes with text/plain or text/markdown, and with charset=utf-8 when the file has non-ASCII characters. Warns about another text type or a missing charset. Fails with HTML, binary, another type or none.',
  sources: ['https://llmstxt.org/', 'https://www.rfc-editor.org/rfc/rfc7763'],
  needs: ['llmsTxt'],
  evaluate({ llmsTxt: { file } }) {
    if (file === undefined) return notApplicable('There is no llms.txt.');
    const { contentType, headers, text } = file.probe;
    const evidence = { ...evidenceOf(file.probe), contentType: headers['content-type'] ?? contentType };
    if (contentType === '') return fail('llms.txt is served without a Content-Type.', { howToFix: HEADER, evidence });
    if (!contentType.startsWith('text/') || contentType === 'text/html') {
      return fail('llms.txt is not served as text.', { howToFix: HEADER, evidence });
    }
    if (!GOOD_TYPES.includes(contentType)) {
      return warn('llms.txt is served as a kind of text that not every agent reads.', { howToFix: HEADER, evidence });
    }
    const charset = charsetParameter(headers['content-type']);
    const isPlainAscii = !/[\u0080-\uffff]/.test(text);
    if (isPlainAscii || (charset !== undefined && UTF8.includes(charset))) {
      return pass('llms.txt is served as text that every agent reads.', evidence);
    }
    return warn(
      charset === undefined
        ? 'llms.txt has characters beyond ASCII, but its Content-Type names no charset.'
        : 'llms.txt has characters beyond ASCII, but its Content-Type names a charset other than UTF-8.',
      { howToFix: HEADER, evidence },
    );
  },
});
