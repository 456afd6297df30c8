/** `legible logs` against GoAccess and a plain read of the lines in Node, in turns on one log. */
import { once } from 'node:events';
import { createWriteStream, existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import * as z from 'zod';
import { LogReport } from '../src/schema/log-report.ts';
import { madeLines, newTruth, type Truth } from '../test/support/generated-log.ts';
import { type Command, type RunCost, runMeasured } from './process-cost.ts';
import { median } from './statistics.ts';

const GOACCESS = '/usr/bin/goaccess';
const ROUNDS = 3;
const LINES = 4_000_000;
const BUFFERED_CHARACTERS = 1_000_000;
const TIMEOUT_MS = 600_000;
const SHELL = { PATH: process.env.PATH ?? '' };

interface Reader {
  readonly name: string;
  command(log: string, scratch: string): Command;
  /** @throws when the output does not say what the log has */
  check(stdout: string, truth: Truth): void;
}

const legible: Reader = {
  name: 'Legible',
  command: (log, scratch) => ({
    file: process.execPath,
    args: ['scripts/start.mjs', 'cli', 'logs', log, '--print', 'json'],
    env: { ...SHELL, HOME: scratch, DATA_DIR: scratch },
  }),
  check(stdout, truth) {
    const { lines } = LogReport.parse(JSON.parse(stdout));
    assertSame(lines.requests, truth.requests, 'requests');
    assertSame(lines.agents, truth.agents, 'requests of agents');
  },
};

const GoAccessReport = z.object({ general: z.object({ valid_requests: z.int() }) });

const goaccess: Reader = {
  name: 'GoAccess',
  command: (log, scratch) => ({
    file: GOACCESS,
    args: [log, '--log-format=COMBINED', '--no-global-config', '--no-progress', '-o', 'json'],
    env: { ...SHELL, HOME: scratch },
  }),
  check(stdout, truth) {
    assertSame(GoAccessReport.parse(JSON.parse(stdout)).general.valid_requests, truth.requests, 'requests');
  },
};

const floor: Reader = {
  name: 'readline',
  command: (log, scratch) => ({
    file: process.execPath,
    args: ['bench/floor-lines.mjs', log],
    env: { ...SHELL, HOME: scratch },
  }),
  check(stdout, truth) {
    assertSame(z.object({ lines: z.int() }).parse(JSON.parse(stdout)).lines, truth.requests, 'lines');
  },
};

function assertSame(actual: number, expected: number, what: string): void {
  if (actual !== expected) throw new Error(`${actual} ${what}, and the log has ${expected}`);
}

export async function benchLogs(): Promise<string> {
  const readers = [legible, floor, ...(existsSync(GOACCESS) ? [goaccess] : [])];
  const scratch = mkdtempSync(join(tmpdir(), 'legible-bench-logs-'));
  const log = join(scratch, 'access.log');
  try {
    const truth = await writeLog(log);
    const runs = new Map<Reader, RunCost[]>(readers.map((reader) => [reader, []]));
    // The first run may bundle, and brings the log into the cache of files.
    await runMeasured(legible.command(log, scratch), { codes: [0], timeoutMs: TIMEOUT_MS });
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const reader of readers) {
        const cost = await runMeasured(reader.command(log, scratch), { codes: [0], timeoutMs: TIMEOUT_MS });
        reader.check(cost.stdout, truth);
        console.error(
          `logs: ${reader.name}: ${seconds(cost.wallMs)}, CPU ${seconds(cost.cpuMs)}, ${mb(cost.peakBytes)}`,
        );
        runs.get(reader)?.push(cost);
      }
    }
    return figures(readers, runs, statSync(log).size);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

function figures(readers: readonly Reader[], runs: ReadonlyMap<Reader, readonly RunCost[]>, bytes: number): string {
  const of = (reader: Reader, figure: 'wallMs' | 'cpuMs' | 'peakBytes') =>
    median((runs.get(reader) ?? []).map((cost) => cost[figure]));
  const ratio = (reader: Reader, figure: 'wallMs' | 'cpuMs' | 'peakBytes') =>
    (of(legible, figure) / of(reader, figure)).toFixed(2);
  const rows = readers.map((reader) =>
    [
      ...[reader.name, seconds(of(reader, 'wallMs')), seconds(of(reader, 'cpuMs')), mb(of(reader, 'peakBytes'))],
      ...(['wallMs', 'cpuMs', 'peakBytes'] as const).map((figure) => (reader === legible ? '' : ratio(reader, figure))),
    ].join(' | '),
  );
  return `
A log of ${mb(bytes)} in the combined format, ${LINES.toLocaleString('en')} lines, of which one in twenty is an agent's; each program is one
command from its start to its end, medians of ${ROUNDS} rounds in turns. Ratios are Legible's figure to the other program's. CPU counts
all threads. Each is checked to have read every line. Targets: at most GoAccess's time, at most 200 MB, at most 2.5 of the CPU of
readline, Node's own reader of lines, which does nothing with them.

| program | wall | CPU | memory | wall ratio | CPU ratio | memory ratio |
|---|---|---|---|---|---|---|
${rows.map((row) => `| ${row} |`).join('\n')}
${existsSync(GOACCESS) ? '' : '\n- GoAccess was not run: it is not installed (Debian: goaccess).\n'}`;
}

async function writeLog(file: string): Promise<Truth> {
  const truth = newTruth();
  const out = createWriteStream(file);
  let buffered = '';
  for (const line of madeLines(LINES, () => 'combined', truth)) {
    buffered += `${line}\n`;
    if (buffered.length < BUFFERED_CHARACTERS) continue;
    if (!out.write(buffered)) await once(out, 'drain');
    buffered = '';
  }
  out.end(buffered);
  await finished(out);
  return truth;
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`;
const mb = (bytes: number) => `${Math.round(bytes / 1e6)} MB`;
