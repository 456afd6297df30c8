import assert from 'node:assert/strict';
import { it } from 'node:test';
import { ORIGIN } from '../../../support/artifacts.ts';
import { fakeClient } from '../../../support/fake-client.ts';

it('a client sends nothing once its purpose has no requests left, and says so', async () => {
  const { client, sent } = fakeClient(() => ({ body: 'text' }));
  const limit = client.left;
  const results = await Promise.all(Array.from({ length: limit + 2 }, (_, at) => client.file(`${ORIGIN}/${at}`)));
  assert.equal(client.left, 0);
  assert.deepEqual(
    sent.map(({ url }) => url),
    results.slice(0, limit).map(({ url }) => url),
  );
  for (const result of results.slice(limit)) {
    assert.ok(!result.answered);
    assert.equal(result.failure.code, 'timeout');
    assert.match(result.failure.message, /as much as one scan may/);
  }
  const page = await client.page(`${ORIGIN}/page`);
  assert.ok(page.result.ok, 'pages have no such limit');
});
