import { ConfigError } from '../errors.ts';

const UNITS: Readonly<Record<string, number>> = { h: 3_600_000, d: 86_400_000, w: 604_800_000 };

/** The start of a period (Unix time in milliseconds): `30d`, `12h`, `2w`, or a date. @throws ConfigError */
export function sinceMs(text: string, nowMs: number): number {
  const [, number, unit] = /^(\d{1,4})([hdw])$/.exec(text) ?? [];
  if (number !== undefined) return nowMs - Number(number) * (UNITS[unit ?? ''] ?? 0);
  const date = /^\d{4}-\d{2}-\d{2}(?:T[\d:.]{4,15}Z?)?$/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(date)) throw new ConfigError('--since: expected 30d, 12h, 2w, or a date such as 2026-11-01');
  return date;
}
