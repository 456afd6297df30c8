/** Every row of the table of hostile servers, scanned whole. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { McpScanOutcome } from '../../../../src/scanner/model/scan.ts';
import * as flooding from '../../../fixtures/mcp-servers/flooding.ts';
import * as listing from '../../../fixtures/mcp-servers/listing.ts';
import * as refusing from '../../../fixtures/mcp-servers/refusing.ts';
import { legacy, modern } from '../../../fixtures/mcp-servers/speaking.ts';
import { type AskOptions, createMcpScanner, withServer } from '../../../support/mcp-scan.ts';
import type { McpHandler } from '../../../support/mcp-server.ts';

const MEGABYTE = 1024 * 1024;
const MAX_SCAN_MS = 31_000;
/** V8 of Node 24 lets the young generation grow larger before it collects. */
const MAX_GROWTH = (Number(process.versions.node.split('.')[0]) >= 24 ? 250 : 150) * MEGABYTE;
/** What most slow rows wait, to keep the test short. */
const SHORT: AskOptions = { limits: { requestMs: 400, shortMs: 400 } };

const scanner = createMcpScanner({ threads: 1 });
let rssBefore = 0;
let rssPeak = 0;
let sampler: NodeJS.Timeout;
before(async () => {
  // Code that is loaded and compiled once is no growth.
  await scanOf(modern(), {});
  rssBefore = process.memoryUsage.rss();
  sampler = setInterval(() => {
    rssPeak = Math.max(rssPeak, process.memoryUsage.rss());
  }, 20);
});
after(async () => {
  clearInterval(sampler);
  await scanner.close();
});

async function scanOf(server: McpHandler, options: AskOptions): Promise<McpScanOutcome> {
  const startedAt = performance.now();
  const outcome = await withServer(server, ({ url }) => scanner.scan(url, options));
  assert.ok(performance.now() - startedAt < MAX_SCAN_MS);
  return outcome;
}

interface Row {
  readonly name: string;
  readonly server: McpHandler;
  readonly status: 'completed' | 'failed' | 'unreachable';
  /** Undefined where the server cannot be graded, or gets what it deserves by other checks. */
  readonly atMost?: number;
  readonly atLeast?: number;
  /** Ids of the caps, lowest first. */
  readonly caps?: readonly string[];
  /** Checks as they must come out. */
  readonly checks?: Readonly<Record<string, string>>;
  readonly options?: AskOptions;
}

const ROWS: readonly Row[] = [
  { name: 'a healthy modern server', server: modern(), status: 'completed', atLeast: 95, caps: [] },
  { name: 'a healthy legacy server', server: legacy(), status: 'completed', atLeast: 90, caps: [] },
  {
    name: '401 with a challenge',
    server: refusing.asksForAuthorization,
    status: 'completed',
    atMost: 49,
    atLeast: 40,
    caps: ['low-coverage', 'behind-authorization'],
    checks: { M1: 'warn', M5: 'pass', M6: 'pass', M7: 'pass', M2: 'error', M14: 'error', M25: 'error' },
  },
  {
    name: '401 without a challenge',
    server: refusing.asksWithoutChallenge,
    status: 'completed',
    atMost: 49,
    caps: ['low-coverage', 'behind-authorization'],
    checks: { M1: 'warn', M6: 'fail', M8: 'error' },
  },
  {
    name: '401 whose challenge leads to no address',
    server: refusing.challengesWithMetadataAt('http://['),
    status: 'completed',
    atMost: 49,
    checks: { M1: 'warn', M6: 'fail', M8: 'error' },
  },
  {
    name: 'tools behind authorization',
    server: refusing.guardsItsTools(),
    status: 'completed',
    atMost: 74,
    checks: { M1: 'pass', M6: 'pass', M14: 'error', M22: 'pass' },
  },
  { name: '403', server: refusing.forbids, status: 'failed', checks: { M1: 'fail' } },
  { name: 'HTTP+SSE alone', server: refusing.offersOnlySse, status: 'failed', checks: { M1: 'fail', M2: 'error' } },
  { name: 'HTML', server: refusing.servesHtml, status: 'failed', checks: { M1: 'fail', M5: 'error' } },
  { name: '404', server: refusing.isNotThere, status: 'failed', checks: { M1: 'fail' } },
  { name: 'a JSON API', server: refusing.servesJsonApi, status: 'failed', checks: { M1: 'fail' } },
  { name: '503', server: refusing.breaks, status: 'unreachable' },
  { name: 'comments for ever', server: flooding.dripsComments, status: 'unreachable', options: SHORT },
  { name: 'events for ever', server: flooding.neverEndsItsStream, status: 'failed', checks: { M1: 'fail' } },
  { name: '400 MB', server: flooding.sends400Megabytes, status: 'failed', checks: { M1: 'fail' } },
  { name: 'a gzip bomb', server: flooding.sendsGzipBomb, status: 'failed', checks: { M1: 'fail' } },
  {
    name: '500 tools',
    server: modern(listing.fiveHundredTools),
    status: 'completed',
    atMost: 74,
    caps: ['oversized-catalogue'],
    checks: { M21: 'fail' },
  },
  {
    name: 'a description of 2 MB',
    server: modern(listing.longDescription),
    status: 'completed',
    atMost: 74,
    caps: ['oversized-catalogue'],
    checks: { M21: 'fail' },
  },
  {
    name: 'a schema 20,000 levels deep',
    server: listing.deepSchema,
    status: 'completed',
    atMost: 49,
    caps: ['unread-text', 'broken-contract'],
    checks: { M17: 'fail', M24: 'warn', M25: 'warn' },
  },
  {
    name: 'junk among the tools',
    server: modern(listing.junkEntries),
    status: 'completed',
    atMost: 89,
    caps: ['broken-contract'],
    checks: { M8: 'fail' },
  },
  {
    name: 'a cursor that runs in a circle',
    server: modern(listing.cursorLoop),
    status: 'completed',
    checks: { M8: 'fail' },
  },
  { name: 'pages without end', server: modern(listing.endlessPages), status: 'completed', checks: { M8: 'fail' } },
  {
    name: 'a redirect to a private address',
    server: refusing.redirectsTo('http://169.254.169.254/latest/meta-data/'),
    status: 'failed',
    checks: { M1: 'fail' },
  },
  {
    name: 'a redirect to another origin',
    server: refusing.redirectsTo('https://elsewhere.example/mcp'),
    status: 'failed',
    checks: { M1: 'fail' },
  },
  { name: 'redirects in a circle', server: refusing.redirectsInCircles, status: 'failed', checks: { M1: 'fail' } },
  {
    name: 'a redirect within the origin',
    server: refusing.redirectsWithin(1),
    status: 'completed',
    checks: { M1: 'warn' },
  },
  {
    name: 'hidden text',
    server: modern(listing.hiddenText),
    status: 'completed',
    atMost: 49,
    caps: ['unsafe-text'],
    checks: { M24: 'fail' },
  },
  {
    name: 'injected instructions',
    server: modern(listing.injectedInstructions),
    status: 'completed',
    atMost: 49,
    caps: ['unsafe-text'],
    checks: { M25: 'fail' },
  },
  {
    name: 'a $ref to a metadata address',
    server: modern(listing.metadataReference),
    status: 'completed',
    atMost: 89,
    checks: { M17: 'fail' },
  },
  { name: 'a pattern that backtracks', server: modern(listing.redosPattern), status: 'completed', atLeast: 90 },
  {
    name: 'capabilities that are not there',
    server: modern(listing.liesAboutCapabilities),
    status: 'completed',
    atMost: 89,
    checks: { M8: 'fail', M22: 'error', M23: 'error' },
  },
  { name: 'a list that changes', server: modern(listing.changingList), status: 'completed', checks: { M8: 'warn' } },
  {
    name: 'one description for whoever approves it and another later',
    server: modern(listing.rugPull),
    status: 'completed',
    atMost: 49,
    caps: ['unsafe-text'],
    checks: { M8: 'warn', M24: 'fail', M25: 'fail' },
  },
  {
    name: 'bad text behind 16,384 characters',
    server: modern(listing.lateText),
    status: 'completed',
    atMost: 49,
    checks: { M24: 'fail', M25: 'fail' },
  },
  {
    name: 'bad text behind 52,000 strings in the first tool',
    server: modern(listing.padded),
    status: 'completed',
    atMost: 49,
    checks: { M24: 'fail', M25: 'fail' },
  },
  {
    name: 'bad text behind more than is read',
    server: modern(listing.buried),
    status: 'completed',
    atMost: 49,
    caps: ['unread-text'],
    checks: { M24: 'warn', M25: 'warn' },
  },
  {
    name: 'bad text behind a long serverInfo',
    server: modern(listing.paddedInfo),
    status: 'completed',
    atMost: 49,
    caps: ['unsafe-text'],
    checks: { M24: 'fail', M25: 'fail' },
  },
  { name: 'answers in single bytes', server: flooding.inSingleBytes(modern()), status: 'completed', atLeast: 95 },
  {
    name: 'a byte now and then',
    server: flooding.inSingleBytes(modern(), 20),
    status: 'unreachable',
    options: SHORT,
  },
  {
    name: 'events in single bytes',
    server: flooding.inSingleBytes(legacy({}, { events: true })),
    status: 'completed',
    atLeast: 90,
  },
];

describe('a scan of a server with', () => {
  for (const { name, server, status, atMost = 100, atLeast = 0, caps, checks = {}, options = {} } of ROWS) {
    it(`${name}: ${status}`, async () => {
      const outcome = await scanOf(server, options);
      if (!outcome.reached) return assert.equal(status, 'unreachable', outcome.message);
      assert.equal(outcome.status, status);
      const { score, records } = outcome;
      const statuses = new Map(records.map((record) => [record.id, record.status]));
      for (const [id, expected] of Object.entries(checks)) assert.equal(statuses.get(id), expected, id);
      if (status === 'failed') {
        assert.equal(score, 0);
        assert.deepEqual(
          [...statuses].filter(([id, value]) => id !== 'M1' && value !== 'error'),
          [],
        );
        return;
      }
      assert.ok(score >= atLeast && score <= atMost, `${score} is not in ${atLeast}..${atMost}`);
      if (caps !== undefined)
        assert.deepEqual(
          outcome.caps.map(({ id }) => id),
          caps,
        );
    });
  }

  it('silence ends at the true limits', { timeout: 40_000 }, async () => {
    const startedAt = performance.now();
    const outcome = await scanOf(flooding.neverAnswers, {});
    assert.deepEqual(outcome, { reached: false, message: 'no answer within 8 s' });
    assert.ok(performance.now() - startedAt < 18_000);
  });
});

describe('all of those scans', () => {
  it(`grew memory by less than ${MAX_GROWTH / MEGABYTE} MB`, () => {
    const growth = rssPeak - rssBefore;
    assert.ok(growth < MAX_GROWTH, `${Math.round(growth / MEGABYTE)} MB`);
  });

  it('left a scanner that goes on', async () => {
    const outcome = await scanOf(modern(), {});
    assert.ok(outcome.reached && outcome.status === 'completed');
  });
});
