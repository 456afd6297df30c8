/** Two million lines in every format, of 60 agents, with spoofs and refusals: the report is exact. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { readAddressList } from '../../../src/logs/address-lists.ts';
import { createIdentities } from '../../../src/logs/identity.ts';
import { logReportOf } from '../../../src/logs/log-report.ts';
import { type LogSource, readLog } from '../../../src/logs/read-log.ts';
import {
  AGENTS_MADE,
  assertTruth,
  GPTBOT_LIST,
  MADE_FORMATS,
  madeLines,
  newTruth,
} from '../../support/generated-log.ts';

const LINES = 2_000_000;
const CHUNK_CHARACTERS = 256 * 1024;
const MAX_GROWTH_BYTES = 200_000_000;

it('two million lines in every format are reported exactly, in at most 200 MB', async () => {
  const truth = newTruth();
  const names = Object.keys(MADE_FORMATS);
  assert.ok(names.length > 12, `${names.length}`);
  assert.equal(AGENTS_MADE.length, 60);
  let peak = 0;
  const before = process.memoryUsage.rss();
  const sources = names.map((name, at): LogSource => {
    // The last one takes what a division leaves.
    const count = Math.floor(LINES / names.length) + (at === 0 ? LINES % names.length : 0);
    return {
      name,
      chunks: (async function* () {
        let text = `${MADE_FORMATS[name]?.header ?? ''}\n`;
        for (const line of madeLines(count, () => name, truth)) {
          text += `${line}\n`;
          if (text.length < CHUNK_CHARACTERS) continue;
          yield Buffer.from(text);
          text = '';
          peak = Math.max(peak, process.memoryUsage.rss() - before);
        }
        yield Buffer.from(text);
      })(),
    };
  });
  const lists = new Map([['gptbot.json', readAddressList('gptbot.json', GPTBOT_LIST)]]);
  const read = await readLog(sources, { identities: createIdentities(lists) });
  const report = logReportOf({ read, lists: [...lists.values()], asksDns: false, hasRobots: false });
  assert.equal(truth.requests, LINES);
  assert.equal(truth.byAgent.size, 60);
  assert.ok((truth.byAgent.get('GPTBot')?.spoofed ?? 0) > 100, 'some are spoofed');
  assertTruth(report, truth);
  assert.ok(peak <= MAX_GROWTH_BYTES, `${Math.round(peak / 1e6)} MB more`);
});
