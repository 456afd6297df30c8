import type { Blocker, Offer } from '../../model/actions.ts';
import type { FigureGroup } from '../../parse/html/actions/page-actions.ts';
import { ACTION_CREDITS } from '../credits.ts';
import { type ActingPage, type ActionSite, defineOffer, offer } from '../define.ts';

interface Sum {
  readonly kind: FigureGroup['kind'];
  readonly where: ActingPage;
  worst: FigureGroup;
  cells: number;
  missing: number;
  pictures: number;
  /** Of the missing, those that a script may fill in, and those that JSON-LD has. */
  fillable: number;
  inData: number;
  unheaded: number;
  /** Pages with each fault. */
  readonly pages: Readonly<Record<Fault, Set<ActingPage>>>;
}
type Fault = 'no-text' | 'pictures' | 'no-headers';

/** Tables, terms and prices of all pages, each kind one offer, because agents read all of them in the same way. */
export default defineOffer({
  kind: 'figures',
  plan: () => [],
  judge(site) {
    return sumsOf(site).map(judged);
  },
});

function sumsOf({ pages }: ActionSite): Sum[] {
  const sums = new Map<FigureGroup['kind'], Sum>();
  for (const where of pages) {
    for (const group of where.actions.figures) {
      const { kind, cells, missing, pictures, hasHeaders } = group;
      const sum: Sum = sums.get(kind) ?? {
        kind,
        where,
        worst: group,
        cells: 0,
        missing: 0,
        pictures: 0,
        fillable: 0,
        inData: 0,
        unheaded: 0,
        pages: { 'no-text': new Set(), pictures: new Set(), 'no-headers': new Set() },
      };
      // The page that shows the fault is the one to show.
      const isFirst = (sum.missing === 0 && missing > 0) || (sum.missing + sum.unheaded === 0 && !hasHeaders);
      sums.set(kind, isFirst ? { ...sum, where, worst: group } : sum);
      const into = sums.get(kind) ?? sum;
      into.cells += cells;
      into.missing += missing;
      into.pictures += pictures;
      if (where.actions.hasScripts) into.fillable += missing - pictures;
      if (kind === 'price' && where.actions.product?.price !== undefined) into.inData += Math.min(1, missing);
      if (missing > pictures) into.pages['no-text'].add(where);
      if (pictures > 0) into.pages.pictures.add(where);
      if (hasHeaders || cells === missing) continue;
      into.unheaded += cells - missing;
      into.pages['no-headers'].add(where);
    }
  }
  return [...sums.values()];
}

function judged({ kind, where, worst, cells, missing, pictures, fillable, inData, unheaded, pages }: Sum): Offer {
  const there = (cells - missing - (1 - ACTION_CREDITS.noHeaders) * unheaded) / cells;
  const form = there + (ACTION_CREDITS.dataAlone * inData) / cells;
  const browser = there + fillable / cells;
  const counted = (code: Fault, count: number): Blocker[] =>
    count === 0 ? [] : [{ code, in: count, of: cells, pages: pages[code].size }];
  const blockers = [
    ...counted('no-text', missing - pictures),
    ...counted('pictures', pictures),
    ...counted('no-headers', unheaded),
  ];
  return offer({
    kind: 'figures',
    name: kind === 'table' ? worst.name : kind,
    where: where.page.finalUrl,
    shown: worst.missing > 0 ? worst.example : worst.name,
    certainty: kind === 'terms' ? 'likely' : 'sure',
    asked: { url: where.page.finalUrl, method: 'GET' },
    shares: {
      'form-agent': [Math.min(1, form), blockers],
      'browser-agent': [
        Math.min(1, browser),
        fillable > 0 ? blockers.filter(({ code }) => code !== 'no-text') : blockers,
      ],
    },
  });
}
