import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { startSchedule } from '../../../src/app/schedule.ts';
import { createAccounts } from '../../../src/auth/accounts.ts';
import { createLog } from '../../../src/log.ts';
import { createLedger } from '../../../src/payments/ledger.ts';
import { createMcpScans } from '../../../src/scans/mcp-scans.ts';
import { createResultReports } from '../../../src/scans/result-reports.ts';
import { createScans } from '../../../src/scans/scans.ts';
import { createWatches } from '../../../src/scans/watches/watches.ts';
import { openLmdbUnderTest, type StoreUnderTest } from '../../support/store-drivers.ts';

const NEW = { accountId: 'acc_test', rootUrl: 'https://example.com/', pageLimit: 1 };
const MINUTE_MS = 60_000;
/** Far more than the store takes on a busy machine. */
const PATIENCE_MS = 30_000;

/** Measured by a clock that the tests do not move. */
function deadline(): () => boolean {
  const endMs = performance.now() + PATIENCE_MS;
  return () => performance.now() > endMs;
}

/** Many times the turns in which the work of a minute begins; for work that must not begin. */
function turns(): () => boolean {
  const left = Array.from({ length: 1000 }).values();
  return () => left.next().done === true;
}

describe('the schedule', () => {
  let opened: StoreUnderTest;
  beforeEach(async () => {
    opened = await openLmdbUnderTest();
  });
  afterEach(() => opened.destroy());

  /** Starts it two minutes before the sweep, with a clock that only `forward` moves. */
  function start(
    t: { readonly mock: import('node:test').MockTracker },
    { sweep = () => opened.store.sweep() }: { readonly sweep?: () => Promise<number> } = {},
  ) {
    const { store } = opened;
    const lines: string[] = [];
    const log = createLog('info', { write: (line) => lines.push(line) });
    const scans = createScans(store);
    t.mock.timers.enable({ apis: ['setTimeout', 'Date'], now: Date.parse('2026-01-01T10:15:30Z') });
    let tended = 0;
    const botKeys = {
      async tend() {
        tended += 1;
      },
    };
    const unowned = {
      mcpScans: createMcpScans(store),
      resultReports: createResultReports(store),
      watches: createWatches(store),
      scanMcp: async () => ({ reached: false, message: 'No server answered.' }) as const,
      accounts: createAccounts(store),
      ledger: createLedger(store),
    };
    const parts = { scans, ...unowned, store: { ...store, sweep }, log, botKeys };
    const schedule = startSchedule(parts);
    return {
      scans,
      schedule,
      /** A minute, and the work that it brings. */
      async forward(until: () => boolean | Promise<boolean>, isOver: () => boolean = deadline()) {
        // Second by second: what a timer starts may set the next timer only once a promise is settled.
        for (let second = 0; second < MINUTE_MS; second += 1000) {
          t.mock.timers.tick(1000);
          await setImmediate();
        }
        while (!isOver() && !(await until())) await setImmediate();
        return until();
      },
      tended: () => tended,
      said: (words: string) => lines.some((line) => line.includes(words)),
    };
  }

  it('puts lost scans back into the queue every minute, and stops on request', async (t) => {
    const { store } = opened;
    const jobs = { ...store.jobs, add: () => Promise.reject(new Error('the process died here')) };
    await assert.rejects(createScans({ ...store, jobs }).start(NEW));
    const { forward, schedule } = start(t);
    assert.equal((await store.jobs.counts()).waiting, 0);
    assert.ok(await forward(async () => (await store.jobs.counts()).waiting === 1));
    await schedule.stop();
    await assert.rejects(createScans({ ...store, jobs }).start(NEW));
    const isAgain = async () => (await store.jobs.counts()).waiting === 2;
    assert.equal(await forward(isAgain, turns()), false);
  });

  it('sweeps at 17 minutes past the hour', async (t) => {
    const { forward, said, schedule } = start(t);
    await opened.store.documents<string>('mortal').set('id', 'value', 1000);
    assert.equal(await forward(() => said('swept'), turns()), false, 'not at 16');
    assert.ok(await forward(() => said('swept')));
    assert.ok(said('"removed":1'));
    await schedule.stop();
  });

  it('stops after the runs that are under way', async (t) => {
    let finish: ((removed: number) => void) | undefined;
    const sweep = () =>
      new Promise<number>((resolve) => {
        finish = resolve;
      });
    const { forward, schedule } = start(t, { sweep });
    await forward(() => finish !== undefined, turns());
    assert.ok(await forward(() => finish !== undefined));
    let hasStopped = false;
    const stopped = schedule.stop().then(() => {
      hasStopped = true;
    });
    for (let turn = 0; turn < 100; turn += 1) await setImmediate();
    assert.equal(hasStopped, false);
    finish?.(0);
    await stopped;
  });

  it('tends the signing keys at 37 minutes past the hour', async (t) => {
    const { forward, tended, schedule } = start(t);
    for (let minute = 16; minute < 37; minute += 1) await forward(() => true);
    assert.equal(tended(), 0);
    assert.ok(await forward(() => tended() === 1));
    await schedule.stop();
  });

  it('logs a task that fails, and goes on', async (t) => {
    const { forward, said, schedule } = start(t, { sweep: () => Promise.reject(new Error('the disk is gone')) });
    await forward(() => true);
    assert.ok(await forward(() => said('a scheduled task failed')));
    assert.ok(said('the disk is gone'));
    await schedule.stop();
  });
});
