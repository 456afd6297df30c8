import type { Harbour } from './harbour.js';
import type { Metres } from './units.js';

/** The sea at one moment. */
export interface Height {
  /** UTC. */
  readonly at: Date;
  /** Above chart datum. */
  readonly metres: Metres;
}

/** A high or a low water. */
export interface Turn extends Height {
  /** Which of the two. */
  readonly kind: 'high' | 'low';
}

const EPOCH = Date.UTC(2000, 0, 1);
const HOUR = 3_600_000;
const STEP = HOUR / 10;

/**
 * The height at a moment.
 * @example
 * ```ts
 * predict(aldmouth, new Date('2026-05-01T06:00:00Z')).metres; // 3.42
 * ```
 */
export function predict(harbour: Harbour, at: Date): Height {
  const hours = (at.getTime() - EPOCH) / HOUR;
  const metres = harbour.constituents.reduce((sum, part) => sum + part.heightAt(hours), harbour.meanLevel);
  return { at, metres };
}

/** The high waters of a day, earliest first. There are one or two at most harbours, and sometimes none. */
export function highWaters(harbour: Harbour, day: Date): Turn[] {
  return turns(harbour, day).filter(({ kind }) => kind === 'high');
}

/** The low waters of a day, earliest first. */
export function lowWaters(harbour: Harbour, day: Date): Turn[] {
  return turns(harbour, day).filter(({ kind }) => kind === 'low');
}

function turns(harbour: Harbour, day: Date): Turn[] {
  const found: Turn[] = [];
  const start = day.getTime();
  for (let now = start; now < start + 24 * HOUR; now += STEP) {
    const [before, here, after] = [now - STEP, now, now + STEP].map((time) => predict(harbour, new Date(time)));
    if (before === undefined || here === undefined || after === undefined) continue;
    if (here.metres > before.metres && here.metres >= after.metres) found.push({ ...here, kind: 'high' });
    if (here.metres < before.metres && here.metres <= after.metres) found.push({ ...here, kind: 'low' });
  }
  return found;
}
