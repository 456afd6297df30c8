import assert from 'node:assert/strict';

const LIMIT_MS = 2000;

/** Runs something on hostile input. It counts processor time, which other work on the machine does not change. */
export function assertQuick(run: () => unknown): void {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  assert.ok((user + system) / 1000 < LIMIT_MS, `took ${Math.round((user + system) / 1000)} ms`);
}
