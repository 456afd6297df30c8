import * as z from 'zod';
import { requireAccount } from '../auth/caller.ts';
import { codeSpan } from '../scanner/reporters/markdown.ts';
import { LabelledSites } from '../schema/site.ts';
import { cleanLabels, MAX_LABEL, MOST_LABELS } from '../sites/sites.ts';
import { defineTool } from './define-tool.ts';
import { noSuchSite } from './list-sites.ts';

const HOST_EXPECTED = 'expected a host such as example.com, or the root URL of a site';
const LABELS_EXPECTED = `expected a list of at most ${MOST_LABELS} labels of 1 to ${MAX_LABEL} characters`;

/** Labels as input. */
export const Labels = z
  .array(z.string({ error: LABELS_EXPECTED }).min(1, LABELS_EXPECTED).max(MAX_LABEL, LABELS_EXPECTED), {
    error: LABELS_EXPECTED,
  })
  .max(MOST_LABELS, LABELS_EXPECTED);

export const labelSite = defineTool({
  name: 'label_site',
  title: 'Label a site',
  description: 'Replaces the labels of a site you scanned.',
  input: z.object({
    host: z
      .string({ error: HOST_EXPECTED })
      .min(1, HOST_EXPECTED)
      .max(2000, HOST_EXPECTED)
      .describe('Host or root URL'),
    labels: Labels.describe('[] for none'),
  }),
  output: LabelledSites,
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  access: 'key',
  budget: 'other',
  summarize: ({ sites }) =>
    sites
      .map(({ url, labels }) => `${codeSpan(url)}: ${labels.map((label) => codeSpan(label)).join(', ') || 'no labels'}`)
      .join('\n'),
  async handle({ host, labels }, { caller, sites }) {
    const accountId = requireAccount(caller);
    const named = await sites.named(accountId, host);
    if (named.length === 0) throw noSuchSite();
    for (const { rootUrl } of named) await sites.label(accountId, rootUrl, () => labels);
    const kept = cleanLabels(labels);
    return { sites: named.map(({ rootUrl }) => ({ url: rootUrl, labels: kept })) };
  },
});
