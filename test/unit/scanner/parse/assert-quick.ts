import assert from 'node:assert/strict';

/** Several times what a slow machine takes: work that grows with the square of these inputs takes minutes. */
const LIMIT_MS = 8000;

/** Runs something on hostile input. It counts processor time, which other work on the machine changes least. */
export function assertQuick(run: () => unknown): void {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  assert.ok((user + system) / 1000 < LIMIT_MS, `took ${Math.round((user + system) / 1000)} ms`);
}
