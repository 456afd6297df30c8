import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { LogEntry } from '../../../src/logs/entry.ts';
import { createSessions } from '../../../src/logs/sessions.ts';

const START_MS = Date.UTC(2026, 10, 1);

const entry = (seconds: number, address = '192.0.2.1'): LogEntry => ({
  ...{ address, timeMs: START_MS + seconds * 1000, method: 'GET', target: '/', status: 200, bytes: 1, userAgent: '' },
});

type Request = readonly [seconds: number, path: string, address?: string, agent?: string];

/** Closed sessions as paths, and how many began. */
function visitsOf(requests: readonly Request[]): { closed: string[]; begun: number } {
  const closed: string[] = [];
  const sessions = createSessions((agent, steps) => closed.push(`${agent}: ${steps.join(' ')}`));
  const begun = requests.filter(([seconds, path, address, agent = 'gptbot']) =>
    sessions.add(agent, entry(seconds, address), path),
  ).length;
  sessions.end();
  return { closed: closed.sort(), begun };
}

describe('sessions', () => {
  it('are the pages of one agent from one address in their order', () => {
    const { closed, begun } = visitsOf([
      [0, '/a'],
      [1, '/x', '192.0.2.2'],
      [2, '/b'],
      [2, '/other', '192.0.2.1', 'claudebot'],
      [3, '/b'],
      [4, '/c'],
    ]);
    assert.deepEqual(closed, ['claudebot: /other', 'gptbot: /a /b /c', 'gptbot: /x']);
    assert.equal(begun, 3);
  });

  it('end after five minutes without a request, and when a clock jumps back further than that', () => {
    const { closed, begun } = visitsOf([
      [0, '/a'],
      [300, '/b'],
      [601, '/c'],
      [-9000, '/d'],
    ]);
    assert.deepEqual(closed, ['gptbot: /a /b', 'gptbot: /c', 'gptbot: /d']);
    assert.equal(begun, 3);
  });

  it('keep eight pages, and 120 characters of each', () => {
    const { closed } = visitsOf(Array.from({ length: 20 }, (_, at): Request => [at, `/${at}/${'long'.repeat(100)}`]));
    const steps = closed[0]?.split(' ').slice(1) ?? [];
    assert.equal(steps.length, 8);
    assert.ok(steps.every(({ length }) => length === 120));
  });

  it('close each once, however many are open', () => {
    const many = Array.from({ length: 5000 }, (_, at): Request => [at / 100, '/a', `2001:db8::${at.toString(16)}`]);
    const { closed, begun } = visitsOf(many);
    assert.deepEqual([closed.length, begun], [5000, 5000]);
    // Asked for now and then, so it stays open while all the others go.
    const faithful = many.flatMap((each, at): Request[] =>
      at % 500 === 0 ? [each, [each[0], `/kept-${at}`, '192.0.2.9']] : [each],
    );
    const kept = visitsOf(faithful);
    assert.equal(kept.begun, 5001);
    assert.deepEqual(
      kept.closed.filter((line) => line.includes('/kept')),
      ['gptbot: /kept-0 /kept-500 /kept-1000 /kept-1500 /kept-2000 /kept-2500 /kept-3000 /kept-3500'],
    );
  });
});
