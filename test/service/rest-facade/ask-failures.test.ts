/** What `ask` answers over REST when the service itself cannot: an AskFailure, and no stream that has begun. */
import assert from 'node:assert/strict';
import { Writable } from 'node:stream';
import { describe, it } from 'node:test';
import { ServiceError } from '../../../src/errors.ts';
import { createHttpApp } from '../../../src/http/server.ts';
import { createLog } from '../../../src/log.ts';
import { mountFacade } from '../../../src/rest-facade/facade.ts';
import { TOOLS } from '../../../src/tools/registry.ts';
import { failureIn } from '../../support/ask-doors.ts';

const baseUrl = 'http://localhost';

/** The rows of REST over a gate that fails with this for every call. */
function failingWith(thrown: unknown) {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const app = createHttpApp({ baseUrl, log: createLog('silent', nowhere) });
  mountFacade(app, {
    gate: { call: () => Promise.reject(thrown) },
    tools: TOOLS,
    admission: {
      identify: async () => ({ kind: 'address', address: '192.0.2.1' }),
      requireKey: () => Promise.reject(new Error('ask is public')),
    },
    baseUrl,
    credentialsOf: () => ({ authorization: undefined, clientAddress: '192.0.2.1', isSecure: false }),
    payable: { collect: async () => undefined, payInstead: async () => undefined },
  });
  return app;
}

const CALLS: readonly [string, RequestInit][] = [
  ['/ask?query=score&mode=summarize', {}],
  ['/api/v1/ask?query=score&mode=summarize&stream=true', {}],
  [
    '/ask',
    {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query: 'score', mode: 'summarize', streaming: true }),
    },
  ],
];

describe('ask, when the service cannot', () => {
  for (const [path, init] of CALLS) {
    const what = `${init.method ?? 'GET'} ${path}`;

    it(`is 503 TIMEOUT with the time to wait where the store is away: ${what}`, async () => {
      const away = new ServiceError('unavailable', 'The store cannot be reached.', { retryAfterSeconds: 7 });
      const response = await failingWith(away).request(path, init);
      assert.equal(response.headers.get('retry-after'), '7');
      assert.deepEqual(await failureIn(response, 503), { code: 'TIMEOUT', message: 'The store cannot be reached.' });
    });

    it(`is 500 INTERNAL with a request id and nothing of the fault: ${what}`, async () => {
      const response = await failingWith(new Error('a secret of the inside')).request(path, init);
      const requestId = response.headers.get('x-request-id') ?? '';
      assert.match(requestId, /^[0-9a-f-]{36}$/);
      assert.deepEqual(await failureIn(response, 500), {
        code: 'INTERNAL',
        message: `Something went wrong on our side. Quote request ${requestId}.`,
      });
    });
  }
});
