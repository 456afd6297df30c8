import check from '../../../../../src/scanner/checks/llms-txt/content-type.ts';
import { checkTable } from '../../../../support/check-table.ts';
import { absent, llmsTxt } from './llms-txt-file.ts';

const typed = (header: string, text?: string) =>
  llmsTxt(text, {
    contentType: header.split(';', 1)[0] ?? '',
    headers: header === '' ? {} : { 'content-type': header },
  });
const german = '# Über uns';

checkTable(check, [
  { when: 'plain text', given: typed('text/plain; charset=utf-8'), expect: 'pass' },
  { when: 'Markdown', given: typed('text/markdown'), expect: 'pass' },
  {
    when: 'letters beyond ASCII with the charset',
    given: typed('text/markdown;charset=UTF-8', german),
    expect: 'pass',
  },
  { when: 'ASCII under another charset', given: typed('text/plain; charset=iso-8859-1'), expect: 'pass' },
  { when: 'letters beyond ASCII without', given: typed('text/plain', german), expect: 'warn', says: /no charset/ },
  {
    when: 'letters beyond ASCII under another',
    given: typed('text/plain; charset=iso-8859-1', german),
    expect: 'warn',
    says: /a charset other than/,
  },
  { when: 'another kind of text', given: typed('text/x-markdown'), expect: 'warn' },
  { when: 'HTML', given: typed('text/html; charset=utf-8'), expect: 'fail' },
  { when: 'a download', given: typed('application/octet-stream'), expect: 'fail' },
  { when: 'JSON', given: typed('application/json'), expect: 'fail' },
  { when: 'no type', given: typed(''), expect: 'fail', says: /without a Content-Type/ },
  { when: 'there is none', given: absent(), expect: 'na' },
]);
