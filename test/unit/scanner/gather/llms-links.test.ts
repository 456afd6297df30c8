import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { llmsLinks } from '../../../../src/scanner/gather/llms-txt.ts';
import type { LlmsLink, LlmsLinksArtifact } from '../../../../src/scanner/model/llms-txt.ts';
import type { AddressesArtifact, PageDigest } from '../../../../src/scanner/model/page.ts';
import type { FetchRequest } from '../../../../src/scanner/net/fetch-types.ts';
import { parseLlmsTxt } from '../../../../src/scanner/parse/llms-txt/llms-txt.ts';
import { answered, digest, noLlmsTxt, ORIGIN, site } from '../../../support/artifacts.ts';
import { type FakeAnswer, fakeClient, gatherContext } from '../../../support/fake-client.ts';

const ELSEWHERE = 'https://elsewhere.example';
const HTML: FakeAnswer = { body: '<!doctype html><title>Page</title><p>Text of a page' };
const MARKDOWN: FakeAnswer = { headers: { 'content-type': 'text/markdown' }, body: '# Page\n\nText.\n' };
const typed = (type: string, body = 'x'): FakeAnswer => ({ headers: { 'content-type': type }, body });

interface Setup {
  readonly pages?: readonly PageDigest[];
  /** What the site answers for names that cannot exist. */
  readonly controls?: readonly string[];
  readonly forbidden?: readonly string[];
  readonly addresses?: Partial<AddressesArtifact>;
}

async function gather(
  links: readonly string[],
  answerTo: (request: FetchRequest) => FakeAnswer | undefined,
  { pages = [digest('/')], controls = [], forbidden = [], addresses = {} }: Setup = {},
): Promise<{ artifact: LlmsLinksArtifact; sent: readonly FetchRequest[] }> {
  const { client, sent } = fakeClient(answerTo);
  const bodies = controls.map((text) => ({ url: `${ORIGIN}/nonce`, text }));
  client.useControls(bodies);
  client.useRobots((url) => !forbidden.includes(url.slice(ORIGIN.length)));
  const text = `# Site\n\n## Docs\n\n${links.map((url) => `- [A](${url})`).join('\n')}\n`;
  const artifact = await llmsLinks.gather(gatherContext(client, { controls: { answers: [], bodies } }), {
    target: site().target,
    llmsTxt: { ...noLlmsTxt, file: { probe: answered('/llms.txt', { text }), parsed: parseLlmsTxt(text) } },
    crawl: { pages, pagesDiscovered: pages.length },
    addresses: { ...site().addresses, ...addresses },
  });
  return { artifact, sent };
}

const isNegotiated = ({ headers }: FetchRequest) => headers?.accept?.startsWith('text/markdown') ?? false;
const told = ({ state, form, status, redirects }: LlmsLink) =>
  `${state}${form === undefined ? '' : ` ${form}`}${status === undefined ? '' : ` ${status}`}${redirects ? ' redirects' : ''}`;

describe('llmsLinks, one link', () => {
  const rows: {
    when: string;
    link: string;
    answerTo: (request: FetchRequest) => FakeAnswer | undefined;
    setup?: Setup;
    expect: string;
    /** Methods, each with a star where it was negotiated. */
    asked: string;
  }[] = [
    { when: 'a .md file', link: '/a.md', answerTo: () => MARKDOWN, expect: 'resolves text 200', asked: 'GET' },
    {
      when: 'a .md file without a useful type',
      link: '/a.md',
      answerTo: () => typed('application/octet-stream'),
      expect: 'resolves text 200',
      asked: 'GET',
    },
    {
      when: 'HTML under the name of .md',
      link: '/a.md',
      answerTo: () => HTML,
      expect: 'resolves html 200',
      asked: 'GET',
    },
    {
      when: 'a page that negotiates',
      link: '/a',
      answerTo: (request) => (isNegotiated(request) ? MARKDOWN : HTML),
      expect: 'resolves text 200',
      asked: 'GET*',
    },
    {
      when: 'a page of plain text',
      link: '/a',
      answerTo: () => typed('text/plain'),
      expect: 'resolves text 200',
      asked: 'GET*',
    },
    { when: 'an HTML page', link: '/a.html', answerTo: () => HTML, expect: 'resolves html 200', asked: 'GET*' },
    {
      when: 'an OpenAPI description by its name',
      link: '/openapi.json',
      answerTo: () => typed('application/json', '{}'),
      expect: 'resolves data 200',
      asked: 'HEAD',
    },
    {
      when: 'an OpenAPI description by its type',
      link: '/openapi',
      answerTo: () => typed('application/yaml', 'openapi: 3.1.0'),
      expect: 'resolves data 200',
      asked: 'GET*',
    },
    {
      when: 'a PDF on a server that knows no HEAD',
      link: '/a.pdf',
      answerTo: ({ method }) => (method === 'HEAD' ? { status: 405 } : typed('application/pdf')),
      expect: 'resolves data 200',
      asked: 'HEAD GET',
    },
    { when: 'a PDF that is gone', link: '/a.pdf', answerTo: () => undefined, expect: 'dead 404', asked: 'HEAD GET' },
    { when: 'a page that is gone', link: '/a', answerTo: () => undefined, expect: 'dead 404', asked: 'GET* GET' },
    {
      when: 'a page that only negotiation does not find',
      link: '/a',
      answerTo: (request) => (isNegotiated(request) ? undefined : HTML),
      expect: 'resolves html 200',
      asked: 'GET* GET',
    },
    {
      when: 'a page behind a login',
      link: '/a',
      answerTo: () => ({ status: 401 }),
      expect: 'dead 401',
      asked: 'GET* GET',
    },
    { when: 'an overload', link: '/a', answerTo: () => ({ status: 429 }), expect: 'unknown 429', asked: 'GET* GET*' },
    {
      when: 'a bot challenge',
      link: '/a',
      answerTo: () => ({ status: 403, headers: { 'cf-mitigated': 'challenge' } }),
      expect: 'unknown 403',
      asked: 'GET*',
    },
    { when: 'no answer', link: '/a', answerTo: () => 'timeout', expect: 'unknown', asked: 'GET*' },
    {
      when: 'redirects in a circle',
      link: '/a.md',
      answerTo: () => 'too_many_redirects',
      expect: 'dead',
      asked: 'GET',
    },
    { when: 'more than we read', link: '/a.md', answerTo: () => 'too_large', expect: 'resolves', asked: 'GET' },
    {
      when: 'a redirect',
      link: '/a.md',
      answerTo: () => ({
        ...(MARKDOWN as object),
        finalUrl: `${ORIGIN}/b.md`,
        hops: [{ url: `${ORIGIN}/a.md`, status: 301 }],
      }),
      expect: 'resolves text 200 redirects',
      asked: 'GET',
    },
    {
      when: 'what the site answers for any name',
      link: '/a.md',
      answerTo: () => HTML,
      setup: { controls: [(HTML as { body: string }).body] },
      expect: 'dead 200',
      asked: 'GET',
    },
    {
      when: 'data, where any name has an answer',
      link: '/a.json',
      answerTo: () => HTML,
      setup: { controls: [(HTML as { body: string }).body] },
      expect: 'dead 200',
      asked: 'GET',
    },
    {
      when: 'what robots.txt forbids',
      link: '/a.md',
      answerTo: () => MARKDOWN,
      setup: { forbidden: ['/a.md'] },
      expect: 'unknown',
      asked: '',
    },
    { when: 'another host', link: `${ELSEWHERE}/a`, answerTo: () => HTML, expect: 'resolves 200', asked: 'HEAD' },
    {
      when: 'another host that knows no HEAD',
      link: `${ELSEWHERE}/a`,
      answerTo: ({ method }) => (method === 'HEAD' ? 'reset' : HTML),
      expect: 'resolves 200',
      asked: 'HEAD GET',
    },
    {
      when: 'gone from another host',
      link: `${ELSEWHERE}/a`,
      answerTo: () => ({ status: 410 }),
      expect: 'dead 410',
      asked: 'HEAD GET',
    },
    {
      when: 'refused by another host',
      link: `${ELSEWHERE}/a`,
      answerTo: () => ({ status: 403 }),
      expect: 'unknown 403',
      asked: 'HEAD GET',
    },
    {
      when: 'no answer of another host',
      link: `${ELSEWHERE}/a`,
      answerTo: () => 'timeout',
      expect: 'unknown',
      asked: 'HEAD',
    },
    { when: 'no such host', link: `${ELSEWHERE}/a`, answerTo: () => 'dns', expect: 'unknown', asked: 'HEAD' },
    {
      when: 'a private address',
      link: 'http://10.0.0.1/a',
      answerTo: () => 'blocked_address',
      expect: 'unknown',
      asked: 'HEAD',
    },
  ];
  for (const { when, link, answerTo, setup, expect, asked } of rows) {
    it(`${expect}: ${when}`, async () => {
      const { artifact, sent } = await gather([link], answerTo, setup);
      assert.deepEqual(artifact.sample.map(told), [expect]);
      assert.equal(
        sent.map((request) => `${request.method ?? 'GET'}${isNegotiated(request) ? '*' : ''}`).join(' '),
        asked,
      );
    });
  }
});

describe('llmsLinks, what the crawl knows', () => {
  const markdown = (overrides: Partial<NonNullable<PageDigest['markdown']>>) => ({
    markdown: { url: undefined, isRead: false, negotiates: false, ...overrides },
  });
  const rows: {
    when: string;
    link: string;
    pages: PageDigest[];
    expect: string;
    requests: number;
    controls?: string[];
    addresses?: Partial<AddressesArtifact>;
  }[] = [
    { when: 'HTML only', link: '/a', pages: [digest('/a', markdown({}))], expect: 'resolves html 200', requests: 0 },
    {
      when: 'HTML with a Markdown version',
      link: '/a',
      pages: [digest('/a', markdown({ url: `${ORIGIN}/a.md`, isRead: true }))],
      expect: 'resolves html-with-twin 200',
      requests: 0,
    },
    {
      when: 'a page that negotiates',
      link: '/a',
      pages: [digest('/a', markdown({ negotiates: true }))],
      expect: 'resolves text 200',
      requests: 0,
    },
    {
      when: 'the Markdown version of a page',
      link: '/a.md',
      pages: [digest('/a', markdown({ url: `${ORIGIN}/a.md`, isRead: true }))],
      expect: 'resolves text 200',
      requests: 0,
    },
    {
      when: 'a page that redirects',
      link: '/old',
      pages: [digest('/a', markdown({}))],
      addresses: {
        aliases: [{ url: `${ORIGIN}/old`, page: `${ORIGIN}/a`, kind: 'redirect', canonical: undefined }],
      },
      expect: 'resolves html 200 redirects',
      requests: 0,
    },
    {
      when: 'another address that answers with a page',
      link: '/a/',
      pages: [digest('/a', markdown({}))],
      addresses: { aliases: [{ url: `${ORIGIN}/a/`, page: `${ORIGIN}/a`, kind: 'copy', canonical: undefined }] },
      expect: 'resolves html 200',
      requests: 0,
    },
    {
      when: 'a page that is gone',
      link: '/a',
      pages: [],
      addresses: {
        deadLinks: [
          {
            url: `${ORIGIN}/a`,
            status: 410,
            inSitemap: false,
            inLlmsTxt: true,
            sources: { count: 0, examples: [] },
          },
        ],
      },
      expect: 'dead 410',
      requests: 0,
    },
    {
      when: 'a page whose Markdown was not looked for',
      link: '/a',
      pages: [digest('/a')],
      expect: 'resolves html 200',
      requests: 1,
    },
    {
      when: 'a Markdown version that is only declared',
      link: '/a.md',
      pages: [digest('/a', markdown({ url: `${ORIGIN}/a.md` }))],
      expect: 'resolves html 200',
      requests: 1,
    },
    {
      when: 'a page that was refused',
      link: '/a',
      pages: [digest('/a', { status: 403 })],
      expect: 'resolves html 200',
      requests: 1,
    },
    {
      when: 'a page of a site where any name has an answer',
      link: '/a',
      pages: [digest('/a', markdown({}))],
      controls: ['Some other text for every name'],
      expect: 'resolves html 200',
      requests: 1,
    },
  ];
  for (const { when, link, pages, expect, requests, controls = [], addresses = {} } of rows) {
    it(`${requests} requests: ${when}`, async () => {
      const { artifact, sent } = await gather([link], () => HTML, { pages, controls, addresses });
      assert.deepEqual(artifact.sample.map(told), [expect]);
      assert.equal(sent.length, requests);
    });
  }
});

describe('llmsLinks, the Markdown version of an HTML page', () => {
  const declaring: FakeAnswer = {
    body: '<!doctype html><head><link rel="alternate" type="text/markdown" href="/raw/a.md"></head>',
  };
  const learnt = [digest('/x', { markdown: { url: `${ORIGIN}/x.md`, isRead: true, negotiates: false } })];
  const rows: {
    when: string;
    answers: Record<string, FakeAnswer>;
    pages?: PageDigest[];
    expect: string;
    requests: number;
  }[] = [
    { when: 'is nowhere in sight', answers: { '/a': HTML }, expect: 'resolves html 200', requests: 1 },
    {
      when: 'is declared',
      answers: { '/a': declaring, '/raw/a.md': MARKDOWN },
      expect: 'resolves html-with-twin 200',
      requests: 2,
    },
    { when: 'is declared and gone', answers: { '/a': declaring }, expect: 'resolves html 200', requests: 2 },
    {
      when: 'is named as those of other pages',
      answers: { '/a': HTML, '/a.md': MARKDOWN },
      pages: learnt,
      expect: 'resolves html-with-twin 200',
      requests: 2,
    },
    {
      when: 'is missing where other pages have theirs',
      answers: { '/a': HTML },
      pages: learnt,
      expect: 'resolves html 200',
      requests: 2,
    },
    {
      when: 'is HTML itself',
      answers: { '/a': HTML, '/a.md': HTML },
      pages: learnt,
      expect: 'resolves html 200',
      requests: 2,
    },
  ];
  for (const { when, answers, pages = [digest('/')], expect, requests } of rows) {
    it(when, async () => {
      const { artifact, sent } = await gather(['/a'], ({ url }) => answers[url.slice(ORIGIN.length)], { pages });
      assert.deepEqual(artifact.sample.map(told), [expect]);
      assert.equal(sent.length, requests);
    });
  }
});

describe('llmsLinks, many links', () => {
  const urls = (count: number, prefix: string) =>
    Array.from({ length: count }, (_, at) => `${prefix}${String(at).padStart(3, '0')}`);

  it('takes 50 of the site and 10 of others, evenly, in order', async () => {
    const links = [...urls(100, '/p'), ...urls(20, `${ELSEWHERE}/p`)].reverse();
    const { artifact, sent } = await gather(links, () => MARKDOWN);
    assert.equal(artifact.linkCount, 120);
    assert.deepEqual(
      artifact.sample.map(({ url }) => url),
      [
        ...urls(100, `${ORIGIN}/p`).filter((_, at) => at % 2 === 0),
        ...urls(20, `${ELSEWHERE}/p`).filter((_, at) => at % 2 === 0),
      ],
    );
    assert.equal(sent.length, 60);
  });

  it('counts a link once under all its spellings, and not those to itself', async () => {
    const { artifact } = await gather(
      ['/a', '/a#b', `${ORIGIN}/a?utm_source=x`, '/llms.txt', '#c', 'mailto:a@b.c'],
      () => HTML,
    );
    assert.equal(artifact.linkCount, 1);
    assert.deepEqual(
      artifact.sample.map(({ url }) => url),
      [`${ORIGIN}/a`],
    );
  });

  it('never sends more than 60 requests, whatever fails', async () => {
    const links = [...urls(60, '/p'), ...urls(20, '/d').map((url) => `${url}.json`), ...urls(20, `${ELSEWHERE}/p`)];
    for (const answer of [undefined, HTML, { status: 500 }, 'reset'] as const) {
      const { artifact, sent } = await gather(links, () => answer);
      assert.ok(sent.length <= 60, `${sent.length} requests`);
      assert.equal(artifact.sample.length, 60);
    }
  });

  it('does not take a negotiation that fails for dead pages', async () => {
    const { artifact } = await gather(urls(30, '/p'), (request) => (isNegotiated(request) ? { status: 404 } : HTML));
    const states = artifact.sample.map(({ state }) => state);
    assert.equal(states.filter((state) => state === 'resolves').length, 5);
    assert.equal(states.filter((state) => state === 'unknown').length, 25);
  });

  it('takes all for dead when some, asked again, are', async () => {
    const { artifact, sent } = await gather(urls(30, '/p'), () => undefined);
    assert.ok(artifact.sample.every(({ state }) => state === 'dead'));
    assert.equal(sent.length, 35);
  });

  it('leaves open what it could not ask within its requests', async () => {
    const learnt = [digest('/x', { markdown: { url: `${ORIGIN}/x.md`, isRead: true, negotiates: false } })];
    const { artifact } = await gather(urls(50, '/p'), (request) => (request.url.endsWith('.md') ? MARKDOWN : HTML), {
      pages: learnt,
    });
    assert.equal(artifact.sample.filter(({ form }) => form === 'html-with-twin').length, 10);
    assert.equal(artifact.sample.filter(({ form }) => form === undefined).length, 40);
  });
});

describe('llmsLinks, the llms.txt of a section', () => {
  it('is read with its links', async () => {
    const text = '# API\n\n## Calls\n\n- [One](one.md): the first\n- [Two](/api/two#x)\n';
    const { artifact } = await gather(['/api/llms.txt', '/other/llms.txt', '/llms.txt'], ({ url }) =>
      url.endsWith('/api/llms.txt') ? typed('text/plain', text) : undefined,
    );
    assert.deepEqual(artifact.nested, [
      {
        url: `${ORIGIN}/api/llms.txt`,
        file: { charCount: text.length, links: [`${ORIGIN}/api/one.md`, `${ORIGIN}/api/two`] },
      },
      { url: `${ORIGIN}/other/llms.txt`, file: undefined },
    ]);
    assert.deepEqual(artifact.sample.map(told), ['resolves text 200', 'dead 404']);
  });

  it('is no llms.txt when it is HTML', async () => {
    const { artifact } = await gather(['/api/llms.txt'], () => HTML);
    assert.deepEqual(artifact.nested, [{ url: `${ORIGIN}/api/llms.txt`, file: undefined }]);
  });

  it('is read twenty times at most', async () => {
    const links = Array.from({ length: 300 }, (_, at) => `/s${at}/llms.txt`);
    const { artifact, sent } = await gather([...links, '/a.md'], () => typed('text/plain', '# S\n'));
    assert.equal(artifact.nested.length, 200);
    assert.equal(artifact.nested.filter(({ file }) => file !== undefined).length, 20);
    assert.equal(sent.length, 21);
    assert.ok(artifact.sample.some(({ url }) => url === `${ORIGIN}/a.md`));
  });
});

it('llmsLinks asks for nothing without an llms.txt', async () => {
  const { client, sent } = fakeClient(() => HTML);
  const { target, crawl, addresses } = site();
  const artifact = await llmsLinks.gather(gatherContext(client), {
    target,
    llmsTxt: noLlmsTxt,
    crawl,
    addresses,
  });
  assert.deepEqual(artifact, { linkCount: 0, sample: [], nested: [] });
  assert.equal(sent.length, 0);
});
