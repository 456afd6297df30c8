/** interface.md, section 7: an internal error is a 500 with a request id and nothing else; its cause is in the log. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startTestService } from '../../support/service.ts';
import { answerOf, toolCall } from '../../support/service-doors.ts';

const ID = `scn_${'a'.repeat(20)}`;
const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/;

/** A service whose store holds what no scan can be read from, so that reading it fails inside a tool. */
async function withBrokenScan(logs: RegExp, use: (url: string, key: string) => Promise<void>): Promise<void> {
  const service = await startTestService({ logs });
  const key = await service.key();
  const record = await service.repositories.apiKeys.verify(key);
  await service.repositories.store
    .documents('scans')
    .set(ID, { id: ID, accountId: record?.accountId, status: 'completed' });
  await use(service.url, key);
  // Fails unless exactly one line of the log has the words.
  await service.stop();
}

describe('7. an internal error', () => {
  it('is a 500 over REST, with the request id and nothing else', () =>
    withBrokenScan(/"requestId":"[0-9a-f-]{36}".*"err".*a request failed/, async (url, key) => {
      const response = await fetch(`${url}/api/v1/scans/${ID}`, { headers: { authorization: `Bearer ${key}` } });
      assert.equal(response.status, 500);
      const requestId = response.headers.get('x-request-id') ?? '';
      assert.match(requestId, UUID);
      assert.deepEqual(await response.json(), {
        error: { code: 'internal_error', message: `Something went wrong on our side. Quote request ${requestId}.` },
      });
      assert.match(response.headers.get('x-ratelimit-limit') ?? '', /^\d+$/);
    }));

  it('is a result with isError over MCP, with the same words', () =>
    withBrokenScan(/"requestId":"[0-9a-f-]{36}".*"err".*a tool failed/, async (url, key) => {
      const response = await fetch(`${url}/api/v1/mcp`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${key}`,
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
        },
        body: JSON.stringify(toolCall('get_scan', { id: ID })),
      });
      assert.equal(response.status, 200);
      const { failed, text } = answerOf(Object(await response.json()).result);
      assert.ok(failed);
      assert.equal(
        text,
        `internal_error: Something went wrong on our side. Quote request ${response.headers.get('x-request-id')}.`,
      );
    }));
});
