import { LLMS_TXT_RUBRIC } from './llms-txt-rubric.ts';
import { RUBRIC } from './rubric.ts';
import type { Evidence, Weighing } from './weighing.ts';

const WEIGHINGS: readonly (readonly [id: string, weighing: Weighing])[] = [
  ...Object.entries(RUBRIC.weighings),
  ...Object.entries(LLMS_TXT_RUBRIC.weighings),
];
const EVIDENCE: ReadonlyMap<string, Evidence> = new Map(WEIGHINGS.map(([id, [, evidence]]) => [id, evidence]));
const GATES: readonly string[] = RUBRIC.gates;

/** Weights of the site, page and llms.txt series, by id. */
export const SITE_WEIGHTS: Readonly<Record<string, number>> = Object.fromEntries(
  WEIGHINGS.map(([id, [weight]]) => [id, weight]),
);

/** How strong the evidence for the weight of a check is; undefined for the mcp series, which states none. */
export const evidenceFor = (id: string): Evidence | undefined => EVIDENCE.get(id);

/** Whether the delivered share measures what the check is about, in place of a weight. */
export const isGate = (id: string): boolean => GATES.includes(id);
