/**
 * The first edition of the site score. Scans that were graded under it are explained by it for as long as they are stored; no
 * new scan is.
 */
import type { Cap, PageTotals, Tallies } from '../model/score.ts';
import { type Contribution, hasFailed, meanCredit, weighted } from './tally.ts';

export const RUBRIC_1 = {
  version: '1.0.0',
  weights: {
    S1: 4,
    S2: 10,
    S3: 7,
    S4: 2,
    S5: 4,
    S6: 10,
    S7: 4,
    S8: 4,
    S9: 7,
    S10: 4,
    S11: 2,
    S12: 4,
    S13: 7,
    S14: 4,
    S15: 2,
    S16: 4,
    S17: 4,
    S18: 2,
    S19: 4,
    S20: 7,
    S21: 4,
    S22: 4,
    S23: 2,
    S24: 2,
    S25: 2,
    P1: 7,
    P2: 4,
    P3: 4,
    P4: 10,
    P5: 10,
    P6: 2,
    P7: 7,
    P8: 4,
    P9: 4,
    P10: 4,
    P11: 7,
    P12: 4,
    P13: 2,
    P14: 4,
    P15: 2,
    P16: 1,
    P17: 4,
    P18: 2,
    P19: 4,
    P20: 2,
    P21: 2,
    P22: 7,
    P23: 2,
    P24: 4,
    P25: 4,
  },
  /** Checks whose credit is worth only as much as the page's text is there without scripts, and the floor of that. */
  scaledByServerRendering: { checks: ['P6', 'P7', 'P8', 'P9', 'P10', 'P14', 'P17', 'P25'], by: 'P5', floor: 0.2 },
  /** Checks of a file's contents, worth only as much as the file itself. */
  scaledBySitemap: { checks: ['S11', 'S12', 'S16'], by: 'S10' },
  /** What fails together with a check, and is fixed together with it. */
  fixedWith: { S10: ['S11', 'S12'], P22: ['P23', 'P24'] } as Readonly<Record<string, readonly string[]>>,
} as const;

Object.freeze(RUBRIC_1);
Object.freeze(RUBRIC_1.weights);

const WEIGHTS: readonly (readonly [id: string, weight: number])[] = Object.entries(RUBRIC_1.weights);

/** What each check that applies adds to the raw score: `100 * sum(w k c) / sum(w)`. */
export const contributionsUnder1 = (tallies: Tallies): Contribution[] =>
  weighted(tallies, WEIGHTS, 100, (id) => coefficient(tallies, id));

function coefficient(tallies: Tallies, id: string): number {
  const { scaledByServerRendering: rendering, scaledBySitemap: sitemap } = RUBRIC_1;
  if (includes(rendering.checks, id)) return Math.max(rendering.floor, meanCredit(tallies, rendering.by) ?? 1);
  if (includes(sitemap.checks, id)) return meanCredit(tallies, sitemap.by) ?? 1;
  return 1;
}

/** Checks whose failure bounds the score of the whole site. */
const REFUSING_CHECKS = ['S2', 'S6'];

/** Every cap that applies to a scan, whether or not it lowers the score. */
export function capsUnder1(tallies: Tallies, pages: PageTotals): Cap[] {
  const share = (count: number) => (pages.scanned === 0 ? 0 : count / pages.scanned);
  const caps: Cap[] = [];

  const { wall, shell, both } = pages.unreadable;
  const unreadable = share(wall + shell + both);
  if (unreadable >= 0.5) {
    const worst = unreadable >= 0.75;
    // Markdown that agents can find is another way to the same text; of all pages, since P23 leaves out those with few words.
    const hasWayRound = share(tallies.get('P23')?.credit ?? 0) >= 0.8;
    caps.push({
      id: 'unreadable-pages',
      limit: hasWayRound ? 69 : worst ? 39 : 59,
      reason: `${worst ? 'Three quarters' : 'Half'} of the pages or more cannot be read by an agent (P4, P5).`,
    });
  }
  for (const id of REFUSING_CHECKS) {
    if (hasFailed(tallies, id)) {
      caps.push({ id: 'agents-refused', limit: 49, reason: `Agents that fetch for people are refused (${id}).` });
    }
  }
  if (pages.homepageStatus !== 200) {
    caps.push({ id: 'homepage-status', limit: 39, reason: `The homepage answers ${pages.homepageStatus}, not 200.` });
  }
  if (share(pages.not200) > 0.5) {
    caps.push({ id: 'broken-pages', limit: 59, reason: 'More than half of the pages do not answer 200.' });
  }
  return caps;
}

/** The counts once a check passes on every page. */
export function pagesAfterUnder1(pages: PageTotals, id: string): PageTotals {
  const { wall, shell, both } = pages.unreadable;
  switch (id) {
    case 'P1':
      return { ...pages, not200: 0, homepageStatus: 200 };
    case 'P4':
      return { ...pages, unreadable: { wall: 0, shell: shell + both, both: 0 } };
    case 'P5':
      return { ...pages, unreadable: { wall: wall + both, shell: 0, both: 0 } };
    default:
      return pages;
  }
}

const includes = (list: readonly string[], id: string) => list.includes(id);
