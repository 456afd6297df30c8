import * as z from 'zod';
import { requireAccount } from '../auth/caller.ts';
import { ServiceError } from '../errors.ts';
import { pluralize } from '../scanner/pluralize.ts';
import { CADENCES } from '../scans/watches/schedule.ts';
import { Batch } from '../schema/batch.ts';
import { presentBatch } from '../sites/batch-results.ts';
import { cleanLabels } from '../sites/sites.ts';
import { defineTool } from './define-tool.ts';
import { Labels } from './label-site.ts';

/** Lines of a batch. */
export const MOST_ROOTS = 1000;
/** Of a request with a list: 1,000 roots of 2,000 characters, and the JSON or form around them. */
export const MAX_LIST_BYTES = 2_500_000;
/** Of a Pro account. */
const MOST_OF_PRO = 100;
/** Of each site of a batch. */
export const DEFAULT_PAGES = 25;
const URLS_EXPECTED = `expected a list of 1 to ${MOST_ROOTS} URLs`;
const LIMIT_EXPECTED = 'expected a whole number from 1 to 2000';
const CADENCE_EXPECTED = `expected one of ${CADENCES.join(', ')}`;
const KEY_EXPECTED = 'expected 1 to 255 characters of A-Z, a-z, 0-9, _ and - (over REST the header Idempotency-Key)';

export const startBatch = defineTool({
  name: 'start_batch',
  title: 'Scan a list of sites',
  description: 'Scans many sites. What exceeds your limits waits. get_batch answers the table.',
  input: z.object({
    // A line that is no URL gets a state of its own, so that it does not stop the others.
    urls: z
      .array(z.string({ error: URLS_EXPECTED }), { error: URLS_EXPECTED })
      .min(1, URLS_EXPECTED)
      .max(MOST_ROOTS, URLS_EXPECTED)
      .describe('Root URLs'),
    pageLimit: z
      .int({ error: LIMIT_EXPECTED })
      .min(1, LIMIT_EXPECTED)
      .max(2000, LIMIT_EXPECTED)
      .default(DEFAULT_PAGES)
      .describe('Pages'),
    labels: Labels.default([]).describe('For each site'),
    watch: z.enum(CADENCES, { error: CADENCE_EXPECTED }).optional().describe('Watch each'),
    idempotencyKey: z
      .string({ error: KEY_EXPECTED })
      .regex(/^[A-Za-z0-9_-]{1,255}$/, KEY_EXPECTED)
      .optional()
      .describe('A call with the same key within 24 hours answers the first batch'),
  }),
  output: Batch,
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
  access: 'key',
  // Each scan counts when it begins.
  budget: 'other',
  fieldCodes: { idempotencyKey: 'invalid_idempotency_key' },
  unlisted: ['idempotencyKey'],
  idempotencyField: 'idempotencyKey',
  summarize: ({ id, lines, counts }) =>
    `Batch \`${id}\` of ${pluralize(lines, 'line')}: ${pluralize(counts.waiting, 'site')} to scan, ${pluralize(counts.duplicate, 'duplicate')}, ${counts.refused} refused. Call get_batch with the id.`,
  async handle({ urls, pageLimit, labels, watch }, { caller, batches, workName }) {
    const accountId = requireAccount(caller);
    if (caller.kind === 'key' && caller.plan === 'pro' && urls.length > MOST_OF_PRO)
      throw new ServiceError('invalid_request', `urls: a Pro account scans at most ${MOST_OF_PRO} in a batch.`);
    const batch = await batches.create({
      accountId,
      keyPrefix: caller.kind === 'key' ? caller.keyPrefix : undefined,
      listed: urls,
      pageLimit,
      labels: cleanLabels(labels),
      watch,
      workName,
    });
    return presentBatch(batch);
  },
});
