/** delete_scan: a scan that has ended is deleted for good, on every transport; others are not found. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { serveHeldSite } from '../../support/held-site.ts';
import { shareTestService, type TestService } from '../../support/service.ts';
import { callTool, startScan, untilEnded } from '../../support/service-doors.ts';

const UNREACHABLE = 'http://127.0.0.1:1/';

let service: TestService;
let key: string;
before(async () => {
  service = await shareTestService();
  key = await service.key('pro');
});
after(() => service.stop());

const request = (method: string, id: string, apiKey = key) =>
  fetch(`${service.url}/api/v1/scans/${id}`, { method, headers: { authorization: `Bearer ${apiKey}` } });

async function endedScan(): Promise<string> {
  const { id } = await startScan(service, key, { url: UNREACHABLE });
  await untilEnded(service, key, id);
  return id;
}

describe('delete_scan', () => {
  it('an ended scan answers 204 without a body, then 404 to reads and deletes', async () => {
    const id = await endedScan();
    const deleted = await request('DELETE', id);
    assert.equal(deleted.status, 204);
    assert.equal(await deleted.text(), '');
    assert.equal((await request('GET', id)).status, 404);
    assert.equal((await request('DELETE', id)).status, 404);
  });

  it("another account's scan answers 404 and stays", async () => {
    const id = await endedScan();
    assert.equal((await request('DELETE', id, await service.key('pro'))).status, 404);
    assert.equal((await request('GET', id)).status, 200);
  });

  it('a running scan answers 404 and stays', async () => {
    const site = await serveHeldSite();
    after(() => site.close());
    const { id } = await startScan(service, key, { url: `${site.origin}/` });
    const refused = await request('DELETE', id);
    assert.equal(refused.status, 404);
    assert.match(await refused.text(), /still running/);
    assert.equal((await request('GET', id)).status, 200);
  });

  it('over MCP the tool deletes the scan and answers its id', async () => {
    const id = await endedScan();
    const { output } = await callTool(service, key, 'delete_scan', { id });
    assert.deepEqual(output, { id });
    assert.equal((await request('GET', id)).status, 404);
  });
});
