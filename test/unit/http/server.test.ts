import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { ServerMiddleware } from 'srvx';
import { ServiceError } from '../../../src/errors.ts';
import { answerFaults, createHttpApp, freePort, type HttpServer, listen } from '../../../src/http/server.ts';
import { createLog } from '../../../src/log.ts';

describe('a connection that rests', () => {
  it('is kept for longer than a proxy keeps it', async () => {
    const port = await freePort('127.0.0.1');
    const app = createHttpApp({ baseUrl: `http://127.0.0.1:${port}`, log: createLog('info') });
    app.get('/', () => 'here');
    const server = await listen(app, { host: '127.0.0.1', port, middleware: [] });
    const { headers } = await fetch(`http://127.0.0.1:${port}/`);
    assert.equal(headers.get('keep-alive'), 'timeout=65');
    await server.close();
  });
});

describe('a middleware that throws', () => {
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => lines.push(line) });
  const faults: Readonly<Record<string, () => never>> = {
    '/bug': () => {
      throw new TypeError('secret words of a bug');
    },
    '/refused': () => {
      throw new ServiceError('unavailable', 'Not now.', { retryAfterSeconds: 3 });
    },
  };
  const throwing: ServerMiddleware = (request, next) => faults[new URL(request.url).pathname]?.() ?? next();
  let server: HttpServer;
  let url: string;
  before(async () => {
    const port = await freePort('127.0.0.1');
    url = `http://127.0.0.1:${port}`;
    const app = createHttpApp({ baseUrl: url, log });
    app.get('/fine', () => 'fine');
    server = await listen(app, {
      host: '127.0.0.1',
      port,
      middleware: [answerFaults({ baseUrl: url, log }), throwing],
    });
  });
  after(() => server.close());

  it('is an internal error with a request id and nothing else; the log has the cause', async () => {
    const response = await fetch(`${url}/bug`);
    const id = response.headers.get('x-request-id') ?? '';
    const { error } = Object(await response.json());
    assert.deepEqual([response.status, error.code], [500, 'internal_error']);
    assert.ok(error.message.includes(id) && id.length === 36);
    assert.doesNotMatch(JSON.stringify(error), /secret|TypeError/);
    const line = lines.find((each) => each.includes(id)) ?? '';
    assert.match(line, /secret words of a bug/);
  });

  it('may refuse, which is no fault', async () => {
    const logged = lines.length;
    const response = await fetch(`${url}/refused`);
    assert.deepEqual([response.status, response.headers.get('retry-after')], [503, '3']);
    assert.equal(lines.length, logged);
    assert.equal(await (await fetch(`${url}/fine`)).text(), 'fine');
  });
});
