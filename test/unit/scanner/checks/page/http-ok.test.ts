import check from '../../../../../src/scanner/checks/page/http-ok.ts';
import type { PageArtifact } from '../../../../../src/scanner/model/page.ts';
import { page } from '../../../../support/artifacts.ts';
import { checkTable } from '../../../../support/check-table.ts';
import { unansweredPage } from './unanswered-page.ts';

const charset = (header?: string, meta?: string, more: { mark?: string; isLate?: boolean } = {}) => ({
  facts: { charset: { header, meta, mark: undefined, isLate: false, ...more } },
});
const withoutFacts = (contentType: string): PageArtifact => ({
  ...page('/a', { answer: { contentType } }),
  facts: undefined,
});

checkTable(check, [
  { when: '200 in UTF-8 by header', given: { page: page('/a') }, expect: 'pass' },
  { when: 'UTF-8 by meta', given: { page: page('/a', charset(undefined, 'utf-8')) }, expect: 'pass' },
  { when: 'another label of UTF-8', given: { page: page('/a', charset('utf8')) }, expect: 'pass' },
  {
    when: 'a byte order mark beats the header',
    given: { page: page('/a', charset('latin1', undefined, { mark: 'utf-8' })) },
    expect: 'pass',
  },
  {
    when: 'XHTML is UTF-8 by itself',
    given: { page: page('/a', { ...charset(), answer: { contentType: 'application/xhtml+xml' } }) },
    expect: 'pass',
  },
  { when: 'Markdown', given: { page: withoutFacts('text/markdown') }, expect: 'pass' },
  {
    when: 'UTF-16 by a mark, whatever the header says',
    given: { page: page('/a', charset('utf-8', undefined, { mark: 'utf-16le' })) },
    expect: 'warn',
    says: /a charset other than/,
  },
  {
    when: 'a late declaration',
    given: { page: page('/a', charset(undefined, 'utf-8', { isLate: true })) },
    expect: 'warn',
    says: /behind the first 1,024 bytes/,
  },
  {
    when: 'a late declaration of what the header says',
    given: { page: page('/a', charset('utf-8', 'utf-8', { isLate: true })) },
    expect: 'pass',
  },
  { when: 'no charset', given: { page: page('/a', charset()) }, expect: 'warn', says: /does not declare/ },
  {
    when: 'another charset',
    given: { page: page('/a', charset('windows-1252', 'utf-8')) },
    expect: 'warn',
    says: /a charset other than/,
  },
  {
    when: 'another type',
    given: { page: withoutFacts('application/json') },
    expect: 'warn',
    says: /a type other than/,
  },
  { when: 'called HTML and none', given: { page: withoutFacts('text/html') }, expect: 'warn', says: /holds none/ },
  { when: '404', given: { page: page('/a', { answer: { status: 404 } }) }, expect: 'fail', says: /404/ },
  { when: '503', given: { page: page('/a', { answer: { status: 503 } }) }, expect: 'fail' },
  { when: '203 is not 200', given: { page: page('/a', { answer: { status: 203 } }) }, expect: 'fail' },
  ...(['reset', 'encoding', 'too_many_redirects', 'bad_redirect'] as const).map((code) => ({
    when: `the site's fault: ${code}`,
    given: { page: unansweredPage(code) },
    expect: 'fail' as const,
  })),
  ...(['timeout', 'dns', 'tls', 'connect', 'robots', 'blocked_address', 'too_large'] as const).map((code) => ({
    when: `not measured: ${code}`,
    given: { page: unansweredPage(code) },
    expect: 'error' as const,
  })),
]);
