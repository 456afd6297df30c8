import { hasFailed, type Tallies } from './tally.ts';

/** Counts over the pages of a scan that no single check knows. */
export interface PageTotals {
  readonly discovered: number;
  readonly scanned: number;
  readonly not200: number;
  /** Pages an agent cannot read, by which of the two checks fails: a page that fails both counts once, under `both`. */
  readonly unreadable: { readonly wall: number; readonly shell: number; readonly both: number };
  readonly homepageStatus: number;
  /** The scan stopped at its deadline. */
  readonly cutShort: boolean;
}

/** A bound on the score for a site whose other virtues do an agent no good. */
export interface Cap {
  readonly id: 'unreadable-pages' | 'agents-refused' | 'homepage-status' | 'broken-pages';
  readonly limit: number;
  readonly reason: string;
}

/** Checks whose failure bounds the score of the whole site. */
const REFUSING_CHECKS = ['S2', 'S6'];

/** Every cap that applies to a scan, whether or not it lowers the score. */
export function capsOf(tallies: Tallies, pages: PageTotals): Cap[] {
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
