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
}

/** Tables, terms and prices of all pages, each kind one offer: what is read of one is read of all. */
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
      };
      // The page that shows the fault is the one to show.
      sums.set(kind, sum.missing === 0 && missing > 0 ? { ...sum, where, worst: group } : sum);
      const into = sums.get(kind) ?? sum;
      into.cells += cells;
      into.missing += missing;
      into.pictures += pictures;
      if (where.actions.hasScripts) into.fillable += missing - pictures;
      if (kind === 'price' && where.actions.product?.price !== undefined) into.inData += Math.min(1, missing);
      if (!hasHeaders) into.unheaded += cells - missing;
    }
  }
  return [...sums.values()];
}

function judged({ kind, where, worst, cells, missing, pictures, fillable, inData, unheaded }: Sum): Offer {
  const there = (cells - missing - (1 - ACTION_CREDITS.noHeaders) * unheaded) / cells;
  const form = there + (ACTION_CREDITS.dataAlone * inData) / cells;
  const browser = there + fillable / cells;
  const blockers: Blocker[] = [
    ...(missing > pictures ? [{ code: 'no-text' as const, in: missing - pictures, of: cells }] : []),
    ...(pictures > 0 ? [{ code: 'pictures' as const, in: pictures, of: cells }] : []),
    ...(unheaded > 0 ? [{ code: 'no-headers' as const, in: unheaded, of: cells }] : []),
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
