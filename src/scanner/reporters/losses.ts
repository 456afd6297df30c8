/** What costs a site most, as its owner would say it: text that does not arrive, and what agents cannot do with it. */

import type { ActionAccount, DeliveryAccount, Explanation, TextShares } from '../../schema/explanation.ts';
import { RUBRIC } from '../checks/rubric.ts';
import { missingLine } from '../scoring/explain.ts';
import { isSameFault } from '../scoring/one-fault.ts';

export type LossCause = Exclude<keyof TextShares, 'delivered'>;

/** Causes of loss in the order in which losses are put down to them, as tables head them. */
export const LOSSES: readonly (readonly [of: LossCause, words: string])[] = [
  ['robots', 'robots.txt'],
  ['refused', 'refused'],
  ['noWay', 'no way in'],
  ['noAnswer', 'no answer'],
  ['noText', 'no text'],
  ['cutOff', 'cut off'],
];

/** Whole per cent; a positive share that rounds to 0 is "under 1". */
export const percentOf = (share: number): string =>
  share > 0 && share < MIN_SHARE ? 'under 1 %' : `${Math.round(share * 100)} %`;

/** Smaller shares round to nothing. */
export const MIN_SHARE = 0.005;

export interface Loss {
  /** Points of the 0 to 100 score that it costs by itself; an estimate, because losses multiply. */
  readonly points: number;
  /** One or two sentences of trusted text. */
  readonly line: string;
  /** Pages that show it, at most three. Chosen by the site. */
  readonly examples: readonly string[];
}

type Account = Pick<Explanation, 'delivery' | 'actions' | 'rawScore' | 'fixes'>;
type Ranked = Loss & { readonly rank: number };
type Kind = ActionAccount['kinds'][number];

const MAX_LOSSES = 3;
const MIN_POINTS = 1;
const FULL_SCORE = 100;

/**
 * The largest losses, at most three, in the order in which their fixes are ranked, so that a report has one order; none where nothing costs a point, and for scans of rubric 1.
 */
export function lossesOf({ delivery, actions, rawScore, fixes }: Account): Loss[] {
  if (delivery === null) return [];
  const arrives = delivery.all.delivered;
  const pointsPerShare = arrives > 0 ? (rawScore + (actions?.lost ?? 0)) / arrives : FULL_SCORE;
  const acting = actingLosses(actions);
  const merged = new Set<Kind['kind']>();
  const rankOf = (checks: readonly string[]): number => fixes.findIndex(({ checkId }) => checks.includes(checkId));
  const signs = (delivery.missing ?? []).map((sign): Ranked => {
    const same = acting.filter(({ kind }) => !merged.has(kind.kind) && isSameFault(sign, kind.kind));
    for (const { kind } of same) merged.add(kind.kind);
    return {
      points: sign.lost * pointsPerShare + same.reduce((sum, { points }) => sum + points, 0),
      line: [missingLine(sign), ...(same.length === 0 ? [] : [`${cannotWords(same.map(({ kind }) => kind))}.`])].join(
        ' ',
      ),
      examples: sign.examples.map(({ url }) => url),
      rank: rankOf([sign.check, ...same.map(({ kind }) => kind.checkId)]),
    };
  });
  const kinds = acting
    .filter(({ kind }) => !merged.has(kind.kind))
    .map(({ kind, points }): Ranked => ({ points, line: kindLine(kind), examples: [], rank: rankOf([kind.checkId]) }));
  const causes = causesOf(delivery).map(
    ({ lost, line }): Ranked => ({
      points: lost * pointsPerShare,
      line,
      examples: [],
      rank: -1,
    }),
  );
  const largest = [...signs, ...kinds, ...causes]
    .filter(({ points }) => points >= MIN_POINTS)
    .sort((a, b) => b.points - a.points)
    .slice(0, MAX_LOSSES);
  return inOrderOfFixes(largest).map(({ rank: _, ...loss }) => loss);
}

/**
 * Those whose fix is known in the order of the fixes; the others, and those whose fix a selection of checks leaves out, before
 * the first that costs less.
 */
function inOrderOfFixes(losses: readonly Ranked[]): Ranked[] {
  const ordered = losses.filter(({ rank }) => rank >= 0).sort((a, b) => a.rank - b.rank);
  for (const loss of losses.filter(({ rank }) => rank < 0)) {
    const at = ordered.findIndex(({ points }) => points < loss.points);
    ordered.splice(at === -1 ? ordered.length : at, 0, loss);
  }
  return ordered;
}

/** The same as lines for a report. */
export const lossLines = (account: Account): string[] => labelled(lossesOf(account));

function labelled(losses: readonly Loss[]): string[] {
  const most = Math.max(...losses.map(({ points }) => points));
  return losses.map(({ line, points }, at) => {
    const label = points === most ? 'Largest loss' : at === 0 ? 'Lost' : 'Also lost';
    return `${label}: ${line}`;
  });
}

/** What the kinds that do not work cost: the points that acting loses, by their part in it. */
function actingLosses(actions: ActionAccount | null): { readonly kind: Kind; readonly points: number }[] {
  if (actions === null) return [];
  const parts = actions.kinds.map((kind) => ({ kind, part: weightOf(kind.kind) * (1 - (kind.share ?? 1)) }));
  const total = parts.reduce((sum, { part }) => sum + part, 0);
  return parts.flatMap(({ kind, part }) => (part === 0 ? [] : [{ kind, points: (actions.lost * part) / total }]));
}

const WEIGHTS: Readonly<Record<string, number>> = RUBRIC.actionWeights;
const weightOf = (kind: string): number => WEIGHTS[kind] ?? 1;

function kindLine(kind: Kind): string {
  const reason = kind.offers[0]?.reason ?? '';
  return `${cannotWords([kind])}${reason === '' ? '' : `: ${reason}`}.`;
}

/** "Agents without a browser cannot read figures or put things into the basket", for the worst of the verdicts. */
function cannotWords(kinds: readonly Kind[]): string {
  const verdicts = kinds.flatMap(({ offers }) => offers.map(({ verdict }) => verdict));
  const who = verdicts.every((verdict) => verdict === 'blocked')
    ? 'Agents cannot'
    : verdicts.every((verdict) => verdict === 'blocked' || verdict === 'browser only')
      ? 'Agents without a browser cannot'
      : 'Agents can only in part';
  const things = kinds.map(({ name }) => name.charAt(0).toLowerCase() + name.slice(1));
  return `${who} ${things.join(' or ')}`;
}

/** By cause, without what signs explain. */
function causesOf({
  all,
  missing = [],
  readers,
  siteKind,
}: DeliveryAccount): { readonly lost: number; readonly line: string }[] {
  const signed = (cause: LossCause) =>
    missing.reduce((sum, { sign, lost }) => sum + ((CAUSE_OF_SIGN[sign] ?? 'noText') === cause ? lost : 0), 0);
  const sumOf = (shares: readonly number[]) => shares.reduce((sum, share) => sum + share, 0);
  // Pages that a sign explains may be lost by a second cause first: a wall hides the links below it too.
  const total = sumOf(LOSSES.map(([of]) => all[of]));
  const rest = total - sumOf(missing.map(({ lost }) => lost));
  // Shares of signs are over other pages than shares of causes, so that a small rest proves nothing.
  const unexplained = rest < MIN_REST * total ? 0 : rest;
  const ofIndex = readers.find(({ reader }) => reader === INDEX_READER);
  const isIndexAlone = readers.every(({ reader, noWay }) => reader === INDEX_READER || noWay < MIN_SHARE);
  return LOSSES.map(([of]) => {
    // What no sign explains, such as a Markdown version that says something else.
    const lost = Math.max(0, Math.min(all[of] - signed(of), unexplained));
    if (of !== 'noWay') return { lost, line: SENTENCES[of](percentOf(lost)) };
    // No way is missing where there is no second page: the account puts down to it that the only one says little.
    if (siteKind === 'one page') return { lost, line: 'Agents find one page here, and it says little.' };
    if (!isIndexAlone || ofIndex === undefined) return { lost, line: SENTENCES.noWay(percentOf(lost)) };
    const share = percentOf(ofIndex.noWay);
    return {
      lost,
      line: `Assistants that search the web miss ${share} of the text: search results show its pages badly or not at all.`,
    };
  });
}

/** Signs that tell why a page is not found or gives no answer; the others tell of text that does not come with it. */
const CAUSE_OF_SIGN: Readonly<Record<string, LossCause>> = {
  unlinked: 'noWay',
  moved: 'noAnswer',
  gone: 'noAnswer',
  payment: 'noAnswer',
};

/** Of all that is lost, the share that no sign explains, below which it is no cause of its own. */
const MIN_REST = 0.1;

/** Finds pages by an index alone. */
const INDEX_READER = 'search-assistant';

const SENTENCES: Readonly<Record<LossCause, (share: string) => string>> = {
  robots: (share) => `robots.txt forbids AI agents ${share} of the text.`,
  refused: (share) => `The server refuses AI agents ${share} of the text that it gives a browser.`,
  noWay: (share) => `Agents find no way to ${share} of the text: no link that they follow leads there.`,
  noAnswer: (share) => `${share} of the text is behind errors, sign-ins or broken encodings.`,
  noText: (share) => `${share} of the text does not come with the pages.`,
  cutOff: (share) => `${share} of the text is after the point where agents stop reading a page.`,
};
