/**
 * A process that runs test files one after another, as the runner sends them. Each file is a suite with separate hooks
 * and results.
 */
import { resolve } from 'node:path';
import { describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { closeShared } from '../at-end.ts';
import type { Order, Report } from './messages.ts';

// Test helpers add an 'exit' listener for every process they start.
process.setMaxListeners(0);

process.on('message', (order: Order) => {
  if ('end' in order) return void end();
  describe(order.run, async () => {
    try {
      await import(pathToFileURL(resolve(order.run)).href);
    } catch (error) {
      it('loads', () => {
        throw error;
      });
    }
  });
});

/** A process that takes longer to end says what it has open. */
const LONG_MS = 10_000;

const ready: Report = { kind: 'ready' };
process.send?.(ready);

async function end(): Promise<void> {
  setTimeout(() => console.error('Open long after the last file:', process.getActiveResourcesInfo()), LONG_MS).unref();
  try {
    await closeShared();
  } finally {
    process.disconnect();
  }
}
