/** Four kinds of client that read streams of `ask`, each written as the ones that are out there are. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { EventSource, type FetchLike } from 'eventsource';
import { answerIn, askOver, newAddress, startAskService } from '../../support/ask-doors.ts';
import type { TestService } from '../../support/service.ts';

const QUERY = 'query=how+is+the+score+computed&mode=summarize';

let service: TestService;
let urls: readonly string[];
before(async () => {
  service = await startAskService();
  const { results } = await answerIn(await askOver(service, `/ask?${QUERY}`));
  urls = results.map(({ url }) => url);
});
after(() => service.stop());

/** EventSource with the requests it makes. */
function openSource(query: string) {
  const statuses: number[] = [];
  const address = newAddress();
  const countingFetch: FetchLike = async (url, init) => {
    const response = await fetch(url, { ...init, headers: { ...init.headers, 'x-forwarded-for': address } });
    statuses.push(response.status);
    return response;
  };
  const source = new EventSource(`${service.url}/ask?${query}`, { fetch: countingFetch });
  return { source, statuses };
}

const urlsOf = (results: unknown): string[] => Object(results).map(({ url }: { url: string }) => url);

describe('EventSource with onmessage only (the NLWeb web page, nlweb-js-client)', () => {
  /** Closes on `complete`, as these clients do. */
  const read = (query: string) =>
    new Promise<{ found: string[]; summary: string; statuses: number[] }>((resolve, reject) => {
      const { source, statuses } = openSource(query);
      const found: string[] = [];
      let summary = '';
      source.onmessage = ({ data }) => {
        const message = JSON.parse(data);
        if (message.message_type === 'result_batch') found.push(...urlsOf(message.results));
        if (message.message_type === 'summary') summary = message.message;
        if (message.message_type === 'complete') {
          source.close();
          resolve({ found, summary, statuses });
        }
      };
      source.onerror = ({ message }) => reject(new Error(message));
    });

  it('gets everything in its dialect and asks once', async () => {
    const { found, summary, statuses } = await read(`${QUERY}&generate_mode=summarize&prev=[]&site=all`);
    assert.deepEqual(found, urls);
    assert.match(summary, /\[1\]/);
    assert.deepEqual(statuses, [200]);
  });

  it('closes in the other dialect too, which it cannot read', async () => {
    const { found, statuses } = await read(QUERY);
    assert.deepEqual(found, []);
    assert.deepEqual(statuses, [200]);
  });

  it('stops asking when the first response never closes: the second request asks it to stop', async () => {
    const { source, statuses } = openSource(QUERY);
    let count = 0;
    source.onmessage = () => {
      count += 1;
    };
    // The client waits three seconds before it asks again.
    for (let at = 0; at < 100 && source.readyState !== EventSource.CLOSED; at += 1) await delay(100);
    assert.equal(source.readyState, EventSource.CLOSED);
    assert.deepEqual(statuses, [200, 204]);
    assert.equal(count, 1);
    source.close();
  });

  it('gets a real status when there is no answer, and does not ask again', async () => {
    const { source, statuses } = openSource('query=qwertzuiop&generate_mode=list');
    const code = await new Promise((resolve) => {
      source.onerror = ({ code }) => resolve(code);
    });
    assert.equal(code, 404);
    assert.equal(source.readyState, EventSource.CLOSED);
    assert.deepEqual(statuses, [404]);
  });
});

describe('a line parser that wants "data: " (search-components)', () => {
  it('finds every result once, distinguished by @id', async () => {
    const text = await (
      await askOver(service, '/ask', { body: { query: 'how is the score computed', streaming: true } })
    ).text();
    const found: { '@id': string; url: string }[] = [];
    for (const line of text.split('\n')) {
      if (line.trim() === '' || !line.startsWith('data: ')) continue;
      const data = JSON.parse(line.slice('data: '.length));
      if (!Array.isArray(data.results)) continue;
      for (const item of data.results) {
        if (!found.some((other) => other['@id'] === item['@id'])) found.push(item);
      }
    }
    assert.deepEqual(urlsOf(found), urls);
  });
});

describe('a reader of named events (NLWeb 0.55)', () => {
  it('gets start, results in their order, the summary and complete', async () => {
    const { source, statuses } = openSource(QUERY);
    const events: [string, Record<string, unknown>][] = [];
    await new Promise<void>((resolve, reject) => {
      for (const name of ['start', 'result', 'summary', 'complete']) {
        source.addEventListener(name, ({ data }) => {
          events.push([name, JSON.parse(data)]);
          if (name === 'complete') resolve();
        });
      }
      source.onerror = ({ message }) => reject(new Error(message));
    });
    source.close();
    assert.deepEqual(statuses, [200]);
    assert.deepEqual(
      events.map(([name]) => name),
      ['start', ...urls.map(() => 'result'), 'summary', 'complete'],
    );
    const items = events.flatMap(([name, data]) => (name === 'result' ? [data] : []));
    assert.deepEqual(
      items.toSorted((a, b) => Number(a.index) - Number(b.index)).map(({ item }) => Object(item).url),
      urls,
    );
    const meta = { response_type: 'answer', version: '0.1', mode: 'summarize' };
    assert.deepEqual(events[0]?.[1]._meta, meta);
    assert.deepEqual(events.at(-1)?.[1]._meta, meta);
  });
});

describe('a reader that drops what has not its query_id', () => {
  for (const dialect of ['', '&generate_mode=list']) {
    it(`drops nothing${dialect}`, async () => {
      const queryId = 'page:7.q_1';
      const path = `/ask?query=score&stream=true&query_id=${encodeURIComponent(queryId)}${dialect}`;
      const text = await (await askOver(service, path)).text();
      const frames = text.split('\n').flatMap((line) => (line.startsWith('data: ') ? [JSON.parse(line.slice(6))] : []));
      assert.ok(frames.length > 3);
      assert.deepEqual(
        frames.filter(({ query_id }) => query_id !== queryId),
        [],
      );
    });
  }
});
