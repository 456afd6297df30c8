/** Waiting for a scan: its end, the permitted callers, and reports meanwhile. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ScanPhase } from '../../../src/scanner/model/scan.ts';
import type { ScanRecord } from '../../../src/scans/scan-record.ts';
import { earlyFindings, percentDone, phaseWords } from '../../../src/scans/scan-record.ts';
import { createScanWaits, type ScanWait, type ScanWaitsParts } from '../../../src/scans/scan-waits.ts';
import type { Progress } from '../../../src/tools/define-tool.ts';

const ALICE = ['key:alice'];
const BOB = ['address:192.0.2.1'];

/** One scan that a test moves on. */
function scanThat(limits: Pick<ScanWaitsParts, 'maxWaits' | 'maxWaitsEach'> = {}) {
  let scan: ScanRecord | undefined = {
    ...({} as ScanRecord),
    id: 'scn_1',
    status: 'running',
  };
  const listeners = new Set<(message: unknown) => void>();
  const waits = createScanWaits({
    scans: { byId: async () => scan },
    channel: {
      async subscribe(topic, listener) {
        assert.equal(topic, 'scan:scn_1');
        listeners.add(listener);
        return async () => void listeners.delete(listener);
      },
    },
    ...limits,
  });
  return {
    waits,
    listeners,
    wait: (how: Partial<ScanWait> = {}) =>
      waits.wait(
        { ...({} as ScanRecord), id: 'scn_1', status: 'running' },
        {
          seconds: 30,
          subjects: ALICE,
          request: new AbortController(),
          onProgress: () => {},
          ...how,
        },
      ),
    async become(change: Partial<ScanRecord> | undefined) {
      scan = scan === undefined || change === undefined ? undefined : { ...scan, ...change };
      for (const listener of listeners) listener({});
      // The waiting call reads the record again.
      await new Promise((resolve) => setTimeout(resolve, 5));
    },
  };
}
/** Whether a promise is settled by now. */
const isDone = (promise: Promise<unknown>) =>
  Promise.race([promise.then(() => true), new Promise<boolean>((resolve) => setTimeout(() => resolve(false), 20))]);

describe('a wait for a scan', () => {
  it('ends when the scan does, and unsubscribes', async () => {
    const { wait, become, listeners } = scanThat();
    const waiting = wait();
    assert.equal(await isDone(waiting), false);
    await become({ status: 'completed' });
    await waiting;
    assert.equal(listeners.size, 0);
  });

  it('ends when the scan is deleted', async () => {
    const { wait, become } = scanThat();
    const waiting = wait();
    await become(undefined);
    await waiting;
  });

  it('ends when the time is up', async () => {
    const { wait, listeners } = scanThat();
    const startedMs = performance.now();
    await wait({ seconds: 0.05 });
    assert.ok(performance.now() - startedMs < 500);
    assert.equal(listeners.size, 0);
  });

  it('rejects when the caller leaves, and gives its place back', async () => {
    const { wait, listeners } = scanThat({ maxWaitsEach: 1 });
    const leaving = new AbortController();
    const waiting = wait({ request: leaving });
    assert.equal(await isDone(waiting), false);
    leaving.abort(new Error('left'));
    await assert.rejects(waiting, /left/);
    assert.equal(listeners.size, 0);
    const next = wait({ seconds: 0.05 });
    assert.equal(await isDone(next), false, 'the place is free');
    await next;
  });

  it('ends when the service stops, and none begins afterwards', async () => {
    const { waits, wait } = scanThat();
    const waiting = wait();
    assert.equal(await isDone(waiting), false);
    waits.close();
    await waiting;
    await wait();
  });

  it('answers at once above the limit of a caller, and above that of the process', async () => {
    const { wait, become } = scanThat({ maxWaits: 3, maxWaitsEach: 2 });
    const held = [wait(), wait()];
    assert.equal(await isDone(wait()), true, 'a third of one caller');
    held.push(wait({ subjects: BOB }));
    assert.equal(await isDone(wait({ subjects: BOB })), true, 'a fourth of the process');
    for (const each of held) assert.equal(await isDone(each), false);
    await become({ status: 'failed' });
    await Promise.all(held);
  });

  it('does not read anything for a caller who does not wait', async () => {
    const { wait, listeners } = scanThat();
    await wait({ seconds: 0, request: Object.create(null) });
    assert.equal(listeners.size, 0);
  });

  it('reports each phase once, with progress that increases even where more pages are found', async () => {
    const { wait, become } = scanThat();
    const told: Progress[] = [];
    const waiting = wait({ onProgress: (progress) => told.push(progress) });
    await isDone(waiting);
    const phases: ScanPhase[] = [
      { name: 'robots' },
      { name: 'pages', done: 20, of: 25 },
      { name: 'pages', done: 20, of: 25 },
      { name: 'pages', done: 41, of: 200 },
      { name: 'accessibility', of: 5 },
      { name: 'scoring' },
    ];
    for (const phase of phases) await become({ phase });
    await become({ status: 'completed' });
    await waiting;
    assert.deepEqual(
      told.map(({ message }) => message),
      [
        'waiting for its turn',
        'reading robots.txt',
        'page 20 of 25',
        'page 41 of 200',
        'accessibility of 5 pages',
        'scoring',
      ],
    );
    const steps = told.map(({ step }) => step);
    assert.deepEqual(
      steps,
      [...new Set(steps)].sort((a, b) => a - b),
    );
    assert.ok(told.every(({ step, total }) => step > 0 && step < total));
  });
});

describe('the early findings of a scan', () => {
  const fails = { P22: 3, P11: 7, P5: 3, P1: 1, P9: 2, P16: 1 };

  it('are the five checks that fail on most pages, by name', () => {
    const found = earlyFindings({ status: 'running', fails });
    assert.deepEqual(
      found.map(({ checkId, pages }) => [checkId, pages]),
      [
        ['P11', 7],
        ['P5', 3],
        ['P22', 3],
        ['P9', 2],
        ['P1', 1],
      ],
    );
    assert.equal(found[1]?.name, 'Page text needs JavaScript');
  });

  it('are none before the first and after the end, when the report has them', () => {
    assert.deepEqual(earlyFindings({ status: 'running' }), []);
    assert.deepEqual(earlyFindings({ status: 'completed', fails }), []);
  });
});

describe('the phases of a scan', () => {
  it('leave much of the bar for the work after the last page', () => {
    const percent = (phase: ScanPhase) => percentDone({ status: 'running', phase });
    assert.ok(percent({ name: 'pages', done: 25, of: 25 }) <= 60);
    assert.ok(percent({ name: 'scoring' }) < 100);
  });
  it('have words until the scan ends', () => {
    assert.equal(phaseWords({ status: 'running', phase: { name: 'probes', done: 0, of: 9 } }), 'probe 1 of 9');
    assert.equal(phaseWords({ status: 'completed', phase: { name: 'scoring' } }), undefined);
  });
});
