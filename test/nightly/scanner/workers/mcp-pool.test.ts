import assert from 'node:assert/strict';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { describe, it } from 'node:test';
import { gradeSession } from '../../../../src/scanner/mcp/grade/score.ts';
import type { McpTranscript } from '../../../../src/scanner/mcp/session/gather.ts';
import { createMcpPool, type McpPoolOptions } from '../../../../src/scanner/workers/mcp-pool.ts';
import { ENTRIES } from '../../../../src/scanner/workers/threads.ts';
import { handshake, listing, listings, mcp } from '../../../support/mcp-artifacts.ts';
import { threadEntries } from '../../../support/program.ts';

const never = new AbortController().signal;
const AMPLE = 30_000;
const noBug = (checkId: string, thrown: unknown) => assert.fail(`${checkId}: ${thrown}`);

async function withPool<T>(
  use: (pool: ReturnType<typeof createMcpPool>) => Promise<T>,
  options: Partial<McpPoolOptions> = {},
): Promise<T> {
  const pool = createMcpPool({ threads: 1, onBug: noBug, ...threadEntries(), ...options });
  try {
    return await use(pool);
  } finally {
    await pool.close();
  }
}

/** Tools of 16 kB; a session may bring 1,000. */
function heavy(tools = 1000): McpTranscript {
  const words = Array.from({ length: 2600 }, (_, index) => `word${(index * 7919) % 9973}`).join(' ');
  const items = Array.from({ length: tools }, (_, index) => ({
    name: `tool_${index}`,
    description: `${index} ${words}`,
  }));
  return { ...mcp(), listings: listings({ tools: listing(items) }) };
}

describe('grading in a thread', () => {
  it('gives the same grade as here', async () => {
    const transcript: McpTranscript = mcp();
    const grade = await withPool((pool) => pool.grade(transcript, never, AMPLE));
    assert.deepEqual(grade, structuredClone(gradeSession(transcript, noBug)));
  });

  it('leaves this thread free', async () => {
    const isNeverStuck = async (pool: ReturnType<typeof createMcpPool>): Promise<void> => {
      await pool.grade(mcp(), never, AMPLE);
      const transcript = heavy(100);
      const stuck = async (): Promise<boolean> => {
        const delay = monitorEventLoopDelay({ resolution: 5 });
        delay.enable();
        const startedAt = performance.now();
        assert.equal(typeof (await pool.grade(transcript, never, AMPLE)), 'object');
        return delay.max / 1e6 >= Math.max(100, (performance.now() - startedAt) / 3);
      };
      // Once may be the machine's fault, which has other things to do; three times is ours.
      assert.ok(!((await stuck()) && (await stuck()) && (await stuck())));
    };
    await withPool(isNeverStuck, { timeoutMs: AMPLE });
  });

  it('gives up on what takes too long, and goes on', async () => {
    await withPool(
      async (pool) => {
        await pool.grade(mcp(), never, AMPLE);
        assert.equal(await pool.grade(heavy(), never, AMPLE), 'too-much');
        assert.equal(await pool.grade(heavy(), never, AMPLE), 'too-much');
      },
      { timeoutMs: 30 },
    );
  });

  it('gives up on what takes too much memory, and goes on', async () => {
    await withPool(
      async (pool) => {
        assert.equal(typeof (await pool.grade(mcp(), never, AMPLE)), 'object');
        assert.equal(await pool.grade(heavy(), never, AMPLE), 'too-much');
        assert.equal(typeof (await pool.grade(mcp(), never, AMPLE)), 'object');
      },
      { heapMb: 32 },
    );
  });

  it('survives threads that run out of memory while they load', async () => {
    // Where loading ends within memory depends on the version of Node.
    for (const heapMb of [5, 6, 7, 8, 9, 10]) {
      for (let time = 0; time < 4; time += 1) {
        const grade = await withPool((pool) => pool.grade(mcp(), never, AMPLE), { heapMb });
        assert.ok(grade === 'too-much' || typeof grade === 'object');
      }
    }
  });

  it('counts the time of a job from its start, however many wait before it', async () => {
    const transcript = heavy(1);
    const aloneMs = await withPool(async (pool) => {
      await pool.grade(mcp(), never, AMPLE);
      const startedAt = performance.now();
      await pool.grade(transcript, never, AMPLE);
      return performance.now() - startedAt;
    });
    // Far above what one job takes on a busy machine, and far below what all of them take.
    const timeoutMs = Math.max(20 * aloneMs, 1000);
    await withPool(
      async (pool) => {
        await pool.grade(mcp(), never, AMPLE);
        const startedAt = performance.now();
        // Each place that becomes free is taken again, until the jobs together took more than twice the time of one.
        const grades: unknown[] = [];
        const keepBusy = async (): Promise<void> => {
          do grades.push(typeof (await pool.grade(transcript, new AbortController().signal, 10 * AMPLE)));
          while (performance.now() - startedAt < 2 * timeoutMs);
        };
        const waiting = Math.ceil((2 * timeoutMs) / aloneMs);
        await Promise.all(Array.from({ length: waiting }, keepBusy));
        assert.ok(performance.now() - startedAt > 2 * timeoutMs, 'they waited longer than one may take');
        assert.deepEqual([...new Set(grades)], ['object']);
      },
      { timeoutMs },
    );
  });

  it('does not count the start of a thread', async () => {
    // From the sources a thread takes a second to start, many times what the job takes.
    const entries = ENTRIES;
    const gradeOnce = (pool: ReturnType<typeof createMcpPool>) => pool.grade(mcp(), never, AMPLE);
    const startedAt = performance.now();
    await withPool(gradeOnce, { entries });
    const timeoutMs = Math.floor((performance.now() - startedAt) / 3);
    assert.equal(typeof (await withPool(gradeOnce, { timeoutMs, entries })), 'object');
  });

  it('says overload, never a verdict, when others had the thread until the time was over', async () => {
    await withPool(async (pool) => {
      await pool.grade(mcp(), never, AMPLE);
      const first = pool.grade(heavy(100), never, AMPLE);
      assert.equal(await pool.grade(mcp(), never, 20), 'overload');
      assert.equal(typeof (await first), 'object');
      assert.equal(await pool.grade(heavy(100), never, 20), 'overload');
      assert.equal(typeof (await pool.grade(mcp(), never, AMPLE)), 'object');
    });
  });

  it('ends when the scan does', async () => {
    const signal = AbortSignal.timeout(20);
    await withPool((pool) => assert.rejects(pool.grade({ ...heavy(), handshake: handshake() }, signal, AMPLE)));
  });
});
