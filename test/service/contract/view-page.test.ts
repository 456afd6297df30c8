import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { shareTestService, type TestService } from '../../support/service.ts';
import { callTool, rest } from '../../support/service-doors.ts';

let service: TestService;
let key: string;
before(async () => {
  service = await shareTestService();
  key = await service.key('pro');
});
after(() => service.stop());

describe('view_page', () => {
  it('REST and MCP give the same output', async () => {
    const reply = await rest(service, '/api/v1/view', { method: 'GET', key });
    assert.equal(reply.status, 200, reply.text);
    assert.deepEqual((await callTool(service, key, 'view_page', {})).output, reply.body);
    assert.fail('Assert what the output holds, then delete this line.');
  });

  it('a call without a key answers 401', async () => {
    assert.equal((await rest(service, '/api/v1/view', { method: 'GET' })).status, 401);
  });
});
