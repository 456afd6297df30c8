/** What a real browser showed, for reports that are text. */

import * as z from 'zod';
import type { TextShares } from '../../schema/explanation.ts';
import type { BrowserFinding, BrowserReport } from '../../schema/scan.ts';
import { pluralize } from '../pluralize.ts';
import { browserActs, browserShares } from '../scoring/browser-reading.ts';

/** The browser score, or why there is none, and the pages that were opened: sentences in trusted text. */
export function browserHead(report: BrowserReport): string[] {
  const { browserScore, reason, leftOut } = report;
  if (browserScore === null)
    return [
      `No browser score: ${reason ?? 'it was not measured'}. The site score does not depend on it.`,
      ...late(leftOut),
    ];
  return [`Browser score ${browserScore}/100.`, ...browserLooked(report)];
}

/** The pages that were opened, and that nothing was found: sentences in trusted text. */
export function browserLooked({ browser, pages, leftOut, findings }: BrowserReport): string[] {
  const looked = `${browser ?? 'A browser'} looked at ${pluralize(pages.length, 'page')}; the site score does not depend on it.`;
  return [looked, ...late(leftOut), ...(findings.length === 0 ? ['It found nothing to fix.'] : [])];
}

const late = (leftOut: number): string[] =>
  leftOut === 0 ? [] : [`${pluralize(leftOut, 'page')} could not be looked at in time.`];

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

const Evidence = z.object({
  examples: z.array(z.string()).catch([]),
  findings: z.array(z.object({ at: z.string(), found: z.string() })).catch([]),
});
const MAX_QUOTES = 3;

/** What a finding is about on its worst page, at most three: third-party text. */
export function findingQuotes({ checkId, pages: [worst] }: BrowserFinding, report: BrowserReport): string[] {
  const page = report.pages.find(({ url }) => url === worst);
  const { data } = Evidence.safeParse(page?.checks.find((check) => check.checkId === checkId)?.details.evidence);
  if (data === undefined) return [];
  const places = data.findings.map(({ at, found }) => (at === '' ? found : `${at}: ${found}`));
  return [...new Set([...data.examples, ...places])].slice(0, MAX_QUOTES);
}
