import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { edgeOf } from '../../../../src/scanner/delivery/access.ts';
import type { AgentName, ParityFetch } from '../../../../src/scanner/model/site.ts';
import { READERS, type Reader } from '../../../../src/scanner/readers/readers.ts';

type Result = Partial<Exclude<ParityFetch['result'], { failure: unknown }>>;
const fetched = (agent: AgentName, result: Result = {}): ParityFetch => ({
  agent,
  userAgent: agent,
  page: 'home',
  url: 'https://site.example/',
  result: { status: 200, challenge: undefined, similarity: 1, contained: 1, inBrowser: 1, ...result },
});
const REFUSED: Result = { status: 403, similarity: 0, contained: 0 };
const shares = (...fetches: ParityFetch[]) => {
  const edge = edgeOf({ fetches });
  const of = (id: Reader['id']) => edge.share(READERS.find((each) => each.id === id) ?? READERS[0]);
  return {
    coder: of('coding-assistant'),
    chat: of('chat-assistant'),
    tool: of('fetch-tool'),
    page: of('page-reader'),
    refusesAll: edge.refusesAll,
  };
};
const ALL = { coder: 1, chat: 1, tool: 1, page: 1, refusesAll: false };

describe('the edge', () => {
  it('lets everybody in where nothing was measured', () => assert.deepEqual(shares(), ALL));
  it('leaves one reader .3 where its imitation alone is refused', () =>
    assert.deepEqual(shares(fetched('browser'), fetched('ChatGPT-User'), fetched('Claude-User', REFUSED)), {
      ...ALL,
      coder: 0.3,
    }));
  for (const [how, result] of [
    ['refused', REFUSED],
    ['refused for legal reasons', { status: 451, similarity: 0, contained: 0 }],
    ['challenged with 200', { challenge: 'cloudflare', similarity: 0, contained: 0 }],
    ['sent a thin page', { similarity: 0.1, contained: 0.1 }],
  ] as const) {
    it(`leaves every vendor's reader .3 where all imitations are ${how}`, () =>
      assert.deepEqual(shares(fetched('browser'), fetched('ChatGPT-User', result), fetched('Claude-User', result)), {
        coder: 0.3,
        chat: 0.3,
        tool: 1,
        page: 0.3,
        refusesAll: true,
      }));
  }
  it('is a refusal where a browser solves the challenge that stops imitations, and our own bot gets the page', () => {
    const gate: Result = { challenge: 'other', similarity: 0, contained: 0 };
    const stopped = [fetched('ChatGPT-User', gate), fetched('Claude-User', gate)];
    const own = fetched('LegibleBot', { similarity: 0, contained: 0, inBrowser: 0 });
    assert.deepEqual(shares(fetched('browser', gate), ...stopped, own), {
      ...{ coder: 0.3, chat: 0.3, tool: 1, page: 0.3 },
      refusesAll: true,
    });
    // Nothing shows that the page is there for anybody.
    assert.deepEqual(shares(fetched('browser', gate), ...stopped, fetched('LegibleBot', gate)), ALL);
  });
  it('is no refusal where the answer holds the words of the page in another form', () =>
    assert.deepEqual(
      shares(
        fetched('browser'),
        fetched('ChatGPT-User', { similarity: 0.4, contained: 0.9 }),
        fetched('Claude-User', { similarity: 0.4, contained: 0.9 }),
      ),
      ALL,
    ));
  it('is no refusal where agents get the page as Markdown, without its menus', () => {
    const markdown: Result = { similarity: 0.2, contained: 0.3, inBrowser: 0.9, isMarkdown: true };
    const agents = (['ChatGPT-User', 'Claude-User'] as const).map((name) => fetched(name, markdown));
    assert.deepEqual(shares(fetched('browser'), ...agents), ALL);
  });
  const refusals = (result: Result) =>
    (['ChatGPT-User', 'Claude-User'] as const).map((name) => fetched(name, { ...REFUSED, ...result }));
  it('is no refusal where imitations are asked for a signature and our signed bot gets in', () =>
    assert.deepEqual(shares(fetched('browser'), ...refusals({ asksForSignature: true }), fetched('LegibleBot')), ALL));
  for (const [when, fetches] of [
    ['no signature is asked for', [...refusals({}), fetched('LegibleBot')]],
    ['our signed bot is refused too', [...refusals({ asksForSignature: true }), fetched('LegibleBot', REFUSED)]],
    [
      'our signed bot gets a thin page',
      [...refusals({ asksForSignature: true }), fetched('LegibleBot', { similarity: 0.1 })],
    ],
    ['our bot was not asked for', refusals({ asksForSignature: true })],
  ] as const) {
    it(`stays a refusal where ${when}`, () => assert.equal(shares(fetched('browser'), ...fetches).refusesAll, true));
  }
  it('is no refusal of agents where a browser is refused too', () =>
    assert.deepEqual(
      shares(fetched('browser', REFUSED), fetched('ChatGPT-User', REFUSED), fetched('Claude-User', REFUSED)),
      ALL,
    ));
  it('gives good text for our own bot alone no worth', () => {
    const { coder, tool } = shares(fetched('browser'), fetched('LegibleBot', { inBrowser: 0.1 }));
    assert.deepEqual([coder, tool], [0.1, 0.1]);
  });
});
