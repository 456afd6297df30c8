import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import type { AccessibilityJob } from '../../../../src/scanner/workers/accessibility-job.ts';
import {
  type AccessibilityPool,
  type AccessibilityPoolOptions,
  createAccessibilityPool,
} from '../../../../src/scanner/workers/accessibility-pool.ts';

const job = (body: string): AccessibilityJob => ({
  html: Buffer.from(`<!doctype html><html lang=en><title>A</title><body>${body}</body></html>`),
  contentTypeHeader: 'text/html',
});
const SMALL = job('<button></button>');
const LARGE = job('<button></button>'.repeat(5900));
const FOUND = { kind: 'done', violations: [{ rule: 'button-name', count: 1, example: '<button></button>' }] };
const TOO_MUCH = { kind: 'left-out', why: 'effort' };
const never = new AbortController().signal;

const pools: AccessibilityPool[] = [];
after(() => Promise.all(pools.map((pool) => pool.close())));
function open(options: AccessibilityPoolOptions = {}): { pool: AccessibilityPool; failures: unknown[] } {
  const failures: unknown[] = [];
  const pool = createAccessibilityPool({ onFailure: (thrown) => failures.push(thrown), ...options });
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

  it('costs nothing before the first page, and can be closed then', async () => {
    await createAccessibilityPool().close();
  });
});
