import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Caller } from '../../../src/auth/caller.ts';
import { ServiceError } from '../../../src/errors.ts';
import type { McpScanOutcome } from '../../../src/scanner/model/scan.ts';
import { boundMcpScans, MAX_ANONYMOUS, MAX_AT_ONCE, MAX_EACH } from '../../../src/tools/mcp-scan-bounds.ts';

const UNREACHED: McpScanOutcome = { reached: false, message: 'no answer within 8 s' };
const from = (address: string): Caller => ({ kind: 'address', address });
const withKey = (keyPrefix: string): Caller => ({ kind: 'key', accountId: 'acc_test', plan: 'pro', keyPrefix });
const request = () => ({ endpoint: 'https://mcp.example:8443/secret?token=x', signal: new AbortController().signal });

function harness(outcome: McpScanOutcome = UNREACHED) {
  const lines: Record<string, unknown>[] = [];
  const ends: (() => void)[] = [];
  const log = { info: (line: object) => lines.push({ ...line }) };
  const run = () => new Promise<McpScanOutcome>((resolve) => ends.push(() => resolve(outcome)));
  return { lines, ends, scan: boundMcpScans(run, log as never, () => 0) };
}

const refused = (thrown: unknown) =>
  thrown instanceof ServiceError && thrown.code === 'unavailable' && thrown.retryAfterSeconds === 5;

describe('scans of MCP servers at once', () => {
  it('are limited for one caller, and others still get a place', async () => {
    const { scan, ends } = harness();
    const mine = Array.from({ length: MAX_EACH }, () => scan(request(), from('192.0.2.1')));
    await assert.rejects(scan(request(), from('192.0.2.1')), refused);
    const other = scan(request(), from('192.0.2.2'));
    ends[0]?.();
    await mine[0];
    const again = scan(request(), from('192.0.2.1'));
    for (const end of ends) end();
    await Promise.all([...mine, other, again]);
  });

  it('are limited in total', async () => {
    const { scan, ends } = harness();
    const all = Array.from({ length: MAX_AT_ONCE }, (_, at) => scan(request(), withKey(`key-${at}`)));
    await assert.rejects(scan(request(), withKey('other')), refused);
    for (const end of ends) end();
    await Promise.all(all);
    const next = scan(request(), withKey('other'));
    ends.at(-1)?.();
    assert.equal(await next, UNREACHED);
  });

  it('without a key take half of the places, and the others are for callers with one', async () => {
    const { scan, ends } = harness();
    const anonymous = Array.from({ length: MAX_ANONYMOUS }, (_, at) => scan(request(), from(`192.0.2.${at}`)));
    await assert.rejects(scan(request(), from('198.51.100.1')), refused);
    const keyed = Array.from({ length: MAX_AT_ONCE - MAX_ANONYMOUS }, (_, at) => scan(request(), withKey(`key-${at}`)));
    ends[0]?.();
    await anonymous[0];
    const next = scan(request(), from('198.51.100.1'));
    for (const end of ends) end();
    await Promise.all([...anonymous, ...keyed, next]);
  });
});

describe('a scan of an MCP server', () => {
  it('writes one line: host, outcome, duration and limits, and nothing else', async () => {
    const { scan, ends, lines } = harness();
    const done = scan(request(), from('192.0.2.1'));
    ends[0]?.();
    await done;
    assert.deepEqual(lines, [{ host: 'mcp.example:8443', outcome: 'unreached', durationMs: 0, limitsHit: [] }]);
  });

  it('that there was no time for is refused as overload, not judged', async () => {
    const { scan, ends, lines } = harness({ ...UNREACHED, isOverload: true });
    const done = scan(request(), from('192.0.2.1'));
    ends[0]?.();
    await assert.rejects(done, refused);
    assert.deepEqual(
      lines.map(({ outcome }) => outcome),
      ['overload'],
    );
  });
});
