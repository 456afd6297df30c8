import type { DeliveryAccount, TextShares } from '../../schema/explanation.ts';
import type { Delivery, ReaderShare, ScoreBasis } from '../model/score.ts';
import { READERS } from '../readers/readers.ts';
import { DELIVERED_POINTS } from './delivered-score.ts';
import { siteParts } from './score.ts';

/** Where the text of a site goes: by reader and cause. Null for scans of rubric 1, which did not follow it. */
export function accountOf(basis: ScoreBasis): DeliveryAccount | null {
  const { delivery, siteKind } = basis;
  if (delivery === undefined) return null;
  const readers = delivery.readers.map((share) => ({
    reader: share.reader,
    name: READERS.find(({ id }) => id === share.reader)?.name ?? share.reader,
    ...sharesOf(share, delivery),
  }));
  return {
    all: meanOf(readers),
    readers,
    points: round(siteParts(basis).delivered),
    possible: DELIVERED_POINTS,
    unverifiedRefusal: delivery.isRefused,
    pages: delivery.measured,
    siteKind: siteKind ?? null,
  };
}

function sharesOf({ delivered, lost }: ReaderShare, { rootOnly }: Delivery): TextShares {
  return {
    delivered: round(delivered * rootOnly),
    robots: round(lost.robots),
    refused: round(lost.edge),
    // Where only the root can be found and says little, the rest of the site is what cannot be found.
    noWay: round(lost['no-way'] + delivered * (1 - rootOnly)),
    noAnswer: round(lost['no-answer']),
    noText: round(lost['no-text']),
    cutOff: round(lost['cut-off']),
  };
}

function meanOf(readers: readonly TextShares[]): TextShares {
  const mean = (of: keyof TextShares) =>
    readers.length === 0 ? 0 : round(readers.reduce((sum, shares) => sum + shares[of], 0) / readers.length);
  return {
    delivered: mean('delivered'),
    robots: mean('robots'),
    refused: mean('refused'),
    noWay: mean('noWay'),
    noAnswer: mean('noAnswer'),
    noText: mean('noText'),
    cutOff: mean('cutOff'),
  };
}

const round = (value: number) => Math.round(value * 1e4) / 1e4;
