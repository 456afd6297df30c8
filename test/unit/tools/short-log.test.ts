import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createIdentities } from '../../../src/logs/identity.ts';
import { logReportOf } from '../../../src/logs/log-report.ts';
import { readLog } from '../../../src/logs/read-log.ts';
import { AgentLog, type LogReport } from '../../../src/schema/log-report.ts';
import { shortLog, shortLogText } from '../../../src/tools/short-log.ts';
import { AGENTS_MADE, MADE_FORMATS, madeLines, newTruth } from '../../support/generated-log.ts';

const MAX_TOKENS = 4000;
const CHARACTERS_PER_TOKEN = 4;

async function reportOf(lines: Iterable<string>): Promise<LogReport> {
  const chunks = (async function* () {
    yield Buffer.from([...lines].join('\n'));
  })();
  const read = await readLog([{ name: 'the log', chunks }], { identities: createIdentities(new Map()) });
  return logReportOf({ read, lists: [], asksDns: false, hasRobots: false });
}

const shortOf = (report: LogReport): AgentLog =>
  AgentLog.parse(shortLog({ id: 'log_abcdefghijklmnopqrst', createdAt: '2026-11-27T00:00:00.000Z', report }));

const tokensOf = (short: AgentLog): number =>
  JSON.stringify([shortLogText(short), short]).length / CHARACTERS_PER_TOKEN;

/** Requests of every agent to paths as long as the report keeps them, of which a half is refused and a half is missing. */
function* hostileLines(filler: string): Generator<string> {
  const { line } = MADE_FORMATS.combined ?? { line: () => '' };
  const names = [
    ...AGENTS_MADE.map(({ token }) => token),
    ...Array.from({ length: 200 }, (_, at) => `${'x'.repeat(22)}${at}bot`),
  ];
  for (const [at, name] of names.entries()) {
    for (let each = 0; each < 12; each += 1) {
      const path = `/${filler.repeat(300).slice(0, 250)}/${at}-${each}`;
      yield line({
        address: '192.0.2.10',
        timeMs: Date.UTC(2026, 10, 1) + at * 1000,
        path,
        status: each % 2 === 0 ? 403 : 404,
        bytes: 100,
        userAgent: `Mozilla/5.0 (compatible; ${name}/1.0)`,
        seconds: 4,
      });
    }
  }
}

describe('the summary of a log for an agent', () => {
  for (const [what, filler] of [
    ['long names', 'a'],
    ['quotes and backslashes', '\\x22\\x5c'],
    ['backticks', '`'],
    ['other scripts', '\u6587'],
    ['markup', '<b>&amp;'],
  ] as const) {
    it(`stays within 4,000 tokens when the log is full of ${what}`, async () => {
      const report = await reportOf(hostileLines(filler));
      assert.ok(JSON.stringify(report).length > 100_000, 'the whole report is far longer');
      const short = shortOf(report);
      assert.ok(tokensOf(short) <= MAX_TOKENS, `${tokensOf(short)} tokens`);
      assert.ok((short.toDo?.length ?? 0) >= 3 && (short.agents?.length ?? 0) >= 3, 'it still says something');
    });
  }

  it('keeps the order of what to do, and has every part of an ordinary log', async () => {
    const report = await reportOf(madeLines(20_000, () => 'combined', newTruth()));
    const short = shortOf(report);
    assert.ok(tokensOf(short) <= MAX_TOKENS, `${tokensOf(short)} tokens`);
    assert.deepEqual(short.toDo, report.toDo.slice(0, short.toDo?.length));
    assert.deepEqual(
      short.agents?.map(({ name }) => name),
      report.agents.slice(0, short.agents?.length).map(({ name }) => name),
    );
    for (const list of [short.toDo, short.agents, short.missing, short.read]) assert.ok((list?.length ?? 0) >= 3);
    assert.equal(short.notes?.length, report.notes.length);
    for (const { title } of short.toDo ?? []) assert.ok(shortLogText(short).includes(title));
  });

  it('says no more than that a summary was deleted', () => {
    assert.equal(shortLogText({ id: 'log_a', createdAt: '2026-11-27T00:00:00.000Z' }), 'Summary `log_a` is deleted.');
  });
});
