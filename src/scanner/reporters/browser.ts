/** What a real browser showed, for reports that are text. */

import type { TextShares } from '../../schema/explanation.ts';
import type { BrowserFinding, BrowserReport } from '../../schema/scan.ts';
import { pluralize } from '../pluralize.ts';
import { browserActs, browserShares } from '../scoring/browser-reading.ts';

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

/** The row of a browser among the readers, who run no scripts; undefined where none looked. */
export function browserRow(report: BrowserReport | undefined): (TextShares & { readonly name: string }) | undefined {
  const shares = report === undefined ? undefined : browserShares(report);
  return shares === undefined
    ? undefined
    : { ...shares, name: `A real browser, on ${pluralize(shares.pages, 'page')}` };
}

/** What agents in a browser can do, as a sentence; '' where nothing was to be tried. */
export function browserActsWords(report: BrowserReport | undefined): string {
  const acts = report === undefined ? [] : browserActs(report);
  return acts.length === 0 ? '' : `A real browser can ${acts.join(', ')} of the pages that offer it. Nothing was sent.`;
}

/** `+6.3 B3 (4 pages): 3 of 20 controls in sight have no name.` */
export const findingWords = ({ checkId, gain, message, pages }: BrowserFinding): string =>
  `+${gain.toFixed(1)} ${checkId} (${pluralize(pages.length, 'page')}): ${message}`;
