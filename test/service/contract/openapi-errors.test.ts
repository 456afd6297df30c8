/** The examples of errors in the OpenAPI description are what the service answers. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { toServiceError } from '../../../src/errors.ts';
import { errorResponses } from '../../../src/rest-facade/openapi/responses.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { type Call, type Reply, rest } from '../../support/service-doors.ts';

const URL_OF_NOBODY = 'http://127.0.0.1:1/';
const EXAMPLES = errorResponses() as Record<string, { content: { 'application/json': { example: unknown } } }>;
const exampleOf = (name: string) => EXAMPLES[name]?.content['application/json'].example;

/** A host name whose look-up waits until it is let go: a start of it stays in flight. */
let letGo = () => {};
const held = new Promise<readonly string[]>((resolve) => {
  letGo = () => resolve(['127.0.0.1']);
});

let service: TestService;
before(async () => {
  service = await startTestService({
    settings: { ALLOWED_PRIVATE_HOSTS: '127.0.0.1,held.test:1' },
    resolve: () => held,
  });
});
after(() => service.stop());

const start = (key: string, body: unknown, headers: Call['headers'] = {}) =>
  rest(service, '/api/v1/scans', { method: 'POST', key, body, headers });
const again = { 'idempotency-key': 'again' };

/** Not by `rest`, for which every 5xx is a fault. */
async function scanNobody(): Promise<Pick<Reply, 'body'>> {
  const response = await fetch(`${service.url}/api/v1/scan/mcp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ endpoint: URL_OF_NOBODY }),
  });
  return { body: await response.json() };
}

const answers: [name: string, answer: (key: string) => Promise<Pick<Reply, 'body'>>][] = [
  ['BadRequest', (key) => start(key, {})],
  ['Unauthorized', () => rest(service, '/api/v1/scans')],
  ['Forbidden', async () => rest(service, '/api/v1/scans', { key: await service.key('free') })],
  ['NotFound', (key) => rest(service, '/api/v1/scans/scn_unknown', { key })],
  ['TooLarge', (key) => start(key, 'x'.repeat(64 * 1024 + 1))],
  ['UnsupportedMediaType', (key) => start(key, 'x', { 'content-type': 'text/plain' })],
  [
    'InFlight',
    async (key) => {
      const both = [1, 2].map(() => start(key, { url: 'http://held.test:1/' }, again));
      const refused = await Promise.race(both);
      letGo();
      await Promise.all(both);
      return refused;
    },
  ],
  [
    'IdempotencyMismatch',
    async (key) => {
      await start(key, { url: URL_OF_NOBODY }, again);
      return start(key, { url: `${URL_OF_NOBODY}other` }, again);
    },
  ],
  [
    'RateLimited',
    async (key) => {
      for (let at = 0; at < 10; at += 1) await start(key, { url: URL_OF_NOBODY });
      return start(key, { url: URL_OF_NOBODY });
    },
  ],
  ['BadGateway', scanNobody],
];

/** Without the seconds that are left, which pass. */
const timeless = (body: unknown) => JSON.stringify(body).replace(/in \d+ s/, 'in … s');

describe('the example of an error', () => {
  for (const [name, answer] of answers) {
    it(`is what the service answers: ${name}`, async () => {
      const { body } = await answer(await service.key());
      assert.equal(timeless(body), timeless(exampleOf(name)));
    });
  }

  it('is what the service answers: InternalError', () => {
    const example = Object(exampleOf('InternalError')).error;
    const [requestId = ''] = /[0-9a-f-]{36}/.exec(example.message) ?? [];
    const { code, message } = toServiceError(new TypeError('x'), requestId);
    assert.deepEqual(example, { code, message });
  });
});
