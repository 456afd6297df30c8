/** A valid value for a field of a form, so that an agent can be seen to fill it. It is never sent. */

import type { FieldFacts } from './in-page.ts';

/** By the input's type (HTML, section 4.10.5.1). */
const SAMPLES: Readonly<Record<string, string>> = {
  email: 'reader@example.com',
  tel: '+1 202 555 0100',
  url: 'https://example.com/',
  date: '2030-05-14',
  time: '10:30',
  month: '2030-05',
  week: '2030-W20',
  'datetime-local': '2030-05-14T10:30',
  color: '#336699',
  number: '2',
  range: '2',
};

/** Undefined for what cannot be typed into: files, buttons, fields that are fixed. */
export function sampleValue({ type, min, max, maxLength, isFixed }: FieldFacts): string | undefined {
  if (isFixed || type === 'file' || type === 'hidden' || type === 'submit' || type === 'button') return undefined;
  const sample = SAMPLES[type] ?? 'Example';
  const isOrdered = type === 'date' || type === 'time' || type === 'month' || type === 'datetime-local';
  if (isOrdered) return max !== '' && sample > max ? max : min !== '' && sample < min ? min : sample;
  if (type === 'number' || type === 'range')
    return min !== '' && Number(min) > 2 ? min : max !== '' && Number(max) < 2 ? max : sample;
  return maxLength > 0 ? sample.slice(0, maxLength) : sample;
}
