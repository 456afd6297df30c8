/** Requests as NLWeb's own clients send them, recorded from their sources: each has an answer. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { answerIn, askOver, failureIn, startAskService } from '../../support/ask-doors.ts';
import type { TestService } from '../../support/service.ts';

let service: TestService;
before(async () => {
  service = await startAskService();
});
after(() => service.stop());

/** search-components 0.1.10, `convertParamsToRequest`: the first request, and one of a conversation. */
const FIRST_OF_054 = {
  query: { text: 'what is llms.txt', site: 'all', max_results: 9, num_results: 50 },
  prefer: { streaming: true, response_format: 'conv_search', mode: 'list, summarize' },
  meta: { api_version: '0.54', start_num: 0 },
};
const NEXT_OF_054 = {
  ...FIRST_OF_054,
  query: { ...FIRST_OF_054.query, text: 'how do I write it' },
  meta: { api_version: '0.54', start_num: 0, user: { id: 'user-1' }, remember: true },
  context: { '@type': 'ConversationalContext', prev: ['what is llms.txt'] },
};
/** The example of the specification, version 0.55. */
const OF_055 = {
  query: { text: 'what is llms.txt', site: 'all' },
  context: { '@type': 'ConversationalContext', prev: [], text: 'The user owns a small site.' },
  prefer: { streaming: false, mode: ['list', 'summarize'], 'accept-language': 'en', response_format: 'conv_search' },
  meta: { version: '0.55', session_context: { conversation_id: 'c-1' }, user: { id: 'user-1' } },
};

const unstreamed = <Body extends { prefer: object }>(body: Body) => ({
  ...body,
  prefer: { ...body.prefer, streaming: false },
});

describe('a client of NLWeb', () => {
  for (const [version, body] of [
    ['0.54', unstreamed(FIRST_OF_054)],
    ['0.55', OF_055],
  ] as const) {
    it(`of version ${version} gets a list and a summary`, async () => {
      const { results, summary, mode } = await answerIn(await askOver(service, '/ask', { body }));
      assert.equal(results[0]?.url, `${service.url}/docs/specs/llms-txt`);
      assert.equal(mode, 'summarize');
      assert.match(summary ?? '', /^llms\.txt is .*\[1\]/);
    });
  }

  it('of version 0.54 that reads lines of data finds results and summary by their types', async () => {
    const response = await askOver(service, '/ask', { body: FIRST_OF_054 });
    assert.equal(response.headers.get('content-type'), 'text/event-stream; charset=utf-8');
    const lines = (await response.text()).split('\n').filter((line) => line.startsWith('data: '));
    const items = lines.flatMap((line) => Object(JSON.parse(line.slice('data: '.length))).results ?? []);
    assert.equal(new Set(items.map((item: object) => Object(item)['@id'])).size, items.length);
    const [summary] = items.filter((item: object) => Object(item)['@type'] === 'Summary');
    assert.match(String(Object(summary).text), /^llms\.txt is /);
  });

  it('of version 0.54 is understood after its earlier query', async () => {
    const { _meta, results } = await answerIn(await askOver(service, '/ask', { body: unstreamed(NEXT_OF_054) }));
    assert.match(_meta.decontextualized_query ?? '', /^how do I write it .*llms\.txt/);
    assert.ok(results.slice(0, 3).some(({ url }) => url.endsWith('/docs/llms-txt/write-one')));
  });

  it('of 2025 gets its messages from a GET with every parameter that it sends', async () => {
    const query = new URLSearchParams({
      query: 'what is llms.txt',
      query_id: 'query_1760000000000_k3j9',
      generate_mode: 'summarize',
      site: 'all',
      prev: '[]',
      decontextualized_query: '',
      item_to_remember: '',
      streaming: 'true',
      model: 'auto',
      oauth_id: 'user-1',
      thread_id: 't-1',
    });
    const text = await (await askOver(service, `/ask?${query}`)).text();
    for (const type of ['begin-nlweb-response', 'result_batch', 'summary', 'complete']) {
      assert.ok(text.includes(`"message_type":"${type}"`), type);
    }
  });

  it('gets the failure of the contract where nothing is known, over JSON and before a stream', async () => {
    for (const streaming of [true, false]) {
      const body = {
        ...FIRST_OF_054,
        query: { text: 'how do I train my dog to sit', site: 'all' },
        prefer: { ...FIRST_OF_054.prefer, streaming },
      };
      assert.equal((await failureIn(await askOver(service, '/ask', { body }), 404)).code, 'NO_RESULTS');
    }
  });

  it('gets the list of modes when it asks for an unknown one', async () => {
    for (const mode of ['chat', 'list, chat', ['chat'], []]) {
      const response = await askOver(service, '/ask', { body: { query: 'robots.txt', prefer: { mode } } });
      assert.equal(response.status, 400);
      assert.match(await response.text(), /prefer\.mode/);
    }
  });
});
