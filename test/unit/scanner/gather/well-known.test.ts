import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { identityFiles, wellKnown } from '../../../../src/scanner/gather/well-known.ts';
import type { PageHint } from '../../../../src/scanner/model/page.ts';
import { digest, ORIGIN, page, site } from '../../../support/artifacts.ts';
import { type FakeAnswer, fakeClientOf, gatherContext } from '../../../support/fake-client.ts';

const json = (value: unknown): FakeAnswer => ({
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(value),
});
const FIRST = [
  '/.well-known/api-catalog',
  '/.well-known/ai-catalog.json',
  '/.well-known/mcp/server-card.json',
  '/.well-known/agent-card.json',
  '/.well-known/agent-skills/index.json',
  '/AGENTS.md',
];
const LEGACY = [
  '/.well-known/agent.json',
  '/.well-known/skills/index.json',
  '/agents.md',
  '/.well-known/ai-plugin.json',
];

async function gather(answers: Readonly<Record<string, FakeAnswer>> = {}, hints: readonly PageHint[] = []) {
  const { client, sent } = fakeClientOf(
    Object.fromEntries(Object.entries(answers).map(([path, answer]) => [ORIGIN + path, answer])),
  );
  const crawl = { pages: [digest('/', { hints })], pagesDiscovered: 1 };
  const { files } = await wellKnown.gather(gatherContext(client), { target: site().target, crawl });
  return { files, paths: sent.map(({ url }) => url.slice(ORIGIN.length)) };
}

describe('wellKnown', () => {
  it('asks a plain site six times and no more', async () => {
    const { files, paths } = await gather();
    assert.deepEqual(paths, FIRST);
    assert.equal(files.legacyAgentCard, undefined);
    assert.equal(files.ucp, undefined);
  });

  const rows: { when: string; answers?: Record<string, FakeAnswer>; hints?: PageHint[]; expect: string[] }[] = [
    {
      when: 'something for agents is there',
      answers: { '/AGENTS.md': { headers: { 'content-type': 'text/plain' }, body: '# X' } },
      expect: LEGACY.filter((path) => path !== '/agents.md'),
    },
    { when: 'a page links to an MCP endpoint', hints: ['mcp-link'], expect: LEGACY },
    { when: 'a page is about an API', hints: ['api-docs'], expect: ['/.well-known/ai-plugin.json'] },
    { when: 'something is for sale', hints: ['offer-partial'], expect: ['/.well-known/ucp', '/.well-known/acp.json'] },
    {
      when: 'the files of today are there',
      answers: {
        '/.well-known/agent-card.json': json({}),
        '/.well-known/agent-skills/index.json': json({}),
        '/AGENTS.md': json({}),
      },
      expect: ['/.well-known/ai-plugin.json'],
    },
  ];
  for (const { when, answers, hints, expect } of rows) {
    it(`asks ${expect.length} times more when ${when}`, async () => {
      const { paths } = await gather(answers, hints);
      assert.deepEqual(paths.slice(FIRST.length), expect);
    });
  }

  it('takes the lower-case AGENTS.md when there is no other', async () => {
    const { files } = await gather({ '/agents.md': { headers: { 'content-type': 'text/plain' }, body: '# X' } }, [
      'mcp-link',
    ]);
    assert.equal(files.agentsMd?.url, `${ORIGIN}/agents.md`);
  });
});

describe('identityFiles', () => {
  it('asks for security.txt, and for a feed that the home page declares', async () => {
    const { client, sent } = fakeClientOf({});
    const link = { rel: ['alternate'], href: '/feed', url: `${ORIGIN}/feed`, hreflang: undefined };
    const home = (type: string) => page('/', { facts: { headLinks: [{ ...link, type }] } });
    const { target } = site();
    const { feed } = await identityFiles.gather(gatherContext(client), { target, home: home('application/atom+xml') });
    assert.equal(feed?.url, `${ORIGIN}/feed`);
    await identityFiles.gather(gatherContext(client), { target, home: home('text/html') });
    const paths = sent.map(({ url }) => url.slice(ORIGIN.length));
    assert.deepEqual(paths, ['/.well-known/security.txt', '/feed', '/.well-known/security.txt']);
  });
});
