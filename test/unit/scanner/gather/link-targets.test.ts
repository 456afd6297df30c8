import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { linkTargets } from '../../../../src/scanner/gather/link-targets.ts';
import type { SiteArtifacts } from '../../../../src/scanner/model/artifacts.ts';
import type { PageArtifact } from '../../../../src/scanner/model/page.ts';
import { answered, noLlmsTxt, ORIGIN, page, site } from '../../../support/artifacts.ts';
import { type FakeAnswer, fakeClientOf, gatherContext } from '../../../support/fake-client.ts';

const at = (path: string) => new URL(path, ORIGIN).href;
const headLink = (rel: string, href: string, type = '') => ({
  rel: rel.split(' '),
  href,
  url: at(href),
  type,
  hreflang: undefined,
});

async function gather(
  home: PageArtifact,
  answers: Readonly<Record<string, FakeAnswer>> = {},
  overrides: Partial<SiteArtifacts> = {},
) {
  const { client, sent } = fakeClientOf(
    Object.fromEntries(Object.entries(answers).map(([path, each]) => [at(path), each])),
  );
  const { links } = await linkTargets.gather(gatherContext(client), site({ home, ...overrides }));
  return {
    links: links.map(({ declaredIn, relation, url, status }) => [
      declaredIn,
      relation,
      url?.slice(ORIGIN.length),
      status,
    ]),
    asked: sent.map(({ url }) => url.slice(ORIGIN.length)),
  };
}
const homeWith = (
  link: string,
  headLinks: ReturnType<typeof headLink>[] = [],
  overrides: Partial<PageArtifact> = {},
) => ({
  ...page('/', { facts: { headLinks }, answer: { headers: link === '' ? {} : { link } } }),
  ...overrides,
});
const OK: FakeAnswer = { body: '{}', headers: { 'content-type': 'application/json' } };

describe('linkTargets', () => {
  it('takes the relations that are for agents, and asks once for each target', async () => {
    const { links, asked } = await gather(
      homeWith(
        '</api.json>; rel="service-desc", </a.css>; rel=preload, </index.md>; rel="alternate"; type="Text/Markdown", </de/>; rel=alternate; hreflang=de, </gone>; rel="api-catalog ai-catalog"',
        [
          headLink('service-desc', '/api.json'),
          headLink('stylesheet', '/a.css'),
          headLink('alternate', '/feed', 'application/rss+xml'),
        ],
      ),
      { '/api.json': OK, '/index.md': OK },
    );
    assert.deepEqual(links, [
      ['header', 'service-desc', '/api.json', 200],
      ['header', 'alternate', '/index.md', 200],
      ['header', 'api-catalog', '/gone', 404],
      ['header', 'ai-catalog', '/gone', 404],
      ['head', 'service-desc', '/api.json', 200],
    ]);
    assert.deepEqual(asked, ['/api.json', '/index.md', '/gone']);
  });

  it('does not ask for what the scan has read', async () => {
    const twin = {
      via: 'alternate',
      url: at('/index.md'),
      status: 404,
      contentType: '',
      isMarkdown: false,
      bodyBytes: 0,
    };
    const home = homeWith(
      '</llms.txt>; rel=describedby, </sitemap.xml>; rel=sitemap, </rsl.xml>; rel=license, </index.md>; rel=alternate; type=text/markdown',
      [],
      { markdown: { tried: true, attempts: [{ ...twin, via: 'alternate' }] } },
    );
    const { links, asked } = await gather(
      home,
      {},
      {
        llmsTxt: { ...noLlmsTxt, candidates: [answered('/llms.txt')] },
        usagePolicy: {
          rsl: [
            {
              declaredIn: 'header',
              line: undefined,
              href: '/rsl.xml',
              url: at('/rsl.xml'),
              file: answered('/rsl.xml', { status: 500 }),
            },
          ],
          tdmRep: answered('/.well-known/tdmrep.json'),
        },
      },
    );
    assert.deepEqual(
      links.map(([, relation, , status]) => [relation, status]),
      [
        ['describedby', 200],
        ['sitemap', 200],
        ['license', 500],
        ['alternate', 404],
      ],
    );
    assert.deepEqual(asked, []);
  });

  it('does not take the answer to a negotiated request for that of the page', async () => {
    const attempt = { url: at('/'), status: 406, contentType: '', isMarkdown: false, bodyBytes: 0 };
    const home = homeWith('</>; rel=alternate; type=text/markdown', [], {
      markdown: { tried: true, attempts: [{ ...attempt, via: 'negotiation' }] },
    });
    assert.deepEqual((await gather(home, { '/': OK })).links, [['header', 'alternate', '/', 200]]);
  });

  it('asks for four targets and keeps twenty links', async () => {
    const header = Array.from({ length: 50 }, (_, index) => `</${index}>; rel=describedby`).join(', ');
    const { links, asked } = await gather(homeWith(header));
    assert.equal(links.length, 20);
    assert.deepEqual(asked, ['/0', '/1', '/2', '/3']);
    assert.deepEqual(links.at(-1), ['header', 'describedby', '/19', undefined]);
  });

  it('knows nothing of a target that gives no answer, or is no address', async () => {
    const { links } = await gather(homeWith('</a>; rel=license, <mailto:a@b>; rel=license'), { '/a': 'timeout' });
    assert.deepEqual(links, [
      ['header', 'license', '/a', undefined],
      ['header', 'license', undefined, undefined],
    ]);
  });

  it('finds nothing where there is no home page', async () => {
    const home = page('/', { response: { answered: false, hops: [], failure: { code: 'timeout', message: '' } } });
    assert.deepEqual(await gather(home), { links: [], asked: [] });
  });
});
