/**
 * The service in a network namespace where every address is this machine: by every way in it is given private addresses,
 * sites and MCP servers that lead to them, and names that turn private. A listener sees what it connects to.
 */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { FOLLOWED } from '../fixtures/sites/leading-inside.ts';
import type { CanaryReport } from '../support/canary/attack.ts';
import { namespaceProblem, runInNamespace } from '../support/canary/network.ts';

const TIMEOUT_MS = 220_000;
/** What a scan of the evil MCP server follows, and the directory of a signature's keys. */
const FOLLOWED_BESIDES = ['mcp-metadata', 'mcp-metadata-redirect', 'keys'];
const WAYS = [
  ...['rest', 'free', 'paid', 'keyed-mcp', 'open-mcp', 'form', 'mcp-rest', 'mcp-keyed-mcp', 'mcp-open-mcp', 'keys'],
  ...['command', 'mcp-command', 'census'],
];

describe('in a network where every address is this machine', { skip: namespaceProblem() ?? false }, () => {
  let report: CanaryReport;
  before(async () => {
    // What the script wrote last, and nothing else is written to its stdout.
    report = JSON.parse(await runInNamespace('test/support/canary/attack.ts', TIMEOUT_MS)) as CanaryReport;
  });

  it('the listener sees a connection to a private address', () => {
    for (const expected of ['127.0.0.1:80', '10.1.2.3:80', '169.254.169.254:80']) {
      assert.ok(report.control.includes(expected), expected);
    }
  });

  it('the service connects to no address that is not public, by any way in', () => {
    assert.deepEqual(report.hits, []);
    assert.equal(report.refusedConnections, 0, 'nor to a port on which nothing listens');
  });

  it('every way in is tried, refuses private addresses, and ends every scan', () => {
    assert.deepEqual(new Set(report.attempts.map(({ way }) => way)), new Set(WAYS));
    for (const { way, url, outcome, expected } of report.attempts) {
      if (expected === undefined) assert.match(outcome, /^(?:completed|failed)$/, `${way} ${url}`);
      else assert.equal(outcome, expected, `${way} ${url}`);
    }
  });

  it('every lead to a private address is followed as far as its name', () => {
    for (const door of [...FOLLOWED, ...FOLLOWED_BESIDES]) assert.ok(report.asked[`${door}.inner.test`], door);
  });

  it('every name that turns private is asked for again once it has turned', () => {
    const rebinding = Object.entries(report.asked).filter(([name]) => name.endsWith('.rebind.test'));
    const turned = rebinding.filter(([name, times]) => times > Number(/^after(\d+)-/.exec(name)?.[1]));
    // A key directory is asked for once: TLS fails at the public address, and it is not tried again.
    assert.deepEqual(
      rebinding.filter((each) => !turned.includes(each)).map(([name]) => name),
      ['after1-keys.rebind.test'],
    );
  });
});
