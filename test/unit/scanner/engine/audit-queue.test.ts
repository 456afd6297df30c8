import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { SampledPage } from '../../../../src/scanner/crawl/audit-sample.ts';

import { createAuditQueue } from '../../../../src/scanner/engine/audit-queue.ts';
import type { AccessibilityAudit } from '../../../../src/scanner/model/page.ts';
import type { AccessibilityPool } from '../../../../src/scanner/workers/accessibility-pool.ts';

const page = (url: string): SampledPage => ({ url, job: { html: Buffer.from(url), contentTypeHeader: undefined } });
const DONE: AccessibilityAudit = { kind: 'done', violations: [] };
const never = new AbortController().signal;

/** Answers by URL, which replaces the page's body; an error is thrown. */
function poolOf(
  answers: Readonly<Record<string, AccessibilityAudit | Error>>,
): AccessibilityPool & { asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    async audit({ html }) {
      const url = Buffer.from(html).toString();
      asked.push(url);
      const answer = answers[url] ?? DONE;
      if (answer instanceof Error) throw answer;
      return answer;
    },
    close: () => Promise.resolve(),
  };
}

function auditPages(pool: AccessibilityPool, pages: readonly SampledPage[], signal: AbortSignal) {
  const queue = createAuditQueue(pool, signal);
  // One by one, as the crawl finds them.
  for (const each of pages) queue.add([each]);
  return queue.results();
}

describe('the queue of audits', () => {
  it('answers by URL', async () => {
    const broken: AccessibilityAudit = { kind: 'done', violations: [{ rule: 'label', count: 1, example: '<input>' }] };
    const audits = await auditPages(poolOf({ b: broken }), [page('a'), page('b')], never);
    assert.deepEqual(
      [...audits],
      [
        ['a', DONE],
        ['b', broken],
      ],
    );
  });
  it('leaves out pages over the size limit without asking', async () => {
    const pool = poolOf({});
    const audits = await auditPages(pool, [{ url: 'a', job: undefined }, page('b')], never);
    assert.deepEqual(audits.get('a'), { kind: 'left-out', why: 'size' });
    assert.deepEqual(pool.asked, ['b']);
  });
  it('goes on after a page that is too large for the worker, and not after one that is too much', async () => {
    const effort: AccessibilityAudit = { kind: 'left-out', why: 'effort' };
    const pool = poolOf({ a: { kind: 'left-out', why: 'size' }, b: effort });
    const audits = await auditPages(pool, ['a', 'b', 'c'].map(page), never);
    assert.deepEqual(audits.get('c'), effort);
    assert.deepEqual(pool.asked, ['a', 'b']);
  });
  it('is empty without pages', async () => {
    assert.equal((await auditPages(poolOf({}), [], never)).size, 0);
  });
  it('does not reject when it is ended', async () => {
    const audits = await auditPages(poolOf({ a: new Error('aborted') }), ['a', 'b'].map(page), never);
    assert.deepEqual([...audits.values()], Array(2).fill({ kind: 'left-out', why: 'effort' }));
  });
});
