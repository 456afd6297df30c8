import { RUBRIC } from '../checks/rubric.ts';
import type { ActionKind } from '../model/actions.ts';
import type { Delivery, ScoreBasis, Tally } from '../model/score.ts';
import { isSameFault } from './one-fault.ts';
import { pagesAfterUnder1, RUBRIC_1 } from './rubric-1.ts';
import {
  ACTIONS,
  actionFactor,
  DELIVERED_POINTS,
  DELIVERED_TEXT,
  llmsTxtContributions,
  type Standing,
  scoreLlmsTxt,
  siteParts,
  standingOfSite,
} from './score.ts';
import { NO_RECORDS, pointsOf, talliesOf } from './tally.ts';

export interface Fix {
  readonly id: string;
  /** Points the score gains by this fix once those ranked before it are made; to two decimals. */
  readonly gain: number;
  /** The rounded score once this fix and those before it are made. */
  readonly scoreAfter: number;
  /** What the gain is made of, before caps: delivered text, and checks by id. */
  readonly parts: readonly GainPart[];
}

type Grade = (basis: ScoreBasis) => Standing;

/** Size of an llms.txt that loses nothing by its size (L10). */
const SMALL_FILE_CHARS = 50_000;

const everyCheck = () => true;

/**
 * The fixes of the site and page series, in the order in which they are best made.
 * @param isWanted whether the fix of a check may be proposed
 */
export const rankSiteFixes = (basis: ScoreBasis, isWanted: (id: string) => boolean = everyCheck): Fix[] =>
  rank(basis, gradeSite, (id) => !id.startsWith('L') && isWanted(id));

/** Unrounded score with a single fix made, and without it. */
export function gainOf(basis: ScoreBasis, id: string): { readonly before: number; readonly after: number } {
  return { before: gradeSite(basis).capped, after: gradeSite(withFix(basis, id)).capped };
}

/** The fixes of the llms.txt series. Without a file there is one: to publish it (L1). */
export const rankLlmsTxtFixes = (basis: ScoreBasis, isWanted: (id: string) => boolean = everyCheck): Fix[] =>
  rank(basis, gradeLlmsTxt, (id) => id.startsWith('L') && isWanted(id));

/**
 * Greedy: the next fix is the one that gains most through the whole formula when its check passes everywhere, with
 * what depends on it. While several caps bind a single fix may gain nothing; then the gain in the raw score decides.
 * Fixes of one fault follow each other, and count together against the others.
 */
function rank(basis: ScoreBasis, grade: Grade, isOpen: (id: string) => boolean): Fix[] {
  const open = new Set(
    Object.entries(basis.tallies)
      .filter(([id, { fails, warns }]) => isOpen(id) && fails + warns > 0)
      .map(([id]) => id),
  );
  if (isOpen(DISCOVERY) && losesByDiscovery(basis.tallies)) open.add(DISCOVERY);
  // What signs show to be missing has a fix, whether or not its check finds a fault.
  for (const id of basis.delivery?.mended.checks ?? []) if (isOpen(id)) open.add(id);
  const fixes: Fix[] = [];
  const fault = oneFault(basis);
  let current = basis;
  while (open.size > 0) {
    const now = grade(current);
    const ofFault = fault.filter((id) => open.has(id));
    const isBegun = ofFault.length < fault.length && fixes.some(({ id }) => fault.includes(id));
    const together = ofFault.length < 2 || isBegun ? undefined : grade(ofFault.reduce(withFix, current));
    const options = [...(isBegun && ofFault.length > 0 ? ofFault : open)].map((id) => {
      const fixed = withFix(current, id);
      const after = grade(fixed);
      const whole = together !== undefined && ofFault.includes(id) && isBetter(together, after) ? together : after;
      return { id, fixed, after, whole };
    });
    options.sort((a, b) => order(a.whole, b.whole) || order(a.after, b.after) || (a.id < b.id ? -1 : 1));
    const [best] = options;
    if (best === undefined) break;
    fixes.push({
      id: best.id,
      // A fix that lets other faults be seen may lower the score a little; it is never advised for a loss.
      gain: Math.max(0, twoDecimals(best.after.capped - now.capped)),
      scoreAfter: best.after.score,
      parts: gainParts(best.id, current, best.fixed),
    });
    open.delete(best.id);
    for (const id of fixedWith(basis, best.id)) open.delete(id);
    current = best.fixed;
  }
  return fixes;
}

const order = (a: Standing, b: Standing): number => b.capped - a.capped || b.raw - a.raw;
const isBetter = (one: Standing, other: Standing): boolean => order(one, other) < 0;

/** The checks that find one fault of this site, each in its way; none where there is no such fault. */
function oneFault({ delivery }: ScoreBasis): string[] {
  const sign = delivery?.missing?.find(({ sign }) => sign === 'figures');
  if (sign === undefined) return [];
  const kinds = Object.entries(RUBRIC.actionChecks) as [ActionKind, string][];
  return [sign.check, ...kinds.filter(([kind]) => isSameFault(sign, kind)).map(([, check]) => check)];
}

const gradeSite: Grade = standingOfSite;

function gradeLlmsTxt({ llmsTxt, ...basis }: ScoreBasis): Standing {
  const tallies = talliesOf(basis);
  const score = scoreLlmsTxt(tallies, llmsTxt);
  const raw = llmsTxt === undefined ? 0 : pointsOf(llmsTxtContributions(tallies, llmsTxt));
  return { capped: score === 0 ? 0 : Math.min(raw, score + 0.5), raw, score };
}

/** The basis as it would be if the check, and what depends on it, passed wherever it applies. */
function withFix(basis: ScoreBasis, id: string): ScoreBasis {
  const tallies: Record<string, Tally> = { ...basis.tallies };
  for (const fixed of [id, ...fixedWith(basis, id)]) {
    const before = tallies[fixed];
    if (before !== undefined) tallies[fixed] = { ...before, credit: before.applicable, fails: 0, warns: 0 };
  }
  if (basis.delivery !== undefined) Object.assign(tallies, consequences(basis.tallies, id));
  Object.assign(tallies, discoveryAfter(basis, id));
  const { pages, llmsTxt, delivery, actions } = basis;
  if (delivery === undefined)
    return { tallies, pages: pagesAfterUnder1(pages, id), llmsTxt: llmsTxtAfter(llmsTxt, id) };
  return {
    tallies,
    pages: id === 'P1' ? { ...pages, homepageStatus: 200 } : pages,
    llmsTxt: llmsTxtAfter(llmsTxt, id),
    delivery: deliveryAfter(delivery, id),
    ...(actions === undefined ? {} : { actions: actionsAfter(actions, id) }),
  };
}

/** What else changes once a fix is made: text lets the structure of its pages be seen, and some checks begin to apply. */
function consequences(tallies: ScoreBasis['tallies'], id: string): Record<string, Tally> {
  const changed: Record<string, Tally> = {};
  const { fails, warns } = tallies[id] ?? NO_RECORDS;
  for (const other of RUBRIC.judgedInstead[id] ?? []) {
    const before = tallies[other];
    if (before === undefined) continue;
    const mended = Math.min(fails + warns, before.fails + before.warns);
    changed[other] = {
      ...before,
      credit: Math.min(before.applicable, before.credit + mended),
      fails: Math.max(0, before.fails - mended),
      warns: before.warns - Math.max(0, mended - before.fails),
    };
  }
  for (const other of hidesOthers(tallies[id]) ? (RUBRIC.broughtToLight[id] ?? []) : [])
    if ((tallies[other]?.applicable ?? 0) === 0) changed[other] = { ...NO_RECORDS, applicable: 1, fails: 1 };
  for (const other of RUBRIC.passesThen[id] ?? [])
    if ((tallies[other]?.applicable ?? 0) === 0) changed[other] = { ...NO_RECORDS, applicable: 1, credit: 1 };
  return changed;
}

/** Whether a fault keeps other checks from applying: where most pages do not have it, those show what applies to the site. */
const hidesOthers = ({ applicable, fails, warns }: Tally = NO_RECORDS): boolean => 2 * (fails + warns) >= applicable;

/**
 * Markdown is worth as much as it is found: a fix of it brings only as much as it is found now, and what lets it be
 * found brings what it is worth as it is.
 */
function discoveryAfter({ tallies, delivery }: ScoreBasis, id: string): Record<string, Tally> {
  const quality = tallies[QUALITY];
  // The fix of P22 asks for an alternate link at least.
  if (quality !== undefined && id === 'P22' && delivery !== undefined)
    return { [QUALITY]: { ...quality, credit: BY_ALTERNATE_LINK * quality.applicable, fails: 0, warns: 0 } };
  if (quality === undefined || (id !== QUALITY && id !== DISCOVERY)) return {};
  if (id === DISCOVERY) return { [QUALITY]: { ...quality, credit: Math.max(quality.credit, worthOf(quality)) } };
  const found = quality.applicable * discoveredShare(quality, tallies[DISCOVERY] ?? NO_RECORDS);
  return { [QUALITY]: { ...quality, credit: Math.max(quality.credit, found), fails: 0, warns: 0 } };
}

/** What the quality would earn if all of it were found the surest way. */
const worthOf = ({ applicable, fails, warns }: Tally): number => applicable - fails - warns + RUBRIC.warnCredit * warns;

/** Of what the quality is worth, the share that is earned; where all of it fails, the share of pages with a way to it. */
function discoveredShare(quality: Tally, { applicable, credit }: Tally): number {
  const worth = worthOf(quality);
  if (worth > 0) return Math.min(1, quality.credit / worth);
  return applicable === 0 ? 1 : credit / applicable;
}

/** Markdown without fault that earns less than all: there is something to gain, although no check finds a fault. */
function losesByDiscovery(tallies: ScoreBasis['tallies']): boolean {
  const quality = tallies[QUALITY];
  return quality !== undefined && quality.credit < worthOf(quality) - 1e-9;
}

/** The measured share with this fix made, and the shares of combinations that include it. */
function deliveryAfter(delivery: Delivery, id: string): Delivery {
  const { mended } = delivery;
  const bit = mended.checks.indexOf(id);
  const isRefused = delivery.isRefused && id !== 'S6';
  if (bit < 0) return { ...delivery, isRefused };
  const shares = mended.shares.filter((_, made) => (made & (1 << bit)) !== 0);
  return {
    ...delivery,
    isRefused,
    share: shares[0] ?? delivery.share,
    mended: { checks: mended.checks.toSpliced(bit, 1), shares },
  };
}

/** The kind whose check passes works for all actors that were measured; what a fix makes needless is not offered any more. */
const actionsAfter = (actions: NonNullable<ScoreBasis['actions']>, id: string): NonNullable<ScoreBasis['actions']> =>
  actions
    .filter(({ kind }) => RUBRIC.actionEndedBy[kind] !== id)
    .map((kind) =>
      RUBRIC.actionChecks[kind.kind] !== id || kind.share === undefined
        ? kind
        : {
            ...kind,
            share: 1,
            actors: kind.actors.map(({ actor, share }) => ({ actor, share: share === undefined ? share : 1 })),
          },
    );

function llmsTxtAfter(file: ScoreBasis['llmsTxt'], id: string): ScoreBasis['llmsTxt'] {
  if (id === 'L1') return file ?? { charCount: 1, linkCount: 1 };
  if (file === undefined) return undefined;
  if (id === 'L10') return { ...file, charCount: Math.min(file.charCount, SMALL_FILE_CHARS) };
  return id === 'L6' ? { ...file, linkCount: Math.max(file.linkCount, 1) } : file;
}

const { check: QUALITY, by: DISCOVERY, byAlternateLink: BY_ALTERNATE_LINK } = RUBRIC.scaledByDiscovery;

/** What passes together with a check, and so has no fix of its own after it. */
const fixedWith = ({ delivery }: ScoreBasis, id: string): readonly string[] =>
  (delivery === undefined ? RUBRIC_1 : RUBRIC).fixedWith[id] ?? [];

const twoDecimals = (value: number) => Math.round(value * 100) / 100;

interface GainPart {
  /** `delivered-text`, `actions`, or the id of a check. */
  readonly of: string;
  readonly gain: number;
}

/** Smaller parts are rounding. */
const MIN_PART = 0.05;

/** What a fix adds, before caps: by more text that arrives, at the checks as they were, and by checks that earn more then. */
function gainParts(fixId: string, before: ScoreBasis, after: ScoreBasis): GainPart[] {
  const isOfFile = fixId.startsWith('L');
  const [old, fresh] = [earnedOf(before, isOfFile), earnedOf(after, isOfFile)];
  const shareOf = ({ delivery }: ScoreBasis) => (isOfFile ? 1 : (delivery?.share ?? 1));
  const factorOf = (basis: ScoreBasis) => (isOfFile ? 1 : actionFactor(basis));
  const worth = [...old.values()].reduce((sum, points) => sum + points, DELIVERED_POINTS);
  const arriving = shareOf(after) * factorOf(after);
  return [
    { of: DELIVERED_TEXT, gain: (shareOf(after) - shareOf(before)) * factorOf(after) * worth },
    { of: ACTIONS, gain: (factorOf(after) - factorOf(before)) * shareOf(before) * worth },
    ...[...fresh].map(([id, points]) => ({ of: id, gain: arriving * (points - (old.get(id) ?? 0)) })),
  ]
    .filter(({ gain }) => gain >= MIN_PART)
    .map(({ of, gain }) => ({ of, gain: Math.round(gain * 100) / 100 }))
    .sort((a, b) => b.gain - a.gain || (a.of < b.of ? -1 : 1));
}

/** Points of each check of a series if all text were delivered. */
function earnedOf(basis: ScoreBasis, isOfFile: boolean): Map<string, number> {
  const { llmsTxt } = basis;
  const ofFile = llmsTxt === undefined ? [] : llmsTxtContributions(talliesOf(basis), llmsTxt);
  const checks = isOfFile ? ofFile : siteParts(basis).checks;
  return new Map(checks.map(({ id, possible, coefficient, credit }) => [id, possible * coefficient * credit]));
}
