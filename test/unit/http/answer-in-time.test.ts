import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import type { ServerRequest } from 'srvx';
import { ServiceError } from '../../../src/errors.ts';
import { createAnswerInTime } from '../../../src/http/answer-in-time.ts';

const DEADLINES = { readMs: 20, writeMs: 60, longMs: 200 };
const AFTER_ALL_MS = 1_000;
const answerInTime = createAnswerInTime({ isLong: ({ url }) => url.endsWith('/long'), ...DEADLINES });
const ask = (method: string, path: string, answer: () => Promise<Response>) =>
  // Of srvx's additions to a Request the middleware reads none.
  answerInTime(new Request(`http://localhost${path}`, { method }) as ServerRequest, answer);
const silence = () => delay(AFTER_ALL_MS, new Response('late'), { ref: false });

describe('the deadline of a request', () => {
  for (const [method, path, deadlineMs] of [
    ['GET', '/api/v1/scans', DEADLINES.readMs],
    ['HEAD', '/', DEADLINES.readMs],
    ['POST', '/api/v1/scans', DEADLINES.writeMs],
    ['DELETE', '/api/v1/scans/scn_a', DEADLINES.writeMs],
    ['POST', '/long', DEADLINES.longMs],
  ] as const) {
    it(`refuses ${method} ${path} after ${deadlineMs} ms`, async () => {
      const begun = performance.now();
      await assert.rejects(
        async () => ask(method, path, silence),
        (error) =>
          error instanceof ServiceError &&
          error.code === 'unavailable' &&
          error.retryAfterSeconds === 5 &&
          error.message.includes('may still take effect') === !['GET', 'HEAD'].includes(method),
      );
      const tookMs = performance.now() - begun;
      assert.ok(tookMs >= deadlineMs - 2 && tookMs < AFTER_ALL_MS, `${tookMs} ms`);
    });
  }

  it('passes on an answer that is in time', async () => {
    const response = await ask('POST', '/api/v1/scans', async () => new Response('done'));
    assert.equal(await response.text(), 'done');
  });

  it('leaves the questions of operators to their own deadline', async () => {
    const late = () => delay(DEADLINES.readMs * 3, new Response('ready'));
    assert.equal(await (await ask('GET', '/readyz', late)).text(), 'ready');
  });

  it('closes the body of a late answer, which has no reader', async () => {
    let closed = () => {};
    const isClosed = new Promise<void>((resolve) => {
      closed = resolve;
    });
    const late = () => delay(DEADLINES.readMs * 2, new Response(new ReadableStream({ cancel: () => closed() })));
    await assert.rejects(async () => ask('GET', '/api/v1/scans', late));
    await isClosed;
  });
});
