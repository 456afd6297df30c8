import check from '../../../../../src/scanner/checks/site/real-404.ts';
import type { PageDigest } from '../../../../../src/scanner/model/page.ts';
import type { ControlAnswer } from '../../../../../src/scanner/model/site.ts';
import { digest, ORIGIN } from '../../../../support/artifacts.ts';
import { checkTable } from '../../../../support/check-table.ts';

const KINDS = ['page', 'well-known', 'markdown', 'text', 'deep-page'] as const;
type Kind = (typeof KINDS)[number];
type Answer = ControlAnswer['answer'];

const status = (code: number, isHtml = true): Answer => ({
  status: code,
  contentType: isHtml ? 'text/html' : 'text/plain',
  isHtml,
  redirectsTo: undefined,
  endsAtRoot: false,
});
const home: Answer = {
  status: 200,
  contentType: 'text/html',
  isHtml: true,
  redirectsTo: `${ORIGIN}/`,
  endsAtRoot: true,
};
const lost: Answer = { failure: { code: 'timeout', message: 'no answer within 10 s' } };
const forbidden: Answer = { failure: { code: 'robots', message: 'robots.txt forbids our bot to read it' } };
const given = (
  answers: Partial<Record<Kind, Answer>>,
  kinds: readonly Kind[] = KINDS,
  pages: readonly PageDigest[] = [digest('/')],
) => ({
  crawl: { pages, pagesDiscovered: pages.length },
  negativeControl: kinds.map((kind) => ({ kind, url: `${ORIGIN}/${kind}-q3`, answer: answers[kind] ?? status(404) })),
});

const same = (path: string) => digest(path, { title: 'Shop', contentHash: 'one' });

checkTable(check, [
  {
    when: 'a page that says that it is gone',
    given: given({}, KINDS, [digest('/'), digest('/old', { saysGone: true })]),
    expect: 'warn',
    says: /1 page of 2 says/,
  },
  { when: 'two addresses with one text', given: given({}, KINDS, [same('/a'), same('/b')]), expect: 'pass' },
  {
    when: 'three',
    given: given({}, KINDS, [same('/a'), same('/b'), same('/c')]),
    expect: 'warn',
    says: /3 pages of 3/,
  },
  {
    when: 'three languages of one text',
    given: given({}, KINDS, [same('/en/a'), same('/de/a'), same('/fr/a')]),
    expect: 'pass',
  },
  { when: '404 everywhere', given: given({}), expect: 'pass', says: /All 5/ },
  { when: '410 counts as 404', given: given({ page: status(410), text: status(410) }), expect: 'pass' },
  { when: 'a site without deep pages', given: given({}, ['page', 'well-known', 'markdown', 'text']), expect: 'pass' },
  {
    when: 'a deep page that robots.txt forbids',
    given: given({ 'deep-page': forbidden }),
    expect: 'pass',
    says: /All 4/,
  },
  { when: 'HTML for the page', given: given({ page: status(200) }), expect: 'fail', says: /a page answers 200/ },
  {
    when: 'HTML for everything',
    given: given(Object.fromEntries(KINDS.map((kind) => [kind, status(200)]))),
    expect: 'fail',
  },
  { when: 'the page leads home', given: given({ page: home }), expect: 'fail', says: /home page/ },
  { when: 'text for the page', given: given({ page: status(200, false) }), expect: 'warn' },
  ...(['well-known', 'markdown', 'text', 'deep-page'] as const).flatMap((kind) => [
    { when: `HTML for ${kind} only`, given: given({ [kind]: status(200) }), expect: 'warn' as const },
    { when: `${kind} alone leads home`, given: given({ [kind]: home }), expect: 'warn' as const },
  ]),
  ...[401, 403, 500, 503, 429, 302].map((code) => ({
    when: `${code} for the page`,
    given: given({ page: status(code) }),
    expect: 'warn' as const,
    says: new RegExp(`a page answers ${code}`),
  })),
  { when: 'the page was not answered', given: given({ page: lost, text: status(200) }), expect: 'error' },
  { when: 'another name was not answered', given: given({ text: lost }), expect: 'error' },
  {
    when: 'one name was not answered, another is a soft 404',
    given: given({ text: lost, markdown: status(200) }),
    expect: 'warn',
    says: /a .md file answers 200/,
  },
  {
    when: 'nothing was asked',
    given: { negativeControl: [], crawl: { pages: [], pagesDiscovered: 0 } },
    expect: 'error',
  },
]);
