import * as z from 'zod';
import { CATALOGUE } from '../scanner/checks/catalogue.ts';
import { nearestOf } from '../tools/read-input.ts';

/** In place of ids: every check that is reported. */
export const ALL = 'all';
/** In place of ids: what got worse since the baseline. */
export const WORSE = 'worse';

const IDS = new Map(
  CATALOGUE.flatMap(({ id, slug }): [string, string][] => [
    [id.toLowerCase(), id],
    [slug, id],
  ]),
);
const EXPECTED = 'expected check ids such as S2 or real-404; "legible checks" lists all';

/** The id of a check of websites, by its id in either case or its slug. */
const idOf = (text: string): string | undefined => IDS.get(text.trim().toLowerCase());

/** A check of websites. */
export const CheckId = z
  .string({ error: EXPECTED })
  .refine((text) => idOf(text) !== undefined, { error: ({ input }) => unknownCheck(String(input)) })
  .transform((text) => idOf(text) ?? text);

function unknownCheck(text: string): string {
  const nearest = nearestOf(text.trim(), [...IDS.keys()]);
  const remedy = nearest === undefined ? '"legible checks" lists all.' : `Did you mean ${IDS.get(nearest)}?`;
  return `scans of websites have no check ${JSON.stringify(text.slice(0, 20))}. ${remedy}`;
}

const listOf = <Item extends z.ZodType>(item: Item) =>
  z.array(item, { error: EXPECTED }).min(1, EXPECTED).max(CATALOGUE.length, EXPECTED);

/** Checks of websites. */
export const CheckIds = listOf(CheckId);

/** What `--fail-on` and `--warn-on` take: checks of websites, `all` and `worse`. */
export const FailOn = listOf(z.union([z.literal([ALL, WORSE]), CheckId], { error: ({ input }) => unionError(input) }));

const unionError = (input: unknown): string => (typeof input === 'string' ? unknownCheck(input) : EXPECTED);

/**
 * The checks that are reported: those of `checks`, or all, without those of `skip`. Undefined for all of them; empty where
 * nothing is left.
 */
export function selectChecks(
  checks: readonly string[] | undefined,
  skip: readonly string[] = [],
): readonly string[] | undefined {
  if (checks === undefined && skip.length === 0) return undefined;
  const wanted = new Set(checks ?? IDS.values());
  return [...wanted].filter((id) => !skip.includes(id));
}
