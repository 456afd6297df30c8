import check from '../../../../../src/scanner/checks/llms-txt/reachable.ts';
import { answered, notFound, ORIGIN, unanswered } from '../../../../support/artifacts.ts';
import { checkTable } from '../../../../support/check-table.ts';
import { absent, llmsTxt } from './llms-txt-file.ts';

const hop = { url: `${ORIGIN}/llms.txt`, status: 301 };

checkTable(check, [
  { when: 'a small file', given: llmsTxt(), expect: 'pass' },
  { when: 'exactly 50 characters', given: llmsTxt(`# ${'x'.repeat(48)}`), expect: 'pass' },
  { when: 'one character less', given: llmsTxt(`# ${'x'.repeat(47)}`), expect: 'fail', says: /49 characters/ },
  { when: 'one redirect', given: llmsTxt(undefined, { hops: [hop] }), expect: 'pass' },
  { when: 'two redirects', given: llmsTxt(undefined, { hops: [hop, hop] }), expect: 'warn', says: /2 redirects/ },
  {
    when: 'another host',
    given: llmsTxt(undefined, { hops: [hop], finalUrl: 'https://cdn.example/llms.txt' }),
    expect: 'warn',
    says: /another host/,
  },
  { when: 'another 2xx', given: llmsTxt(undefined, { status: 203 }), expect: 'fail', says: /203/ },
  { when: 'there is none', given: absent(), expect: 'fail', says: /^There is no llms\.txt\.$/ },
  {
    when: 'an HTML page',
    given: absent(notFound('/docs/llms.txt'), answered('/llms.txt', { isHtml: true, contentType: 'text/html' })),
    expect: 'fail',
    says: /200 with an HTML page/,
  },
  {
    when: 'the fallback text',
    given: absent(answered('/llms.txt', { isControl: true })),
    expect: 'fail',
    says: /unknown names/,
  },
  { when: 'a 503', given: absent(answered('/llms.txt', { status: 503 })), expect: 'fail', says: /503/ },
  { when: 'no answer', given: absent(notFound('/docs/llms.txt'), unanswered('/llms.txt')), expect: 'error' },
  {
    when: 'robots.txt forbids it',
    given: absent({
      answered: false,
      url: `${ORIGIN}/llms.txt`,
      hops: [],
      failure: { code: 'robots', message: 'forbidden' },
    }),
    expect: 'fail',
    says: /robots\.txt keeps/,
  },
]);
