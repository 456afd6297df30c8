import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { createMcpScans, type McpScans } from '../../../src/scans/mcp-scans.ts';
import { openLmdbUnderTest, type StoreUnderTest } from '../../support/store-drivers.ts';
import { mcpScanOf } from '../../support/stored-scan.ts';

describe('scans of MCP servers that are kept', () => {
  let opened: StoreUnderTest;
  let scans: McpScans;
  let clock = 1_000_000;
  before(async () => {
    opened = await openLmdbUnderTest();
    scans = createMcpScans(opened.store, () => clock);
  });
  beforeEach(() => {
    clock += 1000;
  });
  after(() => opened.destroy());

  it('are read by their share token', async () => {
    const { scan } = await scans.add({ accountId: undefined, scan: mcpScanOf('a.example') });
    assert.match(scan.id, /^mcp_[a-z2-7]{20}$/);
    assert.deepEqual((await scans.byShareToken(scan.shareToken))?.scan, scan);
    assert.equal(await scans.byShareToken(scan.id), undefined);
  });

  it('are listed for their account alone, newest first, a page at a time', async () => {
    const made = [];
    for (const host of ['one.example', 'two.example', 'three.example']) {
      made.unshift(await scans.add({ accountId: 'acc_1', scan: mcpScanOf(host) }));
    }
    await scans.add({ accountId: 'acc_2', scan: mcpScanOf('other.example') });
    const hosts = (page: Awaited<ReturnType<McpScans['list']>>) => page.map(({ scan }) => scan.host);
    const first = await scans.list('acc_1', { limit: 2 });
    assert.deepEqual(hosts(first), ['three.example', 'two.example']);
    const before = Date.parse(first.at(-1)?.createdAt ?? '');
    assert.deepEqual(hosts(await scans.list('acc_1', { limit: 2, before })), ['one.example']);
    assert.deepEqual(hosts(await scans.list('acc_3', { limit: 2 })), []);
  });

  it('without an owner are removed by age, with their token; those of accounts stay', async () => {
    const old = await scans.add({ accountId: undefined, scan: mcpScanOf('old.example') });
    const owned = await scans.add({ accountId: 'acc_4', scan: mcpScanOf('owned.example') });
    clock += 10_000;
    const recent = await scans.add({ accountId: undefined, scan: mcpScanOf('recent.example') });
    assert.ok((await scans.removeUnowned(clock)) >= 1);
    assert.equal(await scans.byShareToken(old.scan.shareToken), undefined);
    assert.ok(await scans.byShareToken(owned.scan.shareToken));
    assert.ok(await scans.byShareToken(recent.scan.shareToken));
    assert.equal(await scans.removeUnowned(clock), 0);
  });
});
