import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { negotiation } from '../../../../src/scanner/gather/negotiation.ts';
import type { PageDigest } from '../../../../src/scanner/model/page.ts';
import type { NegotiationAnswer } from '../../../../src/scanner/model/site.ts';
import type { FetchRequest } from '../../../../src/scanner/net/fetch-types.ts';
import { digest, ORIGIN, site } from '../../../support/artifacts.ts';
import { type FakeAnswer, fakeClient, gatherContext } from '../../../support/fake-client.ts';

const MARKDOWN: FakeAnswer = {
  headers: { 'content-type': 'text/markdown; charset=utf-8', vary: 'Accept-Encoding, accept' },
  body: '# Title\n\nText.\n',
};
const HTML: FakeAnswer = { body: '<!doctype html><h1>Title</h1>' };
const negotiates = { url: undefined, isRead: false, negotiates: true };
const yes = (path: string, overrides: Partial<PageDigest> = {}) => digest(path, { markdown: negotiates, ...overrides });
const acceptOf = ({ headers }: FetchRequest) => headers?.accept ?? '';

async function gather(
  pages: readonly PageDigest[],
  answerTo: (request: FetchRequest) => FakeAnswer = (request) =>
    acceptOf(request) === 'text/markdown' ? MARKDOWN : HTML,
  left = 40,
) {
  const { client, sent } = fakeClient(answerTo);
  const { answers } = await negotiation.gather(gatherContext({ ...client, left }), {
    target: site().target,
    crawl: { pages, pagesDiscovered: pages.length },
  });
  assert.equal(sent.length, answers.length);
  return answers;
}
const asked = (answers: readonly NegotiationAnswer[]) =>
  answers.map(({ url, ask, hasMarkdown }) => `${url.slice(ORIGIN.length)} ${ask}${hasMarkdown ? '' : ' (none)'}`);
const home = (overrides: Partial<PageDigest> = {}) => digest('/', { foundBy: 'root', ...overrides });

describe('negotiation', () => {
  const rows: [what: string, pages: PageDigest[], expected: string[]][] = [
    ['nothing when no page negotiates', [home(), digest('/a')], []],
    [
      'everything of home, Markdown and preference of two others that negotiate, either of the first',
      [home({ markdown: negotiates }), digest('/a'), yes('/b'), yes('/c'), yes('/d')],
      [
        '/ markdown',
        '/ browser',
        '/ anything',
        '/ html-first',
        '/b markdown',
        '/b html-first',
        '/c markdown',
        '/c html-first',
        '/ either',
      ],
    ],
    [
      'home too when it has no Markdown itself',
      [home(), yes('/b')],
      [
        '/ markdown (none)',
        '/ browser (none)',
        '/ anything (none)',
        '/ html-first (none)',
        '/b markdown',
        '/b html-first',
        '/b either',
      ],
    ],
    [
      'no URL that ends in .md, and no page that could not be read',
      [home({ readable: 'no' }), yes('/a.md'), yes('/b', { readable: 'no' }), yes('/c')],
      ['/c markdown', '/c browser', '/c anything', '/c html-first', '/c either'],
    ],
    ['nothing when only a .md URL negotiates', [home(), yes('/a.MD')], []],
  ];
  for (const [what, pages, expected] of rows)
    it(`asks ${what}`, async () => assert.deepEqual(asked(await gather(pages)), expected));

  const small: [left: number, pages: PageDigest[], expected: string[]][] = [
    [14, [home({ markdown: negotiates }), yes('/b'), yes('/c')], ['/', '/b', '/c']],
    [13, [home({ markdown: negotiates }), yes('/b'), yes('/c')], ['/', '/b']],
    [11, [home({ markdown: negotiates }), yes('/b'), yes('/c')], ['/']],
    [12, [home(), yes('/b'), yes('/c')], ['/', '/b']],
    [11, [home(), yes('/b'), yes('/c')], ['/b']],
    [4, [home(), yes('/b'), yes('/c')], ['/b']],
  ];
  for (const [left, pages, expected] of small) {
    it(`asks ${expected.join(', ')} when ${left} requests are left`, async () => {
      const answers = await gather(pages, undefined, left);
      assert.deepEqual([...new Set(answers.map(({ url }) => url.slice(ORIGIN.length)))], expected);
      assert.ok(answers.length <= left);
    });
  }

  const results: [what: string, answer: FakeAnswer, expected: object][] = [
    [
      'Markdown',
      MARKDOWN,
      { status: 200, contentType: 'text/markdown', charset: 'utf-8', body: 'markdown', variesByAccept: true },
    ],
    ['HTML', HTML, { status: 200, contentType: 'text/html', charset: 'utf-8', body: 'html', variesByAccept: false }],
    [
      'something else',
      { headers: { 'content-type': 'application/json' }, body: '{}' },
      { status: 200, contentType: 'application/json', charset: undefined, body: 'other', variesByAccept: false },
    ],
    [
      'a refusal',
      { status: 406, headers: { vary: '*' } },
      { status: 406, contentType: 'text/html', charset: 'utf-8', body: 'other', variesByAccept: true },
    ],
    [
      'a redirect to the Markdown file',
      { ...MARKDOWN, headers: { 'content-type': 'text/markdown' }, hops: [{ url: `${ORIGIN}/`, status: 302 }] },
      { status: 200, contentType: 'text/markdown', charset: undefined, body: 'markdown', variesByAccept: true },
    ],
    ['nothing', 'timeout', { failure: { code: 'timeout', message: 'a failure of the kind timeout' } }],
  ];
  for (const [what, answer, expected] of results) {
    it(`describes ${what}`, async () => {
      const [first] = await gather([home({ markdown: negotiates })], () => answer);
      assert.deepEqual(first?.result, expected);
    });
  }

  it('sends what it says', async () => {
    const answers = await gather([home({ markdown: negotiates })]);
    assert.deepEqual(
      answers.map(({ accept }) => accept),
      [
        'text/markdown',
        'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
        '*/*',
        'text/html;q=1, text/markdown;q=0.1',
        'text/markdown, text/html, */*',
      ],
    );
  });
});
