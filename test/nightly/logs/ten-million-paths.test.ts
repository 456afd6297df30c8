/** A crawler that follows a trap: every one of ten million requests has another path. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createIdentities } from '../../../src/logs/identity.ts';
import { logReportOf } from '../../../src/logs/log-report.ts';
import { readLog } from '../../../src/logs/read-log.ts';

const PATHS = 10_000_000;
const CHUNK_LINES = 2000;
const MAX_GROWTH_BYTES = 200_000_000;
/** Three standard errors of the estimate. */
const MAX_ERROR = 0.05;

it('ten million different paths are read in at most 200 MB, with the errors that the report states', async () => {
  let peak = 0;
  const before = process.memoryUsage.rss();
  const chunks = (async function* () {
    for (let at = 0; at < PATHS; at += CHUNK_LINES) {
      let text = '';
      for (let line = at; line < at + CHUNK_LINES; line += 1) {
        // One in ten is the same page, so that the list has something to find.
        const path = line % 10 === 0 ? '/often' : `/trap/${line.toString(36)}`;
        text += `192.0.2.10 - - [01/Nov/2026:10:00:00 +0000] "GET ${path} HTTP/1.1" 200 5000 "-" "Claude-User/1.0"\n`;
      }
      yield Buffer.from(text);
      peak = Math.max(peak, process.memoryUsage.rss() - before);
    }
  })();
  const read = await readLog([{ name: 'a.log', chunks }], { identities: createIdentities(new Map()) });
  const report = logReportOf({ read, lists: [], asksDns: false, hasRobots: false });
  assert.equal(report.lines.agents, PATHS);
  const [agent] = report.agents;
  const different = PATHS * 0.9 + 1;
  assert.equal(agent?.pagesExact, false);
  assert.ok(Math.abs((agent?.pages ?? 0) - different) < different * MAX_ERROR, `${agent?.pages} pages`);
  const [most] = report.read;
  assert.equal(most?.path, '/often');
  assert.ok((most?.count ?? 0) >= PATHS / 10 && (most?.count ?? 0) <= PATHS / 10 + report.countError);
  assert.ok(peak <= MAX_GROWTH_BYTES, `${Math.round(peak / 1e6)} MB more`);
});
