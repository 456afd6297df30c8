import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { llmsTxt } from '../../../../src/scanner/gather/llms-txt.ts';
import { ORIGIN, site } from '../../../support/artifacts.ts';
import { type FakeAnswer, fakeClientOf, gatherContext } from '../../../support/fake-client.ts';

const text = (body: string): FakeAnswer => ({ headers: { 'content-type': 'text/plain' }, body });
const FILE = text('# Site\n\n> About.\n\n## Docs\n\n- [One](/one): the first page\n');
const HTML: FakeAnswer = { body: '<!doctype html><title>App</title>' };

async function gather(answers: Readonly<Record<string, FakeAnswer>>, scope = '/', controls: readonly string[] = []) {
  const { client, sent } = fakeClientOf(
    Object.fromEntries(Object.entries(answers).map(([path, answer]) => [ORIGIN + path, answer])),
  );
  client.useControls(controls.map((body) => ({ url: `${ORIGIN}/nonce-of-this-scan`, text: body })));
  const { target } = site();
  const artifact = await llmsTxt.gather(gatherContext(client), { target: { ...target, scope: ORIGIN + scope } });
  return { artifact, paths: sent.map(({ url }) => url.slice(ORIGIN.length)) };
}

describe('llmsTxt', () => {
  const rows: { when: string; answers: Record<string, FakeAnswer>; scope?: string; found: string | undefined }[] = [
    { when: 'there is none', answers: {}, found: undefined },
    { when: 'it is at the root', answers: { '/llms.txt': FILE }, found: '/llms.txt' },
    { when: 'it is below docs', answers: { '/docs/llms.txt': FILE }, found: '/docs/llms.txt' },
    { when: 'it is well-known', answers: { '/.well-known/llms.txt': FILE }, found: '/.well-known/llms.txt' },
    {
      when: 'the scope has its own',
      answers: { '/llms.txt': FILE, '/guide/llms.txt': FILE },
      scope: '/guide/',
      found: '/guide/llms.txt',
    },
    {
      when: 'only the root above the scope has one',
      answers: { '/llms.txt': FILE },
      scope: '/guide/',
      found: '/llms.txt',
    },
    {
      when: 'a page stands in its place',
      answers: { '/llms.txt': HTML, '/docs/llms.txt': FILE },
      found: '/docs/llms.txt',
    },
    { when: 'it answers 403', answers: { '/llms.txt': { ...(FILE as object), status: 403 } }, found: undefined },
    { when: 'it does not answer', answers: { '/llms.txt': 'timeout' }, found: undefined },
  ];
  for (const { when, answers, scope, found } of rows) {
    it(`finds ${found ?? 'nothing'} when ${when}`, async () => {
      const { artifact } = await gather(answers, scope);
      assert.equal(artifact.file?.probe.url, found === undefined ? undefined : ORIGIN + found);
      if (found !== undefined) assert.equal(artifact.file?.parsed.sections.length, 1);
    });
  }

  it('asks for each place once, the most specific first', async () => {
    const atRoot = await gather({});
    assert.deepEqual([...atRoot.paths].sort(), [
      '/.well-known/llms.txt',
      '/docs/llms.txt',
      '/llms-full.txt',
      '/llms.txt',
    ]);
    const inScope = await gather({}, '/guide/');
    assert.equal(new Set(inScope.paths).size, 6);
    assert.equal(inScope.paths.length, 6);
    assert.deepEqual(
      inScope.artifact.candidates.map(({ url }) => url.slice(ORIGIN.length)),
      ['/guide/llms.txt', '/llms.txt', '/docs/llms.txt', '/.well-known/llms.txt'],
    );
  });

  it('takes the llms-full.txt of the scope before that of the root', async () => {
    const both = await gather({ '/llms-full.txt': text('root'), '/guide/llms-full.txt': text('guide') }, '/guide/');
    assert.equal(both.artifact.full.url, `${ORIGIN}/guide/llms-full.txt`);
    const root = await gather({ '/llms-full.txt': text('root') }, '/guide/');
    assert.equal(root.artifact.full.url, `${ORIGIN}/llms-full.txt`);
  });

  it('does not take for a file what the site answers to any name', async () => {
    const body = `# Welcome\n\nThis very text answers every name there is on this host.\n`;
    const { artifact } = await gather({ '/llms.txt': text(body) }, '/', [body]);
    assert.equal(artifact.file, undefined);
    assert.ok(artifact.candidates.some((probe) => probe.answered && probe.isControl));
  });
});
