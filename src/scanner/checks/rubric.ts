import { ACTION_CREDITS } from '../actions/credits.ts';
import type { ActionKind } from '../model/actions.ts';
import type { CheckId } from './catalogue.ts';

/**
 * How strong the evidence behind a weight is. `A`: measured in the field, more than once. `B`: measured once, or in a
 * controlled test. `C`: observed together with success, or a standard that readers name. `D`: convention.
 */
export type Evidence = 'A' | 'B' | 'C' | 'D';

/** What a check counts, and how strong the evidence for that is. */
type Weighing = readonly [weight: number, evidence: Evidence];

export const EVIDENCE_WORDS: Readonly<Record<Evidence, string>> = {
  A: 'measured in the field, more than once',
  B: 'measured once, or in a controlled test',
  C: 'observed together with success, or a standard that readers name',
  D: 'convention',
};

type SiteCheckId = Exclude<CheckId, `L${string}`>;

/** The check of each kind of action: its fix makes the whole kind work. */
const ACTION_CHECKS = {
  search: 'S26',
  form: 'S27',
  list: 'S28',
  figures: 'S29',
  buying: 'S30',
  api: 'S31',
  tools: 'S32',
  account: 'S33',
} as const satisfies Record<ActionKind, SiteCheckId>;

/**
 * The site score: `100 * D * (q + (1 - q) * Q) * (1 - w + w * A)`. D is the delivered share, Q the weighted mean of the checks
 * below, A the share of what the site offers to do that agents can complete; w is half of the summed weights of the kinds that
 * it offers, at most .5, and 0 where it offers nothing. A published
 * rubric never changes: changing one means a new version, and percentiles compare only scans of the same major version.
 */
export const RUBRIC = {
  version: '3.0.0',
  /** What a site that delivers everything has before any of the rest. */
  deliveredWorth: 0.7,
  /** Of the score of a site that offers something to do, the part that hangs on agents being able to do it (w above). */
  actingWorth: 0.5,
  /** What a kind of action counts against the others. A search is a second way to pages that links lead to as well. */
  actionWeights: {
    search: 0.5,
    form: 1,
    list: 1,
    figures: 1,
    buying: 1,
    api: 1,
    tools: 1,
    account: 1,
  } satisfies Record<ActionKind, number>,
  actionChecks: ACTION_CHECKS,
  /** The check whose fix makes a kind of action needless: without a wall no visitor has to sign in. */
  actionEndedBy: { account: 'P4' } as Readonly<Partial<Record<ActionKind, SiteCheckId>>>,
  /** Checks of what the action share measures, so that they weigh nothing themselves: leaving an offer out gains nothing. */
  acting: ['S20', 'S21', 'S22', 'S25', 'P20', ...Object.values(ACTION_CHECKS)],
  /** What one of them counts in the coverage. */
  actingCoverage: 3,
  /** What an action is worth that something hinders, and what each actor counts. */
  actionCredits: ACTION_CREDITS,
  /** What a warning earns where its rule names no credit of its own. */
  warnCredit: 0.5,
  /** Checks of what the delivered share measures, so that they weigh nothing themselves. */
  gates: ['S2', 'S3', 'S6', 'P1', 'P5', 'P7', 'P8', 'P26', 'P27', 'P28'],
  /** What a gate counts in the coverage. */
  gateCoverage: 10,
  /** The score at most where every imitated assistant is refused and a browser is not. */
  refusedLimit: 45,
  /** The score at most where the homepage answers no 200. */
  homepageLimit: 39,
  weighings: {
    // Access. The gates: robots.txt, the edge.
    S1: [2, 'C'],
    S2: [0, 'A'],
    S3: [0, 'A'],
    S4: [1, 'D'],
    S5: [2, 'C'],
    S6: [0, 'A'],
    S7: [4, 'A'],
    S8: [3, 'C'],
    S9: [3, 'C'],
    // Discovery. Sitemap and links are one gate; these weights are for their form.
    S10: [2, 'C'],
    S11: [1, 'D'],
    S12: [2, 'C'],
    S13: [4, 'C'],
    S14: [5, 'B'],
    S15: [1, 'D'],
    S16: [2, 'C'],
    S17: [3, 'B'],
    S18: [1, 'D'],
    S19: [2, 'C'],
    // Optional offers apart from text; they do not apply to a site without them. What can be done is measured by the action share.
    S20: [0, 'B'],
    S21: [0, 'C'],
    S22: [0, 'C'],
    S23: [1, 'D'],
    S24: [1, 'D'],
    S25: [0, 'D'],
    S26: [0, 'B'],
    S27: [0, 'B'],
    S28: [0, 'B'],
    S29: [0, 'B'],
    S30: [0, 'C'],
    S31: [0, 'B'],
    S32: [0, 'C'],
    S33: [0, 'C'],
    // Pages. The gates: an answer, text in the HTML, its size and place.
    P1: [0, 'A'],
    P2: [3, 'C'],
    P3: [2, 'C'],
    P4: [8, 'A'],
    P5: [0, 'A'],
    P6: [3, 'B'],
    P7: [0, 'A'],
    P8: [0, 'A'],
    P9: [6, 'B'],
    P10: [6, 'B'],
    P11: [11, 'B'],
    P12: [3, 'C'],
    P13: [2, 'D'],
    P14: [2, 'C'],
    P15: [2, 'C'],
    P16: [1, 'D'],
    P17: [9, 'A'],
    P18: [5, 'B'],
    P19: [7, 'B'],
    P20: [0, 'B'],
    P21: [2, 'D'],
    P22: [7, 'B'],
    P23: [5, 'B'],
    P24: [4, 'B'],
    P25: [3, 'C'],
    P26: [0, 'B'],
    P27: [0, 'B'],
    P28: [0, 'B'],
  } satisfies Record<SiteCheckId, Weighing>,
  /**
   * Checks of something that another check asks for. They are worth as much as that check earns, and nothing where it is
   * missing: what does not apply for want of it earns nothing.
   */
  worthOf: {
    S11: 'S10',
    S12: 'S10',
    S16: 'S10',
    S14: 'S13',
    S17: 'P22',
    P23: 'P22',
    P24: 'P22',
  } satisfies Partial<Record<SiteCheckId, SiteCheckId>>,
  /** A check whose credit each page scales itself by how its Markdown is found (see checks/page/markdown-quality.ts). */
  scaledByDiscovery: { check: 'P24', by: 'P23', byAlternateLink: 0.8 },
  /** What passes too once the fix of a check was followed to the letter. */
  fixedWith: { S10: ['S12', 'S16'], P22: ['P23', 'P24'], S31: ['S20'], S32: ['S22'] } as Readonly<
    Record<string, readonly string[]>
  >,
  /** What begins to apply with the fix of a check, and finds its fault then. */
  broughtToLight: { S13: ['S14'], P4: ['P22'], P5: ['P22'], S10: ['P22', 'S11'] } as Readonly<
    Record<string, readonly string[]>
  >,
  /** What begins to apply with the fix of a check, and passes then. */
  passesThen: { S10: ['S12', 'S16'] } as Readonly<Record<string, readonly string[]>>,
  /** Checks that find a fault on a page because what should be there is not: a wall, or a page that scripts fill, is judged. */
  judgedInstead: {
    P4: ['P9', 'P10', 'P11', 'P12', 'P17', 'P20'],
    P5: ['P9', 'P10', 'P17'],
  } as Readonly<Record<string, readonly string[]>>,
} as const;

Object.freeze(RUBRIC);
Object.freeze(RUBRIC.weighings);

type LlmsTxtCheckId = Extract<CheckId, `L${string}`>;

/** How the llms.txt score weighs its checks (critical 10, high 7, medium 4, low 2, minor 1). */
export const LLMS_TXT_RUBRIC = {
  version: '1.0.0',
  weighings: {
    L1: [10, 'C'],
    L2: [2, 'D'],
    L3: [10, 'C'],
    L4: [4, 'C'],
    L5: [7, 'C'],
    L6: [7, 'C'],
    L7: [7, 'C'],
    L8: [7, 'B'],
    L9: [4, 'D'],
    L10: [7, 'A'],
    L11: [4, 'D'],
    L12: [2, 'D'],
    L13: [1, 'D'],
    L14: [4, 'D'],
    L15: [1, 'D'],
  } satisfies Record<LlmsTxtCheckId, Weighing>,
  /** Checks of the file's contents, worth less the further the file is over the size limit (characters). */
  scaledBySize: { checks: ['L5', 'L6', 'L7', 'L8', 'L9', 'L11'], sizeLimit: 100_000 },
} as const;

Object.freeze(LLMS_TXT_RUBRIC);
Object.freeze(LLMS_TXT_RUBRIC.weighings);

const WEIGHINGS: readonly (readonly [id: string, weighing: Weighing])[] = [
  ...Object.entries(RUBRIC.weighings),
  ...Object.entries(LLMS_TXT_RUBRIC.weighings),
];
const EVIDENCE: ReadonlyMap<string, Evidence> = new Map(WEIGHINGS.map(([id, [, evidence]]) => [id, evidence]));
const GATES: readonly string[] = RUBRIC.gates;
const ACTING: readonly string[] = RUBRIC.acting;

/** Weights of the site, page and llms.txt series, by id. */
export const SITE_WEIGHTS: Readonly<Record<string, number>> = Object.fromEntries(
  WEIGHINGS.map(([id, [weight]]) => [id, weight]),
);

/** How strong the evidence for the weight of a check is; undefined for the mcp series, which states none. */
export const evidenceFor = (id: string): Evidence | undefined => EVIDENCE.get(id);

/** Whether a factor of the score measures what the check is about, in place of a weight. */
export const isGate = (id: string): boolean => GATES.includes(id) || isActing(id);

/** Whether that factor is the action share. */
const isActing = (id: string): boolean => ACTING.includes(id);

/** What a check counts in the coverage. */
export const coverageWeightOf = (id: string, weight: number): number =>
  isActing(id) ? RUBRIC.actingCoverage : isGate(id) ? RUBRIC.gateCoverage : weight;
