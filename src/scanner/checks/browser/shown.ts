import type { BrowserPage } from '../../model/browser.ts';
import type { Evidence, Outcome } from '../../model/result.ts';
import { notApplicable } from '../define.ts';

type Shown =
  | { readonly isShown: true; readonly evidence: Evidence }
  | { readonly isShown: false; readonly outcome: Outcome };

/** The start of the evidence, or the outcome of a check for a page that B1 alone judges: it did not open. */
export const shownPage = ({ outcome, finalUrl }: Pick<BrowserPage, 'outcome' | 'finalUrl'>): Shown =>
  outcome === 'read'
    ? { isShown: true, evidence: { url: finalUrl } }
    : { isShown: false, outcome: notApplicable('The page did not open in the browser (B1).') };

/** A share in words for people: whole percent, never 0 nor 100 for a share only near it. */
export function percentWords(share: number): string {
  const percent = Math.round(share * 100);
  if (share > 0 && percent === 0) return 'under 1 %';
  return `${share < 1 ? Math.min(percent, 99) : percent} %`;
}

/** A share as a credit: in thousandths, so that no noise of a division is stored. */
export const creditFor = (share: number): number => Math.round(share * 1000) / 1000;
