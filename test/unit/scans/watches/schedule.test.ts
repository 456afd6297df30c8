import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CADENCES, nextRunAt, pagesPerDay } from '../../../../src/scans/watches/schedule.ts';

const HOUR_MS = 3_600_000;
const BEGIN = Date.parse('2026-01-31T10:20:00Z');
const HOURS = { hourly: 1, daily: 24, weekly: 168 } as const;

describe('the time of the next run', () => {
  for (const cadence of ['hourly', 'daily', 'weekly'] as const) {
    it(`${cadence}: after the first within a period and an hour, from then on whole periods apart`, () => {
      for (const id of ['a', 'b', 'c', 'd']) {
        const periodMs = HOURS[cadence] * HOUR_MS;
        const second = nextRunAt({ id, cadence }, BEGIN, BEGIN);
        assert.ok(second > BEGIN && second <= BEGIN + periodMs + HOUR_MS, id);
        assert.equal(nextRunAt({ id, cadence }, second, second + 60_000) - second, periodMs);
      }
    });

    it(`${cadence}: runs that were missed are not made up for`, () => {
      const periodMs = HOURS[cadence] * HOUR_MS;
      const second = nextRunAt({ id: 'a', cadence }, BEGIN, BEGIN);
      const now = second + 7.5 * periodMs;
      const next = nextRunAt({ id: 'a', cadence }, second, now);
      assert.equal((next - second) % periodMs, 0);
      assert.ok(next > now && next - now <= periodMs);
    });
  }

  it('monthly: on the same day of each month, at most the 28th', () => {
    const days: string[] = [];
    for (let last = BEGIN, run = 0; run < 3; run += 1) {
      last = nextRunAt({ id: 'a', cadence: 'monthly' }, last, last);
      days.push(new Date(last).toISOString().slice(0, 10));
    }
    assert.deepEqual(days, ['2026-02-28', '2026-03-28', '2026-04-28']);
  });

  it('is spread over the hour by the id', () => {
    const minutes = Array.from({ length: 200 }, (_, at) =>
      Math.floor((nextRunAt({ id: `wat_${at}`, cadence: 'daily' }, BEGIN, BEGIN) % HOUR_MS) / 60_000),
    );
    assert.ok(new Set(minutes).size > 40);
  });
});

it('pages a day follow the cadence', () => {
  assert.deepEqual(
    CADENCES.map((cadence) => Math.round(pagesPerDay(cadence, 70))),
    [1680, 70, 10, 2],
  );
});
