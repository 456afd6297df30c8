import { RUBRIC } from '../rubric.ts';
import type { CheckRecord } from '../run-checks.ts';
import { creditOf } from './tally.ts';

const {
  checks: [QUALITY],
  by: DISCOVERY,
} = RUBRIC.scaledByDiscovery;

/**
 * What there is to gain on a page whose Markdown earns less than its quality, because of the way it is found: as a
 * finding of the check of that way (P23), which passes there. Undefined where nothing is lost.
 */
export function betterDiscovery(record: CheckRecord): CheckRecord | undefined {
  if (record.id !== QUALITY) return undefined;
  const worth = record.status === 'pass' ? 1 : record.status === 'warn' ? RUBRIC.warnCredit : 0;
  return (creditOf(record) ?? 0) < worth ? { id: DISCOVERY, status: 'warn', ...WORDS } : undefined;
}

const WORDS = {
  message: `The Markdown version counts in part (${QUALITY}), since it is not to be had by content negotiation.`,
  howToFix:
    'Answer "Accept: text/markdown" at the address of each page with its Markdown (Content-Type: text/markdown, Vary: Accept), beside the link that names it.',
};
