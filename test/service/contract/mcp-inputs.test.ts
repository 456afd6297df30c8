/** Errors about a caller's arguments over MCP. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { tinyLegit } from '../../fixtures/sites/tiny-legit.ts';
import { CLIENTS } from '../../support/mcp-clients.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { answerOf } from '../../support/service-doors.ts';
import { type SiteServer, serveSite } from '../../support/site-server.ts';

let service: TestService;
let site: SiteServer;
before(async () => {
  [service, site] = await Promise.all([startTestService(), serveSite(tinyLegit)]);
});
after(async () => {
  await service.stop();
  await site.close();
});

for (const { name, connect } of CLIENTS) {
  describe(`arguments over MCP, ${name}`, () => {
    it('that do not fit are refused at once, each with its field and the remedy', async () => {
      const client = await connect({ url: service.url, path: '/mcp' });
      const { failed, text } = answerOf(await client.callTool('start_scan', { page_limit: 0, checks: ['S1'] }));
      assert.equal(failed, true);
      assert.match(text, /^invalid_request: "page_limit": .*pageLimit\? url: expected .* checks: only a call with/);
      await client.close();
    });

    for (const pageLimit of [5, 2000]) {
      it(`that ask for ${pageLimit} pages without a key: the answer says how many are read`, async () => {
        const client = await connect({ url: service.url, path: '/mcp' });
        const input = { url: `${site.origin}/`, pageLimit };
        const { failed, text } = answerOf(await client.callTool('start_scan', input));
        assert.equal(failed, false, text);
        assert.ok(text.includes(`at most 25 pages, not ${pageLimit}, because`), text);
        await client.close();
      });
    }
  });
}
