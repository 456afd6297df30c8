import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import type { AuditSubject } from '../../../../src/scanner/parse/html/audit-subject.ts';
import {
  type AccessibilityPool,
  type AccessibilityPoolOptions,
  createAccessibilityPool,
} from '../../../../src/scanner/workers/accessibility-pool.ts';
import type { AccessibilityJob } from '../../../../src/scanner/workers/page-job.ts';
import { PageTooHard } from '../../../../src/scanner/workers/page-pool.ts';
import { subjectOf as findSubject } from '../../../../src/scanner/workers/page-worker.ts';
import { threadEntries } from '../../../support/program.ts';

const job = (body: string): AccessibilityJob => ({
  html: Buffer.from(`<!doctype html><html lang=en><title>A</title><body>${body}</body></html>`),
  contentTypeHeader: 'text/html',
});
const subjectOf = async (given: AccessibilityJob): Promise<AuditSubject> => findSubject(given);
/** With a tabindex, axe-core is asked about it. */
const NAMELESS = '<button tabindex="0"></button>';
const SMALL = job(NAMELESS);
const LARGE = job(NAMELESS.repeat(5900));
const FOUND = { kind: 'done', violations: [{ rule: 'button-name', count: 1, example: NAMELESS }] };
const TOO_MUCH = { kind: 'left-out', why: 'effort' };
const never = new AbortController().signal;

const pools: AccessibilityPool[] = [];
after(() => Promise.all(pools.map((pool) => pool.close())));
function open(options: Partial<AccessibilityPoolOptions> = {}): { pool: AccessibilityPool; failures: unknown[] } {
  const failures: unknown[] = [];
  const pool = createAccessibilityPool({
    subjectOf,
    onFailure: (thrown) => failures.push(thrown),
    ...threadEntries(),
    ...options,
  });
  pools.push(pool);
  return { pool, failures };
}

describe('the accessibility pool', () => {
  it('audits pages off the main thread, several at a time', async () => {
    const { pool, failures } = open();
    assert.deepEqual(await Promise.all([SMALL, SMALL, SMALL].map((each) => pool.audit(each, never))), [
      FOUND,
      FOUND,
      FOUND,
    ]);
    assert.deepEqual(failures, []);
  });

  it('gives up on a page that takes too long', async () => {
    const { pool, failures } = open({ timeoutMs: 1 });
    assert.deepEqual(await pool.audit(LARGE, never), TOO_MUCH);
    assert.deepEqual(failures, [], 'a page that is too much is no failure of ours');
  });

  it('replaces the thread of a page that is ended in the middle', async () => {
    const { pool } = open();
    assert.deepEqual(await pool.audit(SMALL, never), FOUND);
    const controller = new AbortController();
    const long = pool.audit(LARGE, controller.signal);
    setTimeout(() => controller.abort(new Error('over')), 50);
    await assert.rejects(long, /over/);
    assert.deepEqual(await pool.audit(SMALL, never), FOUND);
  });

  it('survives a page that takes all memory, and goes on with the next', async () => {
    const { pool, failures } = open({ heapMb: 80 });
    assert.deepEqual(await pool.audit(SMALL, never), FOUND);
    assert.deepEqual(await pool.audit(LARGE, never), TOO_MUCH);
    assert.deepEqual(await pool.audit(SMALL, never), FOUND);
    assert.deepEqual(failures, []);
  });

  it('starts a new thread after a number of pages, without losing one', async () => {
    const { pool } = open({ jobsPerThread: 2 });
    const audits = await Promise.all(Array.from({ length: 5 }, () => pool.audit(SMALL, never)));
    assert.deepEqual(audits, [FOUND, FOUND, FOUND, FOUND, FOUND]);
  });

  it('does not start a job that is no longer wanted', async () => {
    await assert.rejects(open().pool.audit(SMALL, AbortSignal.abort(new Error('over'))), /over/);
  });

  it('answers for a page without questions by itself', async () => {
    const { pool } = open({ timeoutMs: 0, heapMb: 1 });
    const named = job('<main><h1>A</h1><a href="/b">B</a><button>C</button></main>');
    assert.deepEqual(await pool.audit(named, never), { kind: 'done', violations: [] });
  });

  it('leaves out a page whose questions are too much to find, and reports only other errors', async () => {
    const tooHard = open({ subjectOf: () => Promise.reject(new PageTooHard('too large')) });
    assert.deepEqual(await tooHard.pool.audit(SMALL, never), TOO_MUCH);
    assert.deepEqual(tooHard.failures, []);
    const thrown = new Error('a bug');
    const failing = open({ subjectOf: () => Promise.reject(thrown) });
    assert.deepEqual(await failing.pool.audit(SMALL, never), TOO_MUCH);
    assert.deepEqual(failing.failures, [thrown]);
  });

  it('costs nothing before the first page, and can be closed then', async () => {
    await createAccessibilityPool({ subjectOf }).close();
  });
});
