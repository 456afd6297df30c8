/** What a real browser showed, for reports that are text. */

import type { BrowserFinding, BrowserReport } from '../../schema/scan.ts';
import { pluralize } from '../pluralize.ts';

/** The browser score, or why there is none, and what was looked at: sentences in trusted text. */
export function browserHead({ browserScore, reason, browser, pages, leftOut, findings }: BrowserReport): string[] {
  const late = leftOut === 0 ? [] : [`${pluralize(leftOut, 'page')} could not be looked at in time.`];
  if (browserScore === null)
    return [`No browser score: ${reason ?? 'it was not measured'}. The site score does not depend on it.`, ...late];
  const looked = `${browser ?? 'A browser'} looked at ${pluralize(pages.length, 'page')}; the site score does not depend on it.`;
  return [
    `Browser score ${browserScore}/100.`,
    looked,
    ...late,
    ...(findings.length === 0 ? ['It found nothing to fix.'] : []),
  ];
}

/** `+6.3 B3 (4 pages): 3 of 20 controls in sight have no name.` */
export const findingWords = ({ checkId, gain, message, pages }: BrowserFinding): string =>
  `+${gain.toFixed(1)} ${checkId} (${pluralize(pages.length, 'page')}): ${message}`;
