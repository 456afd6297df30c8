/** Times of logs, as Unix time in milliseconds. NaN for anything else. */

/** From 1970 to 9999. Others have no ISO 8601 form of four digits, and no server logs them. */
const MAX_MS = Date.UTC(9999, 11, 31, 23, 59, 59, 999);
const MAX_NANOSECONDS = 1e20;
const usable = (ms: number): number => (ms >= 0 && ms <= MAX_MS ? ms : Number.NaN);

const MONTHS = 'JanFebMarAprMayJunJulAugSepOctNovDec';
const MINUTE_MS = 60_000;

/** The last day and hour that were computed: neighbouring lines share them. */
let known = '';
let knownMs = Number.NaN;

/** `27/Nov/2026:10:15:30 +0100`, as Apache and nginx write it. */
export function clfTime(text: string): number {
  const hour = text.slice(0, 14);
  const zone = text.slice(20, 26);
  if (`${hour}${zone}` !== known) {
    known = `${hour}${zone}`;
    knownMs = hourOf(hour, zone);
  }
  const [minute, second] = [number(text, 15, 17), number(text, 18, 20)];
  return minute < 60 && second < 61 ? usable(knownMs + minute * MINUTE_MS + second * 1000) : Number.NaN;
}

function hourOf(hour: string, zone: string): number {
  const month = MONTHS.indexOf(hour.slice(3, 6));
  if (month < 0 || month % 3 !== 0) return Number.NaN;
  const [day, year, at] = [number(hour, 0, 2), number(hour, 7, 11), number(hour, 12, 14)];
  const [zoneHours, zoneMinutes] = [number(zone, 2, 4), number(zone, 4, 6)];
  if (!(day >= 1 && day <= 31 && at < 24)) return Number.NaN;
  const offset = (Number.isNaN(zoneHours) ? 0 : zoneHours * 60 + zoneMinutes) * MINUTE_MS;
  return Date.UTC(year, month / 3, day, at) - (zone[1] === '-' ? -offset : offset);
}

function number(text: string, from: number, to: number): number {
  const part = text.slice(from, to);
  return /^\d+$/.test(part) ? Number(part) : Number.NaN;
}

/** ISO 8601; or a number of seconds, milliseconds, microseconds or nanoseconds since 1970, by its size. */
export function anyTime(value: unknown): number {
  if (typeof value === 'number' || (typeof value === 'string' && /^\d{9,20}(?:\.\d{1,9})?$/.test(value))) {
    let time = Number(value);
    if (!(time >= 0 && time < MAX_NANOSECONDS)) return Number.NaN;
    if (time < 1e11) time *= 1000;
    while (time > 1e14) time /= 1000;
    return usable(Math.round(time));
  }
  if (typeof value !== 'string' || value.length > 40) return Number.NaN;
  if (/^\d{2}\/[A-Z][a-z]{2}\/\d{4}:/.test(value)) return clfTime(value);
  // A zone without a colon, as strftime writes it, is not ISO 8601.
  return usable(Date.parse(value.replace(/([+-]\d{2})(\d{2})$/, '$1:$2')));
}
