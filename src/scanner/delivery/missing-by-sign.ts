/** What the pages of a site lack, by the sign that shows it: the losses that a report names, each with the check whose fix brings it. */

import type { MissingBySign } from '../model/score.ts';
import { READERS, type Reader } from '../readers/readers.ts';
import { NOTHING_MENDED } from './page-log.ts';
import { type Finder, isUnlinked } from './reach.ts';
import { figureWords } from './signs/figures.ts';
import { SIGN_IDS, SIGNS } from './signs/signs.ts';
import { isText, movedShare, type Site } from './site.ts';
import type { View } from './view-share.ts';

const MAX_EXAMPLES = 3;
/** The check of answers that should be 404. */
export const OF_GONE = 'S9';
/** The check of walls, of which a price is one. */
const OF_WALL = 'P4';
/** The check of addresses of the sitemap that are gone. */
const OF_SITEMAP = 'S12';
/** The check of links that lead nowhere without scripts. */
export const OF_LINKS = 'P17';
const ASKS_FOR_PAYMENT = 402;
/** Menus and notes that are folded away are no loss to name. */
const MIN_NAMED_LOSS = 0.05;

/** A site, and what each reader meets at each of its pages; undefined where the page is none to this reader. */
interface Met {
  readonly site: Site;
  readonly met: ReadonlyMap<Reader, readonly (View | 'missed' | undefined)[]>;
  readonly finder: Finder;
}

/** Pages by the sign of what they miss, the sign that keeps most back first. */
export function missingBySign({ site, met, finder }: Met): MissingBySign[] {
  const { pages, signs, ownAnswers, log } = site;
  const isMissedBy = (at: number) => [...met.values()].some((ofReader) => ofReader[at] === 'missed');
  const paid = pages.flatMap(({ finalUrl, status, paymentTerms }, at) =>
    status === ASKS_FOR_PAYMENT && isMissedBy(at) ? [{ url: finalUrl, lost: 1, example: paymentTerms ?? '' }] : [],
  );
  const moved = pages.flatMap((page) => {
    const lost = movedShare(site, page);
    return lost === 0 ? [] : [{ url: page.url, lost, example: '' }];
  });
  const all = log.pages.filter(isText).length + paid.length + moved.length;
  const bySign = SIGN_IDS.map((sign) => {
    const found = signs.flatMap((ofPage, at) => {
      const kept = ofPage.find(({ id }) => id === sign);
      return kept === undefined ? [] : [{ url: pages[at]?.finalUrl ?? '', lost: 1 - kept.kept, example: kept.example }];
    });
    return { sign, check: SIGNS[sign].check, words: SIGNS[sign].words, found };
  });
  const readersOf = (at: number): View[] =>
    [...met.values()].flatMap((ofReader) => {
      const view = ofReader[at];
      return view === undefined || view === 'missed' ? [] : [view];
    });
  /** What some readers alone miss: the mean over all of them. */
  const ofReaders = (lostBy: (view: View) => number) =>
    pages.flatMap(({ finalUrl }, at) => {
      const views = readersOf(at);
      const lost = views.reduce((sum, view) => sum + lostBy(view), 0) / Math.max(1, views.length);
      return lost < MIN_NAMED_LOSS ? [] : [{ url: finalUrl, lost, example: '' }];
    });
  const unlinked = pages.flatMap(({ finalUrl }, at) => {
    if (!isUnlinked(site, at) || !isText(log.pages[at])) return [];
    const found = READERS.reduce((sum, reader) => sum + finder.found(reader, at, NOTHING_MENDED), 0);
    return [{ url: finalUrl, lost: 1 - found / READERS.length, example: '' }];
  });
  const gone = pages.flatMap(({ finalUrl }, at) => {
    const lost = log.pages[at]?.text === undefined ? 0 : 1 - (ownAnswers[at] ?? 1);
    return lost === 0 ? [] : [{ url: finalUrl, lost, example: '' }];
  });
  return [
    ...bySign,
    { sign: 'gone', check: OF_GONE, words: 'are gone or all the same, and answer 200', found: gone },
    {
      sign: 'noscript',
      check: 'P5',
      words: 'have their text in noscript, which browsers do not show',
      found: ofReaders(({ html }) => 1 - html.rendered),
    },
    {
      sign: 'hidden',
      check: 'P25',
      words: 'hide text of their content from the accessibility tree',
      found: ofReaders(({ html }) => html.inViewIfShown - html.inView),
    },
    {
      sign: 'out-of-view',
      check: 'P9',
      words: 'have text outside of the part that their markup calls the content',
      found: ofReaders(({ html }) => 1 - html.inViewIfShown),
    },
    {
      sign: 'mute-images',
      check: 'P18',
      words: 'show images that no alternative text describes',
      found: ofReaders(({ html }) => 1 - html.images),
    },
    {
      sign: 'unlinked',
      check: OF_LINKS,
      words: 'have no link to them: only the sitemap or llms.txt names them',
      found: unlinked.filter(({ lost }) => lost >= MIN_NAMED_LOSS),
    },
    { sign: 'moved', check: OF_SITEMAP, words: 'are named by the sitemap and gone, without a redirect', found: moved },
    { sign: 'payment', check: OF_WALL, words: 'ask for payment (402)', found: paid },
  ]
    .filter(({ found }) => found.length > 0)
    .map(({ sign, check, words, found }) => {
      const sorted = found.toSorted((a, b) => b.lost - a.lost || (a.url < b.url ? -1 : 1));
      return {
        sign,
        check,
        words: sign === 'figures' ? figureWords(sorted.map(({ example }) => example)) : words,
        pages: found.length,
        of: all,
        lost: found.reduce((sum, { lost }) => sum + lost, 0) / all,
        examples: sorted.slice(0, MAX_EXAMPLES).map(({ url, example }) => ({ url, example })),
      };
    })
    .sort((a, b) => b.lost - a.lost);
}
