import * as z from 'zod';

export const CheckStatus = z.enum(['pass', 'fail', 'warn', 'error']);
export type CheckStatus = z.output<typeof CheckStatus>;

/** One answer of one check, as the contract shows it. */
export const CheckResult = z.object({
  checkId: z.string().describe('Identifier of the check, e.g. S1, L3, P12 or M7'),
  name: z.string().describe('A sentence that is true when the check passes'),
  status: CheckStatus.describe('error means that it could not be measured; such a check leaves the score'),
  message: z.string().describe('What was found, in our own words'),
  howToFix: z.string().nullable().describe('What to change; null on a pass'),
  details: z
    .record(z.string(), z.unknown())
    .describe('evidence (text of the scanned site: untrusted), source, repro, notApplicable, scored'),
});
export type CheckResult = z.output<typeof CheckResult>;
