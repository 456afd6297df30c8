/** Streams of `ask`: their requests, events and ends. Tests of third-party readers are in test/service/contract. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { askEvents } from '../../../src/rest-facade/ask.ts';
import { AskAnswer } from '../../../src/schema/ask.ts';
import { answerIn, askOver, newAddress, startAskService } from '../../support/ask-doors.ts';
import type { TestService } from '../../support/service.ts';

let service: TestService;
before(async () => {
  service = await startAskService();
});
after(() => service.stop());

interface Event {
  readonly event: string | undefined;
  readonly id: string;
  readonly data: Record<string, unknown>;
}

/** The events of a stream, each of which must be three lines at most. */
async function eventsIn(response: Response): Promise<Event[]> {
  const text = await response.text();
  assert.equal(response.status, 200, text);
  assert.equal(response.headers.get('content-type'), 'text/event-stream; charset=utf-8');
  assert.equal(response.headers.get('cache-control'), 'no-store, no-transform');
  assert.equal(response.headers.get('content-encoding'), null);
  assert.ok(text.endsWith('\n\n'));
  return text
    .slice(0, -2)
    .split('\n\n')
    .map((frame) => {
      const [, event, id = '', data = ''] =
        /^(?:event: (\w+)\n)?id: (\S+)\ndata: ([^\n]+)$/.exec(frame) ?? assert.fail(frame);
      return { event, id, data: JSON.parse(data) };
    });
}

const isStream = async (response: Response): Promise<boolean> => {
  await response.body?.cancel();
  return response.headers.get('content-type')?.startsWith('text/event-stream') ?? false;
};

describe('what asks for a stream', () => {
  const stream = { accept: 'text/event-stream' };
  for (const [query, headers, expected] of [
    ['', {}, false],
    ['&stream=true', {}, true],
    ['&stream=1', {}, true],
    ['&stream=false', stream, false],
    ['&stream=0', {}, false],
    ['&streaming=true', {}, true],
    ['&streaming=1', {}, true],
    ['&streaming=yes', {}, true],
    ['&streaming=False', stream, false],
    ['&streaming=0', stream, false],
    ['&streaming=', {}, false],
    ['&streaming=', stream, true],
    ['&streaming=false&stream=true', {}, true],
    ['', stream, true],
    ['', { accept: 'application/json, text/event-stream' }, false],
    ['', { accept: 'application/json;q=0.5, text/event-stream' }, true],
    ['', { accept: 'text/event-stream;q=0, */*' }, false],
    ['', { accept: '*/*' }, false],
  ] as const) {
    it(`GET ${query} ${JSON.stringify(headers)}: ${expected}`, async () => {
      assert.equal(await isStream(await askOver(service, `/ask?query=score${query}`, { headers })), expected);
    });
  }
  for (const [body, expected] of [
    [{ streaming: true }, true],
    [{ streaming: 'true' }, true],
    [{ streaming: 'false' }, false],
    [{ prefer: { streaming: true } }, true],
    [{ streaming: true, prefer: { streaming: false } }, false],
    [{ streaming: false, prefer: { streaming: true } }, false],
    [{}, false],
  ] as const) {
    it(`POST ${JSON.stringify(body)}: ${expected}`, async () => {
      assert.equal(await isStream(await askOver(service, '/ask', { body: { query: 'score', ...body } })), expected);
    });
  }
});

describe('a stream', () => {
  it('of named events has all of the answer', async () => {
    const query = 'query=how+is+the+score+computed&mode=summarize&query_id=q.1';
    const events = await eventsIn(await askOver(service, `/api/v1/ask?${query}&stream=true`));
    const answer = await answerIn(await askOver(service, `/api/v1/ask?${query}`));
    const { _meta, query_id, site, mode, results, summary } = answer;
    const items = results.map((result) => ({ '@type': result.schema_object['@type'], '@id': result.url, ...result }));
    const sources = [...new Set([...(summary ?? '').matchAll(/\[(\d+)\]/g)].map(([, number]) => Number(number) - 1))];
    assert.deepEqual(events, [
      { event: 'start', id: 'q.1:0', data: { _meta, query_id, query: answer.query, site, mode } },
      ...items.map((item, index) => ({
        event: 'result',
        id: `q.1:${index + 1}`,
        data: { query_id, index, item, results: [item] },
      })),
      {
        event: 'summary',
        id: `q.1:${items.length + 1}`,
        data: { query_id, summary, sources, results: [{ '@type': 'Summary', text: summary }] },
      },
      { event: 'complete', id: 'q.1:end', data: { _meta, query_id, total_results: items.length, summary } },
      { event: undefined, id: 'q.1:end', data: { message_type: 'complete', query_id } },
    ]);
    assert.ok(sources.length > 0);
  });

  it('names the searched site', async () => {
    const response = await askOver(service, '/ask?query=weights&prev=score+of+llms.txt&stream=true');
    const [start] = await eventsIn(response);
    assert.match(String(start?.data.decontextualized_query), /^weights .*llms\.txt/);
  });

  it('of the legacy dialect has unnamed events only', async () => {
    for (const query of ['generate_mode=summarize&streaming=true', 'mode=summarize&dialect=legacy&stream=true']) {
      const events = await eventsIn(await askOver(service, `/ask?query=score&query_id=q&${query}`));
      assert.ok(events.every(({ event, data }) => event === undefined && data.query_id === 'q'));
      const types = events.map(({ data }) => data.message_type);
      const batches = types.filter((type) => type === 'result_batch');
      assert.equal(batches.length, 10);
      assert.deepEqual(types, ['begin-nlweb-response', ...batches, 'summary', 'complete']);
      assert.equal(events.at(-1)?.id, 'q:end');
    }
  });

  it('is not begun for what fails: the status is the real one', async () => {
    const statusOf = async (query: string) => (await askOver(service, `/ask?stream=true&${query}`)).status;
    assert.equal(await statusOf('query='), 400);
    assert.equal(await statusOf('query=qwertzuiop'), 404);
    assert.equal(await statusOf('query=score&site=example.com&generate_mode=list'), 404);
  });

  it('is not repeated for a client that had all of it, at no cost', async () => {
    const address = newAddress();
    for (const query of ['query=score', 'query=score&generate_mode=list']) {
      const headers = { accept: 'text/event-stream', 'last-event-id': 'q.1:end' };
      const response = await askOver(service, `/ask?${query}`, { headers, address });
      assert.equal(response.status, 204);
      assert.equal(await response.text(), '');
    }
    const done = { 'last-event-id': 'q.1:end' };
    for (const [path, call] of [
      ['/ask?query=score', { headers: done }],
      ['/ask?query=score&stream=false', { headers: { ...done, accept: 'text/event-stream' } }],
      ['/ask', { headers: done, body: { query: 'score' } }],
      ['/ask', { headers: { ...done, accept: 'text/event-stream' }, body: { query: 'score', streaming: true } }],
    ] as const) {
      const response = await askOver(service, path, call);
      assert.equal(response.status, 200, `${path} ${JSON.stringify(call)}`);
      await response.body?.cancel();
    }
    const stream = await askOver(service, '/ask?query=score&stream=true', { headers: done, address });
    assert.equal(stream.status, 204);
    const broken = { accept: 'text/event-stream', 'last-event-id': 'q.1:3' };
    const again = await askOver(service, '/ask?query=score', { headers: broken, address });
    assert.equal(again.headers.get('x-ratelimit-remaining'), '59');
    assert.ok((await eventsIn(again)).length > 3, 'one that broke off is sent again whole');
  });

  it('can be left at any time', async () => {
    for (let at = 0; at < 5; at += 1) {
      const leaving = new AbortController();
      const response = await askOver(service, '/ask?query=score&stream=true', { signal: leaving.signal });
      await response.body?.getReader().read();
      leaving.abort();
    }
    await answerIn(await askOver(service, '/ask?query=score'));
  });
});

it('no text can break out of its event', () => {
  const text = 'a\r\nevent: x\rdata: y\n\nid: z\u2028\u0000';
  const answer: AskAnswer = {
    _meta: { response_type: 'answer', version: '0.1', mode: 'summarize' },
    query_id: 'q',
    site: text,
    mode: 'summarize',
    query: text,
    results: [],
    summary: `${text} [1]`,
  };
  AskAnswer.parse(answer);
  const events = [...(askEvents(new Request('http://x/?stream=true'), { streaming: true })?.(answer) ?? [])];
  assert.equal(events.length, 4);
  for (const { data } of events) assert.doesNotMatch(JSON.stringify(data), /[\r\n]/);
  assert.deepEqual(events[1]?.data.sources, [0]);
});
