/** The site score of today, as a pure function: gates multiply (the delivered share), the rest adds (Q). */
import { isGate, RUBRIC } from '../checks/rubric.ts';
import type { Cap, Delivery, PageTotals, Tallies } from '../model/score.ts';
import type { Contribution } from './contribution.ts';
import { meanCredit } from './tally.ts';

const WEIGHTS: readonly (readonly [id: string, weight: number])[] = Object.entries(RUBRIC.weighings).map(
  ([id, [weight]]) => [id, weight],
);
const WORTH_OF: Readonly<Record<string, string>> = RUBRIC.worthOf;
const WHOLE = 100;

/** What the points of the delivered share go by, where those of checks go by their ids. */
export const DELIVERED_TEXT = 'delivered-text';
/** Of a site that delivers all its text: the points for that, and those for the checks. */
export const DELIVERED_POINTS = WHOLE * RUBRIC.deliveredWorth;
const CHECK_POINTS = WHOLE - DELIVERED_POINTS;

type Share = Pick<Delivery, 'share'>;

/** What each check that applies adds. A gate adds nothing of its own: the delivered share measures it. */
export function deliveredContributions(tallies: Tallies, { share }: Share): Contribution[] {
  const parts = WEIGHTS.flatMap(([id, weight]) => {
    const measured = measure(tallies, id);
    return measured === undefined || (weight === 0 && !isGate(id)) ? [] : [{ id, weight, ...measured }];
  });
  const total = parts.reduce((sum, { weight }) => sum + weight, 0);
  return parts.map((part) => {
    const possible = total === 0 ? 0 : (CHECK_POINTS * part.weight) / total;
    return { ...part, points: share * possible * part.coefficient * part.credit, possible };
  });
}

/** Points for delivery. Where no check applies there is no fault either, so delivery earns all points. */
export const deliveredPoints = (parts: readonly Contribution[], { share }: Share): number =>
  share * (parts.some(({ weight }) => weight > 0) ? DELIVERED_POINTS : WHOLE);

/** The credit of a check, and what that is worth by the check it depends on. */
function measure(tallies: Tallies, id: string): Pick<Contribution, 'credit' | 'coefficient'> | undefined {
  const credit = meanCredit(tallies, id);
  const parent = WORTH_OF[id];
  if (parent === undefined) return credit === undefined ? undefined : { credit, coefficient: 1 };
  const worth = meanCredit(tallies, parent);
  // What does not apply for want of something else earns nothing.
  if (credit === undefined) return worth === undefined || worth === 1 ? undefined : { credit: 0, coefficient: worth };
  return { credit, coefficient: worth ?? 1 };
}

/** Every bound that applies, whether or not it lowers the score. */
export function deliveredCaps({ homepageStatus }: Pick<PageTotals, 'homepageStatus'>, delivery: Delivery): Cap[] {
  const caps: Cap[] = [];
  if (homepageStatus !== 200) {
    const reason = `The homepage answers ${homepageStatus}, not 200.`;
    caps.push({ id: 'homepage-status', limit: RUBRIC.homepageLimit, reason });
  }
  if (delivery.isRefused) {
    const reason =
      'Unverified refusal: every imitated assistant is refused where a browser gets the page (S6). The real ones may get in.';
    caps.push({ id: 'agents-refused', limit: RUBRIC.refusedLimit, reason });
  }
  return caps;
}
