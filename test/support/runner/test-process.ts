/**
 * A process that runs test files one after another, as the runner sends them. Each file is a suite with separate hooks
 * and results.
 */
import { describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { inspect } from 'node:util';
import { closeShared } from '../at-end.ts';
import { createLoadTracking } from './load-tracking.ts';
import type { Order, Report } from './messages.ts';
import { placesInSources } from './places.ts';

// Test helpers add an 'exit' listener for every process they start.
process.setMaxListeners(0);

const tracking = createLoadTracking();

process.on('message', (order: Order) => {
  if ('end' in order) return void end();
  tracking.start();
  describe(order.run, async () => {
    try {
      await import(pathToFileURL(order.from).href);
    } catch (error) {
      it('loads', () => {
        throw error;
      });
    } finally {
      tracking.stop();
    }
  });
});

// node:test does not know the test of such an error, because it follows promises only while a file loads.
for (const event of ['uncaughtException', 'unhandledRejection'] as const) process.on(event, failFile);

function failFile(error: unknown): void {
  const failure = { title: 'has no uncaught error', location: '', error: placesInSources(inspect(error)) };
  const report: Report = { kind: 'test', outcome: 'fail', failure };
  process.send?.(report);
}

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
