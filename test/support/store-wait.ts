import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';

/** Waits until something holds; fails when it does not within `timeoutMs`. */
export async function eventually(
  what: string,
  holds: () => boolean | Promise<boolean>,
  timeoutMs = 15_000,
): Promise<void> {
  const start = performance.now();
  while (!(await holds())) {
    if (performance.now() - start > timeoutMs) assert.fail(`Not within ${timeoutMs} ms: ${what}`);
    await setTimeout(10);
  }
}

/** A promise that other code resolves. */
export function makeGate(): { opened: Promise<void>; open: () => void } {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open: () => open() };
}
