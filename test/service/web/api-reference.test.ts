/** The samples of the API reference, run as a reader would run them. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createClient } from '../../../src/client/client.ts';
import { OPERATIONS } from '../../../src/client/operations.ts';
import { startTestService, type TestService } from '../../support/service.ts';

/** 6bone's old prefix: it passes the guard, and connecting to it fails on every machine. */
const PUBLIC_BUT_DEAD = '3ffe::1';

interface Call {
  readonly method: string;
  readonly url: string;
  readonly hasKey: boolean;
  readonly body: unknown;
}

/** As a shell would take the curl lines of the reference apart: they hold no other quoting. */
function callOf(curl: string): Call {
  const words = [...curl.replaceAll('\\\n', ' ').matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(
    ([, single, double, bare]) => single ?? double ?? bare ?? '',
  );
  const after = (option: string) => words[words.indexOf(option) + 1];
  const body = words.includes('-d') ? JSON.parse(after('-d') ?? '') : undefined;
  return {
    method: words.includes('-X') ? (after('-X') ?? '') : body === undefined ? 'GET' : 'POST',
    url: words.find((word) => word.startsWith('http')) ?? '',
    hasKey: words.includes('Authorization: Bearer $KEY'),
    body,
  };
}

/** The request that a TypeScript sample makes. */
async function callBy(code: string, baseUrl: string): Promise<Call> {
  let made: Call | undefined;
  const send = async (url: string | URL | Request, { method = 'GET', headers, body }: RequestInit = {}) => {
    made = {
      method,
      url: String(url),
      hasKey: new Headers(headers).has('authorization'),
      body: typeof body === 'string' ? JSON.parse(body) : undefined,
    };
    return Response.json({});
  };
  const legible = createClient({ baseUrl, apiKey: 'svc_live_abc_secret', fetch: send });
  const run = new Function('legible', 'fetch', `return (async () => { ${code} })();`);
  await run(legible, send);
  assert.ok(made, code);
  return made;
}

describe('the samples of the API reference', () => {
  let service: TestService;
  let samples: { title: string; curl: string; code: string }[];
  before(async () => {
    service = await startTestService({ withWorkers: false, resolve: async () => [PUBLIC_BUT_DEAD] });
    const text = await (await fetch(`${service.url}/docs/api-reference.md`)).text();
    samples = text
      .split('\n### ')
      .slice(1)
      .map((part) => ({
        title: part.slice(0, part.indexOf('\n')),
        curl: /```sh\n(.*?)\n```/s.exec(part)?.[1] ?? '',
        code: /```ts\n(.*?)\n```/s.exec(part)?.[1] ?? '',
      }));
  });
  after(() => service.stop());

  it('are one in curl and one in TypeScript for every operation, and they make the same request', async () => {
    const { paths } = Object(await (await fetch(`${service.url}/openapi.json`)).json());
    const operations = Object.values(paths).flatMap((methods) => Object.keys(Object(methods)));
    assert.equal(samples.length, operations.length);
    for (const { title, curl, code } of samples) {
      const [shell, program] = [callOf(curl), await callBy(code, service.url)];
      assert.equal(`${shell.method} ${service.url}`, `${title.split(' ')[0]} ${new URL(shell.url).origin}`);
      assert.deepEqual([program.method, program.url, program.body], [shell.method, shell.url, shell.body], title);
    }
  });

  it('use the typed client where it has the operation', () => {
    const viaClient = samples.filter(({ code }) => code.includes('await legible.'));
    assert.equal(viaClient.length, Object.keys(OPERATIONS).length);
  });

  it('are accepted by the service', async () => {
    const key = await service.key();
    for (const { title, curl } of samples) {
      assert.doesNotMatch(curl, /<\w+>/, title);
      const { method, url, hasKey, body } = callOf(curl);
      const response = await fetch(url, {
        method,
        headers: {
          ...(hasKey ? { authorization: `Bearer ${key}` } : {}),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const answer = response.status === 204 ? '' : await response.text();
      // The scans of the samples are not there; a key that is missing, or a member that is wrong, would be 401 or 400.
      const expected = [200, 201, 202, 402, 404, 502];
      assert.ok(expected.includes(response.status), `${title}: ${response.status} ${answer.slice(0, 300)}`);
      if (response.status === 404) assert.match(answer, /"not_found"/, title);
    }
  });
});
