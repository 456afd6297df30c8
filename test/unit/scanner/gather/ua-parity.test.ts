import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { uaParity } from '../../../../src/scanner/gather/ua-parity.ts';
import type { PageDigest } from '../../../../src/scanner/model/page.ts';
import type { FetchRequest } from '../../../../src/scanner/net/fetch-types.ts';
import { digest, ORIGIN, site } from '../../../support/artifacts.ts';
import { type FakeAnswer, fakeClient, gatherContext } from '../../../support/fake-client.ts';

const OWN = 'LegibleBot/1.0 (+https://legible.example/bot)';
const page = (text: string): FakeAnswer => ({ body: `<!doctype html><p>${text}</p>` });
const agentOf = ({ headers }: FetchRequest) => headers?.['user-agent'] ?? '';

async function gather(answerTo: (request: FetchRequest) => FakeAnswer, pages: readonly PageDigest[] = [digest('/')]) {
  const { client, sent } = fakeClient(answerTo);
  const { fetches } = await uaParity.gather(gatherContext(client, { userAgent: OWN }), {
    target: site().target,
    crawl: { pages, pagesDiscovered: pages.length },
  });
  return { fetches, sent };
}

const WHOLE = { status: 200, challenge: undefined, similarity: 1, contained: 1, inBrowser: 1 };
const SAME = { ...WHOLE, words: 5 };

describe('uaParity', () => {
  it('asks for the home page as a browser, three assistants and itself, one after the other', async () => {
    const { fetches, sent } = await gather(() => page('the same words for all'));
    assert.deepEqual(
      fetches.map(({ agent, page: which, url }) => [agent, which, url]),
      ['browser', 'ChatGPT-User', 'Claude-User', 'OAI-SearchBot', 'LegibleBot'].map((agent) => [
        agent,
        'home',
        `${ORIGIN}/`,
      ]),
    );
    assert.deepEqual(
      sent.map(agentOf),
      fetches.map(({ userAgent }) => userAgent),
    );
    assert.match(sent.map(agentOf)[0] ?? '', /^Mozilla\/5\.0 .*Chrome/);
    assert.equal(sent.map(agentOf)[4], OWN);
    for (const { result } of fetches) assert.deepEqual(result, SAME);
  });

  const deep: { when: string; pages: PageDigest[]; expect: string | undefined }[] = [
    { when: 'there is no other page', pages: [digest('/')], expect: undefined },
    {
      when: 'there are several',
      pages: [digest('/'), digest('/b'), digest('/z/y/x'), digest('/a/b/c')],
      expect: '/a/b/c',
    },
    {
      when: 'the deepest is gone',
      pages: [digest('/'), digest('/b'), digest('/a/b/c', { status: 404 })],
      expect: '/b',
    },
    {
      when: 'one redirects',
      pages: [digest('/'), digest('/old', { finalUrl: `${ORIGIN}/a/new` })],
      expect: '/a/new',
    },
    { when: 'it redirects home', pages: [digest('/'), digest('/a/b', { finalUrl: `${ORIGIN}/` })], expect: undefined },
  ];
  for (const { when, pages, expect } of deep) {
    it(`takes ${expect ?? 'no'} deep page when ${when}`, async () => {
      const { fetches } = await gather(() => page('words'), pages);
      assert.equal(fetches.length, expect === undefined ? 5 : 8);
      assert.equal(fetches[5]?.url, expect === undefined ? undefined : ORIGIN + expect);
    });
  }

  for (const [field, asks] of [
    ['sig1=("@authority" "signature-agent");created;expires;tag="web-bot-auth"', true],
    ['sig1=("@authority");tag="payments"', undefined],
    ['web-bot-auth', undefined],
  ] as const) {
    it(`${asks === undefined ? 'does not take' : 'takes'} Accept-Signature: ${field} for a question about bots`, async () => {
      const { fetches } = await gather(() => ({
        body: '<!doctype html><p>refused</p>',
        status: 403,
        headers: { 'accept-signature': field },
      }));
      for (const { result } of fetches) assert.equal('failure' in result ? 'failed' : result.asksForSignature, asks);
    });
  }

  it('compares with what the browser gets for the same page', async () => {
    const { fetches } = await gather(
      (request) =>
        request.url.endsWith('/deep/page')
          ? page('other words on the deep page')
          : page(agentOf(request).includes('Claude-User') ? 'please enable cookies' : 'one two three four'),
      [digest('/'), digest('/deep/page')],
    );
    const similarity = fetches.map(({ result }) => 'similarity' in result && result.similarity);
    assert.deepEqual(similarity, [1, 1, 0, 1, 1, 1, 1, 1]);
  });

  it('tells a longer form of the page from a thinner one', async () => {
    const { fetches } = await gather(
      (request) =>
        page(
          agentOf(request).includes('Claude-User') ? 'one two three four five six seven eight' : 'one two three four',
        ),
      [digest('/')],
    );
    const claude = fetches.find(({ agent }) => agent === 'Claude-User')?.result;
    assert.deepEqual(claude, {
      status: 200,
      challenge: undefined,
      similarity: 0.5,
      contained: 1,
      inBrowser: 0.5,
      words: 8,
    });
  });

  describe('looks twice before a difference is one', () => {
    const home = (answers: Readonly<Record<string, readonly FakeAnswer[]>>) => {
      const asked: Record<string, number> = {};
      return gather(
        (request) => {
          const agent = agentOf(request);
          const name =
            ['ChatGPT-User', 'Claude-User', 'OAI-SearchBot'].find((each) => agent.includes(each)) ??
            (agent === OWN ? 'own' : 'browser');
          const turn = asked[name] ?? 0;
          asked[name] = turn + 1;
          return answers[name]?.[turn] ?? answers[name]?.at(-1) ?? page('the same words for all');
        },
        [digest('/')],
      );
    };
    const resultOf = ({ fetches }: Awaited<ReturnType<typeof home>>, name: string) =>
      fetches.find(({ agent }) => agent === name)?.result;
    const busy = { status: 406, body: 'Not now' };

    it('takes the better of two answers', async () => {
      const seen = await home({ 'Claude-User': [busy, page('the same words for all')] });
      assert.deepEqual(resultOf(seen, 'Claude-User'), SAME);
      assert.equal(seen.sent.length, 7);
    });

    it('does not measure where a browser is turned away too at the second look', async () => {
      const seen = await home({ 'ChatGPT-User': [busy], 'Claude-User': [busy], browser: [page('words'), busy] });
      for (const name of ['ChatGPT-User', 'Claude-User']) assert.ok('failure' in (resultOf(seen, name) ?? {}));
    });

    it('calls no page another one that differs from look to look', async () => {
      const seen = await home({
        browser: [page('one two three four'), page('five six seven eight')],
        'Claude-User': [page('five six seven eight')],
        'ChatGPT-User': [page('nine ten eleven twelve')],
        own: [page('one two three four')],
      });
      assert.deepEqual(resultOf(seen, 'Claude-User'), { ...WHOLE, words: 4 });
      assert.ok('failure' in (resultOf(seen, 'ChatGPT-User') ?? {}));
    });

    it('has no second look at an agent that gets the text which scripts make in a browser', async () => {
      const rendered = page(Array.from({ length: 60 }, (_, at) => `word${at}`).join(' '));
      const seen = await home({ browser: [page('loading')], 'Claude-User': [rendered], own: [page('loading')] });
      const claude = resultOf(seen, 'Claude-User');
      assert.ok(claude !== undefined && 'words' in claude && claude.words === 60);
      assert.ok(!seen.sent.slice(5).some((request) => agentOf(request).includes('Claude-User')));
    });

    it('keeps differences that both looks show', async () => {
      const seen = await home({ 'Claude-User': [{ status: 403, body: 'no' }] });
      const claude = resultOf(seen, 'Claude-User');
      assert.ok(claude !== undefined && 'status' in claude && claude.status === 403);
    });
  });

  it('notes refusals, challenges and failures', async () => {
    const { fetches } = await gather((request) => {
      const agent = agentOf(request);
      if (agent.includes('ChatGPT-User')) return { status: 403, body: '<!doctype html><title>Forbidden</title>' };
      if (agent.includes('Claude-User'))
        return { status: 503, headers: { 'cf-mitigated': 'challenge' }, body: '<html></html>' };
      return agent === OWN ? 'reset' : page('words');
    });
    const [, chatGpt, claude, , own] = fetches.map(({ result }) => result);
    assert.deepEqual(chatGpt, {
      status: 403,
      challenge: undefined,
      similarity: 0,
      contained: 0,
      inBrowser: 0,
      words: 1,
    });
    assert.ok(claude !== undefined && 'challenge' in claude && claude.challenge === 'cloudflare');
    assert.ok(own !== undefined && 'failure' in own && own.failure.code === 'reset');
  });
});
