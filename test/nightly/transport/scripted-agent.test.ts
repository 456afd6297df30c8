/** From a URL to ranked fixes by the words of the answers alone, on every transport, in few calls and tokens. */
import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { neglectedPages } from '../../fixtures/sites/neglected-pages.ts';
import { CLIENTS, type HttpTarget, type StdioTarget } from '../../support/mcp-clients.ts';
import { programOf } from '../../support/program.ts';
import { runScriptedAgent } from '../../support/scripted-agent.ts';
import { newDataDir, startTestService, type TestService } from '../../support/service.ts';
import { type SiteServer, serveSite } from '../../support/site-server.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const [program, ...parameters] = programOf('src/cli.ts');
const MAX_TOKENS = 4000;

let service: TestService;
let dataDir: string;
before(async () => {
  [service, dataDir] = await Promise.all([
    startTestService({ settings: { ANONYMOUS_SCANS_PER_DAY: '1000' } }),
    newDataDir(),
  ]);
});
after(async () => {
  await service.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const doors: Record<string, () => Promise<HttpTarget | StdioTarget>> = {
  'HTTP with a key': async () => ({ url: service.url, key: await service.key('team') }),
  'HTTP without a key': async () => ({ url: service.url, path: '/mcp' }),
  stdio: async () => ({
    command: program,
    args: [...parameters, 'stdio'],
    cwd: ROOT,
    env: { PATH: process.env.PATH ?? '', DATA_DIR: dataDir, ALLOWED_PRIVATE_HOSTS: '127.0.0.1' },
  }),
};

async function session(door: string, connect: (typeof CLIENTS)[number]['connect'], site: SiteServer, pages: number) {
  const target = doors[door] ?? assert.fail(door);
  const client = await connect(await target());
  try {
    return await runScriptedAgent(client, { url: site.origin, pageLimit: pages });
  } finally {
    await client.close();
  }
}

for (const door of Object.keys(doors)) {
  describe(`an agent over ${door}`, () => {
    for (const { name, connect } of CLIENTS) {
      it(`of ${name} has the fixes of 25 pages after 2 calls and 4,000 tokens`, { timeout: 120_000 }, async () => {
        const site = await serveSite(neglectedPages(25));
        const { calls, tokens, output, text } = await session(door, connect, site, 25);
        await site.close();
        assert.ok(calls.length <= 2, calls.join(', '));
        assert.ok(tokens <= MAX_TOKENS, `${tokens} tokens`);
        assert.equal(output.pagesScanned, 25);
        const fixes = Object(output.fixes) as readonly Record<string, unknown>[];
        assert.ok(fixes.length > 10, `${fixes.length} fixes`);
        for (const { checkId, howToFix, gain, scoreAfter, of, pages } of fixes) {
          const after = of === 'site' ? `to ${scoreAfter}` : `llms.txt to ${scoreAfter}`;
          assert.ok(text.includes(`${checkId} +${Number(gain).toFixed(1)} (${after})`), String(checkId));
          assert.ok(text.includes(String(howToFix)), String(howToFix));
          assert.ok(text.includes(Object(pages).join(' ')));
        }
      });
    }
  });
}

it('has the fixes of 200 pages after 3 calls', { timeout: 200_000 }, async () => {
  const site = await serveSite(neglectedPages(200));
  const [{ connect }] = CLIENTS as [(typeof CLIENTS)[number]];
  const { calls, tokensOf, output } = await session('HTTP with a key', connect, site, 200);
  await site.close();
  assert.ok(calls.length <= 3, calls.join(', '));
  for (const tokens of tokensOf) assert.ok(tokens <= MAX_TOKENS, `${tokens} tokens`);
  assert.equal(output.pagesScanned, 200);
});
