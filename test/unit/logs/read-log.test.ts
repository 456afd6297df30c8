import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { readAddressList } from '../../../src/logs/address-lists.ts';
import { createIdentities } from '../../../src/logs/identity.ts';
import { logReportOf } from '../../../src/logs/log-report.ts';
import { type ReadOptions, readLog } from '../../../src/logs/read-log.ts';
import { unpacked } from '../../../src/logs/unpack.ts';
import type { LogReport } from '../../../src/schema/log-report.ts';
import {
  AGENTS_MADE,
  assertTruth,
  GPTBOT_LIST,
  MADE_FORMATS,
  madeLines,
  newTruth,
} from '../../support/generated-log.ts';

/** In pieces of `size` bytes, so that lines are cut anywhere. */
export async function* inPieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

const LISTS = new Map([['gptbot.json', readAddressList('gptbot.json', GPTBOT_LIST)]]);

async function reportOf(
  bytes: Uint8Array | string,
  options: Partial<ReadOptions> = {},
  size = 10_007,
): Promise<LogReport> {
  const chunks = unpacked(inPieces(Buffer.from(bytes), size));
  const read = await readLog([{ name: 'a.log', chunks }], { identities: createIdentities(LISTS), ...options });
  return logReportOf({ read, lists: [...LISTS.values()], asksDns: false, hasRobots: options.robots !== undefined });
}

describe('readLog', () => {
  for (const name of Object.keys(MADE_FORMATS)) {
    it(`reads a log of the format ${name}`, async () => {
      const truth = newTruth();
      const { header } = MADE_FORMATS[name] ?? {};
      const lines = [...(header === undefined ? [] : [header]), ...madeLines(3000, () => name, truth)];
      const report = await reportOf(`${lines.join('\n')}\n`);
      assertTruth(report, truth);
      assert.ok(truth.byAgent.size >= AGENTS_MADE.length - 5, `${truth.byAgent.size} agents`);
    });
  }

  it('reads several formats in one file', async () => {
    const truth = newTruth();
    const names = Object.keys(MADE_FORMATS).filter((name) => name !== 'iis' && name !== 'cloudfront');
    const lines = [...madeLines(5000, (at) => names[at % names.length] ?? '', truth)];
    assertTruth(await reportOf(lines.join('\r\n'), {}, 700), truth);
  });

  it('reads a log that nginx writes by a log_format of its own', async () => {
    const truth = newTruth();
    const own = (line: string) => {
      const [, address, time, request, status, bytes, agent] =
        /^(\S+) - - \[([^\]]+)\] "([^"]+)" (\d+) (\d+) "[^"]*" "([^"]*)"$/.exec(line) ?? [];
      return `${status}|${address}|${time}|"${agent}"|${bytes}|"${request}"`;
    };
    const lines = [...madeLines(1000, () => 'combined', truth)].map(own);
    const format =
      'log_format own \'$status|$remote_addr|$time_local|"$http_user_agent"|\' \'$body_bytes_sent|"$request"\';';
    assertTruth(await reportOf(lines.join('\n'), { format }), truth);
  });

  it('finds the user agent wherever a log_format has it', async () => {
    const log = 'ChatGPT-User/1.0|200|GET /a/ HTTP/1.1\n-|200|GET /b/ HTTP/1.1\n';
    const { lines, agents } = await reportOf(log, { format: '$http_user_agent|$status|$request' });
    assert.deepEqual([lines.requests, lines.withoutUserAgent, agents[0]?.name], [2, 1, 'ChatGPT-User']);
  });

  it('reads gzip in several members, and says when it ends too early', async () => {
    const truth = newTruth();
    const lines = [...madeLines(2000, () => 'combined', truth)];
    const half = (from: number, to: number) => gzipSync(`${lines.slice(from, to).join('\n')}\n`);
    const packed = Buffer.concat([half(0, 1000), half(1000, 2000)]);
    assertTruth(await reportOf(packed), truth);
    const cut = await reportOf(packed.subarray(0, packed.length - 300));
    assert.match(cut.leftOut.join(' '), /the compressed data ends too early/);
    assertTruth(await reportOf(packed, {}, 1), truth);
    assert.ok(cut.lines.requests >= 1000);
  });

  it('leaves out requests before --since', async () => {
    const lines = [...madeLines(1000, () => 'combined', newTruth())];
    const report = await reportOf(lines.join('\n'), { sinceMs: Date.UTC(2026, 9, 28) + 600_000 });
    assert.equal(report.lines.beforePeriod, 600);
    assert.equal(report.lines.requests, 400);
  });
});
