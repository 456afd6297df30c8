/** What a real browser had of the pages that it looked at: the sixth row of the account of reading and acting. */

import type { TextShares } from '../../schema/explanation.ts';
import type { BrowserReport } from '../../schema/scan.ts';
import { BROWSER_RUBRIC } from './browser-score.ts';

type Page = BrowserReport['pages'][number];

/**
 * Shares of the text in the form of the other rows, as the mean over the pages of which it is known whether they open: what a
 * browser cannot open, or shows a wall in the place of, is without an answer; what scripts take out of sight is no text. Undefined
 * where no browser looked.
 */
export function browserShares({ pages }: Pick<BrowserReport, 'pages'>): (TextShares & { pages: number }) | undefined {
  const known = pages.flatMap((page) => lossOf(page) ?? []);
  if (known.length === 0) return undefined;
  const mean = (of: keyof Loss): number => known.reduce((sum, loss) => sum + loss[of], 0) / known.length;
  const [noAnswer, noText] = [mean('noAnswer'), mean('noText')];
  return {
    delivered: 1 - noAnswer - noText,
    robots: 0,
    refused: 0,
    noWay: 0,
    noAnswer,
    noText,
    cutOff: 0,
    pages: known.length,
  };
}

interface Loss {
  readonly noAnswer: number;
  readonly noText: number;
}

/** Undefined for a page that was not measured. */
function lossOf({ checks, words, wordsWithoutScripts }: Page): Loss | undefined {
  const status = checks.find(({ checkId }) => checkId === BROWSER_RUBRIC.gate)?.status;
  const isTaken = words < wordsWithoutScripts;
  if (status === 'pass') return { noAnswer: 0, noText: 0 };
  if (status === 'warn') return { noAnswer: 0, noText: isTaken ? 1 - words / wordsWithoutScripts : 0 };
  if (status === 'fail') return words === 0 || isTaken ? { noAnswer: 0, noText: 1 } : { noAnswer: 1, noText: 0 };
  return undefined;
}

/** What a browser tries on pages, by the check that judges it. */
const TRIED = [
  ['B6', 'fill forms'],
  ['B7', 'search'],
  ['B8', 'go on in lists'],
  ['B12', 'read the cells of tables'],
] as const;

/** "fill forms on 2 of 3", with the number of pages: a clause for each thing that it tried. */
export function browserActs({ pages }: Pick<BrowserReport, 'pages'>): string[] {
  return TRIED.flatMap(([id, does]) => {
    const tried = pages.flatMap(({ checks }) =>
      checks.filter(
        ({ checkId, status, details }) => checkId === id && status !== 'error' && details.notApplicable !== true,
      ),
    );
    if (tried.length === 0) return [];
    const works = tried.filter(({ status }) => status === 'pass').length;
    return [`${does} on ${works} of ${tried.length}`];
  });
}
