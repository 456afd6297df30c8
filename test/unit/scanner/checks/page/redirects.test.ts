import check from '../../../../../src/scanner/checks/page/redirects.ts';
import { ORIGIN, page } from '../../../../support/artifacts.ts';
import { checkTable } from '../../../../support/check-table.ts';
import { unansweredPage } from './unanswered-page.ts';

const hops = (...urls: string[]) => ({ answer: { hops: urls.map((url) => ({ url, status: 301 })) } });
const refresh = (delaySeconds: number) => ({
  facts: {
    redirectScript: { metaRefresh: { url: `${ORIGIN}/next`, delaySeconds }, assignsLocation: false },
  },
});
const script = (bodyCharCount: number) => ({
  facts: { bodyCharCount, redirectScript: { metaRefresh: undefined, assignsLocation: true } },
});

checkTable(check, [
  { when: 'no redirect', given: { page: page('/a') }, expect: 'pass' },
  { when: 'one on the same host', given: { page: page('/a', hops(`${ORIGIN}/old`)) }, expect: 'pass' },
  { when: 'from http to https', given: { page: page('/a', hops('http://site.example/a')) }, expect: 'pass' },
  { when: 'from www to the apex', given: { page: page('/a', hops('https://www.site.example/a')) }, expect: 'pass' },
  { when: 'two', given: { page: page('/a', hops(`${ORIGIN}/1`, `${ORIGIN}/2`)) }, expect: 'warn', says: /2 redirects/ },
  {
    when: 'to another host',
    given: { page: page('/a', hops('https://old.example/a')) },
    expect: 'warn',
    says: /another host/,
  },
  {
    when: 'three',
    given: { page: page('/a', hops(`${ORIGIN}/1`, `${ORIGIN}/2`, `${ORIGIN}/3`)) },
    expect: 'fail',
    says: /3/,
  },
  { when: 'a loop', given: { page: unansweredPage('too_many_redirects') }, expect: 'fail' },
  { when: 'a redirect to nowhere', given: { page: unansweredPage('bad_redirect') }, expect: 'fail' },
  { when: 'a refresh after 5 s', given: { page: page('/a', refresh(5)) }, expect: 'fail', says: /meta refresh/ },
  { when: 'a refresh after 6 s', given: { page: page('/a', refresh(6)) }, expect: 'pass' },
  {
    when: 'a script in a page of 1,023 characters',
    given: { page: page('/a', script(1023)) },
    expect: 'fail',
    says: /script/,
  },
  { when: 'a script in a page of 1,024', given: { page: page('/a', script(1024)) }, expect: 'pass' },
  { when: 'an answer that is no HTML', given: { page: { ...page('/a'), facts: undefined } }, expect: 'pass' },
  { when: 'a 404', given: { page: page('/a', { answer: { status: 404 } }) }, expect: 'na' },
]);
