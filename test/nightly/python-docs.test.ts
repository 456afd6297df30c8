/** A real third-party site: Debian's python3-doc, 200 pages of it, through the MCP SDK and through curl. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { AgentScan } from '../../src/schema/agent-forms.ts';
import { Scan, StartScanResponse } from '../../src/schema/scan.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { answerOf, connectMcp } from '../support/service-doors.ts';
import { type SiteServer, serveFolder } from '../support/site-server.ts';

const FOLDER = '/usr/share/doc/python3/html';
const PAGES = 200;
const POLL_MS = 500;
const skip = existsSync(`${FOLDER}/index.html`) ? false : 'the Debian package python3-doc is not installed';

const run = promisify(execFile);

describe('200 pages of python3-doc, 20 ms away', { skip }, () => {
  let service: TestService;
  let site: SiteServer;
  let key: string;
  let overMcp: AgentScan;
  before(async () => {
    [service, site] = await Promise.all([startTestService(), serveFolder(FOLDER, { latencyMs: 20 })]);
    key = await service.key('team');
  });
  after(() => Promise.all([service.stop(), site.close()]));

  it('through the MCP SDK', async () => {
    const client = await connectMcp(service, key);
    const call = async (name: string, input: Record<string, unknown>) =>
      answerOf(await client.callTool({ name, arguments: input }));
    const started = await call('start_scan', { url: `${site.origin}/`, pageLimit: PAGES });
    const { id } = AgentScan.parse(started.output);
    let text = '';
    do {
      const answer = await call('get_scan', { id });
      overMcp = AgentScan.parse(answer.output);
      text = answer.text;
    } while (overMcp.status === 'running');

    assert.equal(overMcp.status, 'completed');
    assert.equal(overMcp.pagesScanned, PAGES);
    assert.ok((overMcp.pagesDiscovered ?? 0) > 400, `${overMcp.pagesDiscovered} pages were discovered`);
    assert.match(text, new RegExp(`^\\*\\*${overMcp.siteScore}/100\\*\\* .* over ${PAGES} pages`));
    assert.match(text, /Best fixes first:\n1\. [SLP]\d+ \+\d/);
    // 3.5 requests a page are the aim of the product; probes of the site are not pages.
    assert.ok(site.requests.length <= 3.5 * PAGES, `${site.requests.length} requests`);

    for (const detail of ['fixes', 'checks', 'pages', 'results']) {
      const { length } = JSON.stringify(await client.callTool({ name: 'get_scan', arguments: { id, detail } }));
      assert.ok(length <= 16_000, `${length} characters of ${detail} are more than 4,000 tokens`);
    }
    await client.close();
  });

  it('through curl, with the same grade', async () => {
    const curl = async (path: string, ...parts: string[]): Promise<unknown> => {
      const { stdout } = await run(
        'curl',
        ['-sS', '--fail-with-body', `${service.url}${path}`, '-H', `Authorization: Bearer ${key}`, ...parts],
        { maxBuffer: 64 * 1024 * 1024 },
      );
      return JSON.parse(stdout);
    };
    const body = JSON.stringify({ url: `${site.origin}/`, pageLimit: PAGES });
    const { pollUrl } = StartScanResponse.parse(
      await curl('/api/v1/scans', '-H', 'Content-Type: application/json', '-d', body),
    );
    let scan: Scan;
    do {
      await delay(POLL_MS);
      scan = Scan.parse(await curl(pollUrl));
    } while (scan.status === 'running');

    assert.equal(scan.pageResults.length, PAGES);
    assert.equal(new Set(scan.pageResults.map(({ url }) => url)).size, PAGES, 'each page once');
    const gradeOf = ({ siteScore, siteRating, llmstxtScore, pagesScanned, pagesDiscovered }: Scan | AgentScan) => [
      siteScore,
      siteRating,
      llmstxtScore,
      pagesScanned,
      pagesDiscovered,
    ];
    assert.deepEqual(gradeOf(scan), gradeOf(overMcp), 'the same site gets the same grade');
  });
});
