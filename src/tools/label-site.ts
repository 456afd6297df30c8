import * as z from 'zod';
import { requireAccount } from '../auth/caller.ts';
import { ServiceError } from '../errors.ts';
import { codeSpan } from '../scanner/reporters/markdown.ts';
import { ReportCover } from '../schema/report-cover.ts';
import { LabelledSites } from '../schema/site.ts';
import { cleanLabels, MAX_LABEL, MOST_LABELS } from '../sites/sites.ts';
import { defineAgentForm, defineTool, type ToolContext } from './define-tool.ts';
import { noSuchSite } from './list-sites.ts';

const HOST_EXPECTED = 'expected a host such as example.com, or the root URL of a site';
const LABELS_EXPECTED = `expected a list of at most ${MOST_LABELS} labels of 1 to ${MAX_LABEL} visible characters`;

/** Labels as input. */
export const Labels = z
  .array(
    z
      .string({ error: LABELS_EXPECTED })
      .min(1, LABELS_EXPECTED)
      .max(MAX_LABEL, LABELS_EXPECTED)
      .refine((label) => cleanLabels([label]).length > 0, LABELS_EXPECTED),
    { error: LABELS_EXPECTED },
  )
  .max(MOST_LABELS, LABELS_EXPECTED);

const Host = z.string({ error: HOST_EXPECTED }).min(1, HOST_EXPECTED).max(2000, HOST_EXPECTED);

/** A misspelt member is refused: the cover is replaced as a whole, so what it was meant for would be lost. */
const Cover = ReportCover.strict();

const Input = z.object({
  host: Host.describe('Host or root URL'),
  labels: Labels.optional().describe('[] for none'),
  report: Cover.optional().describe('What its reports have in front, for others; {} for nothing'),
});

/** The same in fewer words. */
const AgentCover = z
  .looseObject({
    title: z.string(),
    logo: z.string().describe('data: URI, PNG or SVG'),
    note: z.string(),
    dates: z.string().describe('Language'),
  })
  .partial()
  .superRefine((cover, context) => {
    for (const { path, message } of Cover.safeParse(cover).error?.issues ?? [])
      context.addIssue({ code: 'custom', path: [...path], message });
  });

export const labelSite = defineTool({
  name: 'label_site',
  title: 'Label a site',
  description: 'Replaces the labels of a site you scanned, or the cover of its reports.',
  input: Input,
  output: LabelledSites,
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  access: 'key',
  budget: 'other',
  forAgents: defineAgentForm({
    input: Input.extend({ report: AgentCover.optional().describe('Cover; {} for none') }),
    output: LabelledSites,
    summarize,
  }),
  handle,
});

async function handle(
  { host, labels, report }: z.output<typeof Input>,
  { caller, sites }: ToolContext,
): Promise<z.output<typeof LabelledSites>> {
  const accountId = requireAccount(caller);
  if (labels === undefined && report === undefined)
    throw new ServiceError('invalid_request', `labels: ${LABELS_EXPECTED}, or a report.`);
  const named = await sites.named(accountId, host);
  if (named.length === 0) throw noSuchSite();
  const answered: z.output<typeof LabelledSites>['sites'] = [];
  for (const { rootUrl, labels: before } of named) {
    if (report !== undefined) await sites.setCover(accountId, rootUrl, report);
    if (labels !== undefined) await sites.label(accountId, rootUrl, () => labels);
    const { logo, ...cover } = (await sites.coverOf(accountId, rootUrl)) ?? {};
    const hasCover = logo !== undefined || Object.keys(cover).length > 0;
    answered.push({
      url: rootUrl,
      labels: labels === undefined ? [...before] : cleanLabels(labels),
      report: hasCover ? { ...cover, hasLogo: logo !== undefined } : null,
    });
  }
  return { sites: answered };
}

function summarize({ sites }: z.output<typeof LabelledSites>): string {
  return sites
    .map(({ url, labels, report }) => {
      const words = labels.map((label) => codeSpan(label)).join(', ') || 'no labels';
      const title = report?.title === undefined ? 'a cover' : codeSpan(report.title);
      return `${codeSpan(url)}: ${words}${report === null ? '' : `; its reports begin with ${title}`}`;
    })
    .join('\n');
}
