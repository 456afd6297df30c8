import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import type { PageJob } from '../../../../src/scanner/workers/page-job.ts';
import { createPagePool, PageTooHard } from '../../../../src/scanner/workers/page-pool.ts';
import { page, site } from '../../../support/artifacts.ts';
import { inWhole } from '../../../support/exhaustive.ts';
import { threadEntries } from '../../../support/program.ts';

const TAGS = 75_000;
const MEGABYTE = 1_000_000;

const { target } = site();
const { facts: _, ...fetched } = page('/a');

const jobOf = (html: string): PageJob => ({
  target,
  page: fetched,
  html: Buffer.from(html),
  twin: undefined,
  wantsFacts: false,
});

describe('the pool of page threads', () => {
  const pool = createPagePool({ threads: 1, ...threadEntries() });
  const judge = (html: string) => pool.judge(jobOf(html), new AbortController().signal);
  after(() => pool.close());

  it('judges a page of as many tags as are allowed', async () => {
    const { digest, bugs } = await judge('<br>'.repeat(TAGS));
    assert.equal(digest.readable, 'yes');
    assert.deepEqual(bugs, []);
  });

  for (const [tag, count] of [
    ['<br>', TAGS + 1],
    ['<br>', 1_200_000],
    ['<div>', 900_000],
    ['<a href="/b">b</a>', 100_000],
  ] as const) {
    it(`leaves ${count} ${tag} unmeasured, and takes little memory for it`, async () => {
      const memory = watchMemory();
      const { digest, records } = await judge(tag.repeat(count));
      assert.equal(digest.readable, 'unknown');
      for (const { status, message } of records) {
        assert.equal(status, 'error');
        assert.equal(message, `Could not be measured: the page has more than ${TAGS} tags.`);
      }
      const grown = memory.stop();
      assert.ok(grown < 150 * MEGABYTE, `grew by ${Math.round(grown / MEGABYTE)} MB`);
    });
  }

  inWhole(() =>
    it('says that a page took too much memory, not too long, and goes on with the next', async () => {
      // Every paragraph opens a thousand elements again that an earlier one left open (HTML, "reconstruct the active
      // formatting elements").
      const bomb = `<p>${Array.from({ length: 1000 }, (_, at) => `<b a=${at}>`).join('')}${'<p>x</p>'.repeat(60_000)}`;
      // So that a slow machine does not end the job by its time.
      const patient = createPagePool({ threads: 1, timeoutMs: 120_000, ...threadEntries() });
      const judgeOf = (html: string) => patient.judge(jobOf(html), new AbortController().signal);
      const memory = watchMemory();
      await assert.rejects(judgeOf(bomb), (error) => error instanceof PageTooHard && /more memory/.test(error.message));
      const grown = memory.stop();
      assert.ok(grown < 330 * MEGABYTE, `grew by ${Math.round(grown / MEGABYTE)} MB`);
      assert.equal((await judgeOf('<p>Hello')).digest.readable, 'yes');
      await patient.close();
    }),
  );
});

/** Answers, when stopped, how far the memory of the whole process rose above where it was. */
function watchMemory(): { stop(): number } {
  const before = process.memoryUsage.rss();
  let most = before;
  const timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss());
  }, 5).unref();
  return {
    stop() {
      clearInterval(timer);
      return most - before;
    },
  };
}
