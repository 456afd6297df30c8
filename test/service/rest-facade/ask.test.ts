/** AskRequest, AskAnswer, AskFailure, and both ask endpoints under both of their paths. */

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { answerIn, askOver, envelopeIn, failureIn, newAddress, startAskService } from '../../support/ask-doors.ts';
import { runsOf } from '../../support/exhaustive.ts';
import type { TestService } from '../../support/service.ts';

let service: TestService;
let host: string;
before(async () => {
  service = await startAskService();
  host = new URL(service.url).host;
});
after(() => service.stop());

const get = (query: Record<string, string>, path = '/api/v1/ask') => {
  const search = new URLSearchParams(query).toString();
  return askOver(service, `${path}?${search}`);
};
const post = (body: unknown, path = '/api/v1/ask') => askOver(service, path, { body });

const PATHS = ['/api/v1/ask', '/ask'] as const;

describe('an answer', () => {
  it('has the shape of the contract over GET and POST, under both paths', async () => {
    const answers = await Promise.all([
      ...PATHS.map((path) => get({ query: 'robots.txt', query_id: 'q-1' }, path)),
      ...PATHS.map((path) => post({ query: 'robots.txt', query_id: 'q-1' }, path)),
      post({ query: { q: 'robots.txt' }, query_id: 'q-1' }),
      post({ query: { text: 'robots.txt' }, query_id: 'q-1' }),
    ]).then((responses) => Promise.all(responses.map(answerIn)));
    const [first] = answers;
    assert.ok(first);
    for (const answer of answers) assert.deepEqual(answer, first);
    assert.deepEqual(first._meta, { response_type: 'answer', version: '0.1', mode: 'list' });
    assert.equal(first.query, 'robots.txt');
    assert.equal(first.query_id, 'q-1');
    assert.equal(first.site, host);
    assert.equal(first.mode, 'list');
    assert.equal('summary' in first, false);
    assert.ok(first.results.length > 1 && first.results.length <= 10);
    for (const { url, name, site, score, description, schema_object } of first.results) {
      assert.ok(url.startsWith(`${service.url}/docs/`));
      assert.equal(site, host);
      assert.equal(score, Math.round(score * 10_000) / 10_000);
      assert.ok(score > 0);
      assert.deepEqual(
        { ...schema_object, '@type': undefined },
        { '@context': 'https://schema.org', '@type': undefined, name, url, description },
      );
    }
    const scores = first.results.map(({ score }) => score);
    assert.deepEqual(
      scores,
      scores.toSorted((a, b) => b - a),
    );
  });

  it('reports the limit', async () => {
    const address = newAddress();
    const responses = [
      await askOver(service, '/ask?query=robots', { address }),
      await askOver(service, '/api/v1/ask', { address, body: { query: 'robots' } }),
      await askOver(service, '/ask?query=qqqq', { address }),
    ];
    assert.deepEqual(
      responses.map(({ headers }) => [headers.get('x-ratelimit-limit'), headers.get('x-ratelimit-remaining')]),
      [
        ['60', '59'],
        ['60', '58'],
        ['60', '57'],
      ],
    );
    assert.equal(responses[0]?.headers.get('vary')?.includes('Accept'), true);
  });

  it('holds articles of the type asked for only', async () => {
    const types = { methodology: '/docs/methodology/', specs: '/docs/specs/', check: '/docs/checks/' };
    for (const [itemType, prefix] of Object.entries(types)) {
      for (const response of [
        await get({ query: 'robots.txt score', itemType }),
        await post({ query: 'robots.txt score', itemType }),
        await post({ query: { q: 'robots.txt score', itemType }, itemType: 'page' }),
      ]) {
        const { results } = await answerIn(response);
        assert.ok(results.length > 0);
        for (const { url } of results) assert.ok(url.startsWith(service.url + prefix), url);
      }
    }
    assert.deepEqual(
      (await answerIn(await get({ query: 'robots', itemType: 'any' }))).results,
      (await answerIn(await get({ query: 'robots' }))).results,
    );
  });

  it('is quoted from when a summary or a generated text is asked for', async () => {
    for (const response of [
      await get({ query: 'how is the score computed', mode: 'summarize' }),
      await get({ query: 'how is the score computed', mode: 'generate' }),
      await post({ query: 'how is the score computed', mode: 'generate' }),
      await post({ query: 'how is the score computed', prefer: { mode: 'summarize', language: 'en' } }),
      await post({ query: 'how is the score computed', prefer: { mode: 'generate' } }),
    ]) {
      const { _meta, mode, summary, results } = await answerIn(response);
      assert.equal(_meta.mode, 'summarize');
      assert.equal(mode, 'summarize');
      assert.match(summary ?? '', / \[1\]/);
      for (const [, number] of (summary ?? '').matchAll(/\[(\d+)\]/g)) assert.ok(Number(number) <= results.length);
    }
    const { mode } = await answerIn(await post({ query: 'score', mode: 'list', prefer: { mode: 'summarize' } }));
    assert.equal(mode, 'list', 'the member itself wins');
  });

  it('has the query_id of the caller, or a new one when there is none', async () => {
    for (const query_id of ['a', 'A.b_c:d-9', 'x'.repeat(128)]) {
      assert.equal((await answerIn(await get({ query: 'score', query_id }))).query_id, query_id);
    }
    assert.match((await answerIn(await get({ query: 'score' }))).query_id, /^[0-9a-f-]{36}$/);
  });

  it('is not given for a query_id that cannot be echoed: 400 says what can', async () => {
    for (const query_id of ['', 'a b', 'a\nevent: x', 'a\n', 'ü', 'x'.repeat(129)]) {
      for (const response of [await get({ query: 'score', query_id }), await post({ query: 'score', query_id })]) {
        assert.equal(
          await envelopeIn(response, 400),
          'invalid_request: query_id: expected 1 to 128 characters of A-Z, a-z, 0-9 and ._:-.',
        );
      }
    }
  });

  it('varies by Accept, and so does a refusal', async () => {
    for (const [query, status] of [
      ['score', 200],
      ['', 400],
      ['qwertzuiop', 404],
    ] as const) {
      for (const response of [await get({ query }), await post({ query })]) {
        assert.equal(response.status, status);
        const vary = response.headers.get('vary') ?? '';
        assert.ok(vary.split(', ').includes('Accept'), vary);
        await response.body?.cancel();
      }
    }
  });

  it('accepts context and meta', async () => {
    const context = [
      { role: 'user', content: 'hello' },
      { role: 'assistant', content: 'hi' },
    ];
    await answerIn(await post({ query: 'score', context, meta: { version: '1', session: 's', user: 'u' }, other: 1 }));
  });

  it('takes the user messages of context for earlier queries, where there is no prev', async () => {
    const context = [
      { role: 'user', content: 'score of llms.txt' },
      { role: 'assistant', content: 'robots.txt' },
    ];
    for (const body of [
      { context },
      { context: { '@type': 'ConversationalContext', prev: ['scan', 'score of llms.txt'] } },
      { context: { prev: 'score of llms.txt', text: 'A site owner.' } },
      { context: [{ role: 'user', content: 'sitemap' }], prev: 'score of llms.txt' },
    ]) {
      const { _meta } = await answerIn(await post({ query: 'and weights?', ...body }));
      assert.match(_meta.decontextualized_query ?? '', /^and weights\? .*llms\.txt/, JSON.stringify(body));
    }
  });

  it('borrows from the query before, and says so', async () => {
    const alone = await answerIn(await get({ query: 'and weights?' }));
    assert.equal(alone._meta.decontextualized_query, undefined);
    for (const prev of ['score of llms.txt', '["what is a scan", "score of llms.txt"]', 'scan,score of llms.txt']) {
      const { _meta, query } = await answerIn(await get({ query: 'and weights?', prev }));
      assert.equal(query, 'and weights?');
      assert.match(_meta.decontextualized_query ?? '', /^and weights\? .*llms\.txt/);
    }
    const repeated = await askOver(service, '/ask?query=and+weights%3F&prev=scan&prev=score+of+llms.txt');
    assert.match((await answerIn(repeated))._meta.decontextualized_query ?? '', /llms\.txt/);
    const whole = await answerIn(await get({ query: 'weights of sitemap checks', prev: 'score of llms.txt' }));
    assert.equal(whole._meta.decontextualized_query, undefined, 'it can stand alone');
  });

  it('searches the decontextualised query in place of the query', async () => {
    const { query, results, _meta } = await answerIn(
      await post({ query: 'and that one?', decontextualized_query: 'what is check P22' }),
    );
    assert.equal(query, 'and that one?');
    assert.equal(_meta.decontextualized_query, 'what is check P22');
    assert.equal(results[0]?.url, `${service.url}/docs/checks/P22`);
  });

  it('borrows nothing for a decontextualised query, however short', async () => {
    const whole = { query: 'and that one?', decontextualized_query: 'sitemap', query_id: 'q' };
    const alone = await answerIn(await post(whole));
    assert.deepEqual(await answerIn(await post({ ...whole, prev: 'score of caps' })), alone);
    assert.equal(alone._meta.decontextualized_query, 'sitemap');
  });
});

describe('no results', () => {
  it('are 404 with an AskFailure over GET and POST, also when a stream is asked for', async () => {
    for (const response of [
      await get({ query: 'qwertzuiop' }),
      await get({ query: 'qwertzuiop', stream: 'true' }, '/ask'),
      await get({ query: 'the and of' }),
      await get({ query: '...!?' }),
      await post({ query: 'qwertzuiop', streaming: true }),
      await post({ query: 'qwertzuiop' }),
    ]) {
      assert.match(response.headers.get('content-type') ?? '', /^application\/json/);
      assert.equal((await failureIn(response, 404)).code, 'NO_RESULTS');
    }
  });

  it('say so when the query is for another site', async () => {
    for (const response of [
      await get({ query: 'score', site: 'example.com' }),
      await post({ query: 'score', site: 'https://example.com/' }),
      await post({ query: { q: 'score', site: 'example.com' }, site: host }),
    ]) {
      const { code, message } = await failureIn(response, 404);
      assert.equal(code, 'NO_RESULTS');
      assert.ok(message.startsWith(`site: only ${host} `), message);
      assert.equal(message.includes('example.com'), false, 'our words only');
    }
    for (const site of [host, 'localhost', service.url, `${service.url}/`, 'all', '', `example.com,${host}`]) {
      await answerIn(await get({ query: 'score', site }));
    }
  });

  it('say so when the type has none', async () => {
    const { message } = await failureIn(await get({ query: 'headingoutline', itemType: 'page' }), 404);
    assert.match(message, /type page/);
  });

  it('have the mode that was asked for', async () => {
    const body = await (await get({ query: 'qwertzuiop', mode: 'generate' })).json();
    assert.deepEqual(Object(body)._meta, { response_type: 'failure', version: '0.1', mode: 'summarize' });
  });
});

describe('a bad query', () => {
  const tooLong = 'x'.repeat(2001);
  for (const [query, field] of [
    [{}, 'query'],
    [{ query: '' }, 'query'],
    [{ query: ' \t\n ' }, 'query'],
    [{ query: tooLong }, 'query'],
    [{ query: 'a', mode: 'chat' }, 'mode'],
    [{ query: 'a', itemType: 'checkz' }, 'itemType'],
    [{ query: 'a', stream: 'maybe' }, 'stream'],
    [{ query: 'a', decontextualized_query: tooLong }, 'decontextualized_query'],
    [{ q: 'a' }, 'query'],
  ] as const) {
    it(`${JSON.stringify(query).slice(0, 60)} over GET is 400 and names ${field}`, async () => {
      assert.match(await envelopeIn(await get(query), 400), new RegExp(`^invalid_request: ${field}: expected `));
    });
  }
  for (const [body, field] of [
    [{}, 'query'],
    [{ query: null }, 'query'],
    [{ query: 5 }, 'query'],
    [{ query: ['a'] }, 'query'],
    [{ query: [] }, 'query'],
    [{ query: {} }, 'query.q'],
    [{ query: { query: 'a' } }, 'query.q'],
    [{ query: { q: { q: 'a' } } }, 'query.q'],
    [{ query: { q: 5 } }, 'query.q'],
    [{ query: { text: [] } }, 'query.text'],
    [{ query: { q: ' ' } }, 'query.q'],
    [{ query: { q: tooLong } }, 'query.q'],
    [{ query: { q: 'a', itemType: 'x' } }, 'query.itemType'],
    [{ query: { q: 'a', site: 5 } }, 'query.site'],
    [{ query: '  ' }, 'query'],
    [{ query: tooLong }, 'query'],
    [{ query: 'a', mode: 5 }, 'mode'],
    [{ query: 'a', itemType: null }, 'itemType'],
    [{ query: 'a', streaming: 1 }, 'streaming'],
    [{ query: 'a', streaming: [] }, 'streaming'],
    [{ query: 'a', site: ['a'] }, 'site'],
    [{ query: 'a', query_id: 5 }, 'query_id'],
    [{ query: 'a', prev: ['a'] }, 'prev'],
    [{ query: 'a', prefer: [] }, 'prefer'],
    [{ query: 'a', prefer: { mode: 'chat' } }, 'prefer.mode'],
    [{ query: 'a', prefer: { format: 'xml' } }, 'prefer.format'],
    [{ query: 'a', prefer: { streaming: 'yes' } }, 'prefer.streaming'],
    [{ query: 'a', context: 5 }, 'context'],
    [{ query: 'a', context: ['a'] }, 'context.0'],
    [{ query: 'a', context: [{ role: 'system', content: 'a' }] }, 'context.0.role'],
    [{ query: 'a', context: [{ role: 'user' }] }, 'context.0.content'],
    [{ query: 'a', meta: 'a' }, 'meta'],
    [{ query: 'a', meta: { user: 5 } }, 'meta.user'],
  ] as const) {
    it(`${JSON.stringify(body).slice(0, 60)} over POST is 400 and names ${field}`, async () => {
      const words = await envelopeIn(await post(body), 400);
      assert.ok(words.startsWith(`invalid_request: ${field}: expected `), words);
    });
  }
  it('is not JSON, or no object', async () => {
    for (const body of ['{', '[]', '"query"', '5', 'null']) {
      assert.match(await envelopeIn(await post(body), 400), /^invalid_request: /);
    }
    const form = await askOver(service, '/ask', { body: 'query=a', headers: { 'content-type': 'text/plain' } });
    assert.match(await envelopeIn(form, 415), /^unsupported_media_type: /);
  });
  it('may be 2000 characters long, however they are encoded', async () => {
    await answerIn(await post({ query: `llms.txt ${'x'.repeat(1991)}` }));
    await answerIn(await post({ query: `  llms.txt ${'😀'.repeat(1991)}  ` }));
    await answerIn(await get({ query: `llms.txt ${'日'.repeat(1991)}` }));
    await answerIn(await get({ query: `llms.txt ${'😀'.repeat(1991)}` }));
    await answerIn(await post({ query: 'it', decontextualized_query: `  llms.txt ${'😀'.repeat(1991)}  ` }));
  });
});

describe('any text at all', () => {
  it('is an answer, no results, or a bad query', async () => {
    const Text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 2000 }),
      fc.string({ unit: 'grapheme', maxLength: 60 }),
    );
    await fc.assert(
      fc.asyncProperty(Text, fc.boolean(), async (query, overGet) => {
        const response = await (overGet ? get({ query, mode: 'summarize' }) : post({ query }));
        if (response.status === 404) assert.equal((await failureIn(response, 404)).code, 'NO_RESULTS');
        else if (response.status === 400) assert.match(await envelopeIn(response, 400), /^invalid_request: query: /);
        else await answerIn(response);
      }),
      { numRuns: runsOf(100) },
    );
  });
});

describe('other callers and methods', () => {
  it('refuses a key that is not valid, and takes one that is', async () => {
    for (const path of PATHS) {
      const headers = { authorization: 'Bearer svc_live_aaaaaaaa_b' };
      assert.match(await envelopeIn(await askOver(service, `${path}?query=a`, { headers }), 401), /^invalid_key: /);
      const key = await service.key();
      const response = await askOver(service, `${path}?query=score`, { headers: { authorization: `Bearer ${key}` } });
      assert.equal(response.headers.get('x-ratelimit-remaining'), '59');
      await answerIn(response);
    }
  });

  it('answers HEAD, OPTIONS and wrong methods', async () => {
    for (const path of PATHS) {
      const call = (method: string) =>
        fetch(`${service.url}${path}?query=score`, { method, headers: { 'x-forwarded-for': newAddress() } });
      const head = await call('HEAD');
      assert.equal(head.status, 200);
      assert.equal(await head.text(), '');
      const options = await call('OPTIONS');
      assert.equal(options.headers.get('allow'), 'GET, POST, HEAD, OPTIONS');
      assert.match(await envelopeIn(await call('DELETE'), 405), /^method_not_allowed: /);
    }
  });

  it('is refused after 60 in a minute: an AskFailure with the headers', async () => {
    const address = newAddress();
    for (let at = 0; at < 60; at += 1) await answerIn(await askOver(service, '/ask?query=score', { address }));
    for (const refused of [
      await askOver(service, '/ask?query=score&stream=true', { address }),
      await askOver(service, '/api/v1/ask', { address, body: { query: 'score' } }),
    ]) {
      assert.equal(refused.headers.get('x-ratelimit-limit'), '60');
      assert.equal(refused.headers.get('x-ratelimit-remaining'), '0');
      assert.match(refused.headers.get('retry-after') ?? '', /^\d+$/);
      assert.equal((await failureIn(refused, 429)).code, 'RATE_LIMITED');
    }
    await answerIn(await askOver(service, '/ask?query=score'));
  });
});
