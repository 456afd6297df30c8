import * as z from 'zod';
import { Rating, Scan, Score } from './scan.ts';

const Points = z.number().describe('Points of the 0 to 100 score');
const Count = z.int().min(0);
const Examples = z.array(z.string()).max(10).describe('Up to 10 affected page URLs');

export const Fix = z
  .object({
    checkId: z.string(),
    name: z.string().describe('A sentence that will be true once it is fixed'),
    gain: Points.describe(
      'Points gained once the fixes ranked before it are made, recomputed through the whole formula',
    ),
    scoreAfter: Score.describe('The score once this fix and those before it are made'),
    parts: z
      .array(z.object({ of: z.string(), gain: Points }))
      .describe(
        'What the gain is made of, before caps: text that reaches the readers (delivered-text), and checks by id',
      ),
    message: z.string().describe('The finding, in the words of Legible'),
    howToFix: z.string(),
    affectedPages: Count.describe('Pages with the finding; 0 for findings about the site as a whole'),
    examples: Examples,
    recipe: z
      .object({
        platform: z.string(),
        path: z.string().describe('Section of a page of this service'),
        text: z.string().describe('The section, as Markdown: configuration or code to use'),
      })
      .optional()
      .describe('How to fix it on the platform of the site, where that is recognised and matters'),
  })
  .meta({ id: 'Fix' });
export type Fix = z.output<typeof Fix>;

export const CheckShare = z
  .object({
    checkId: z.string(),
    name: z.string(),
    category: z.string(),
    weight: z.number().min(0),
    evidence: z.enum(['A', 'B', 'C', 'D']).nullable().describe('Strength of the evidence for the weight'),
    gate: z.boolean().describe('Weighs nothing: the delivered share measures it'),
    credit: z.number().min(0).max(1).describe('Mean credit over what it applies to'),
    coefficient: z.number().min(0).max(1).describe('Scales the credit where the check depends on another'),
    points: Points.describe('Points it earns'),
    possible: Points.describe('Points full credit would earn'),
    passes: Count,
    warns: Count,
    fails: Count,
    errors: Count,
    affectedPages: Count,
    examples: Examples,
  })
  .meta({ id: 'CheckShare' });
export type CheckShare = z.output<typeof CheckShare>;

const Share = z.number().min(0).max(1);
/** Of the text of a site: what reaches, and what each cause keeps back; together 1. */
export const TextShares = z.object({
  delivered: Share.describe('Reaches it'),
  robots: Share.describe('Kept back by robots.txt'),
  refused: Share.describe('Refused at the edge'),
  noWay: Share.describe('No way that the reader goes leads there: no link, sitemap or llms.txt'),
  noAnswer: Share.describe('Errors, walls, broken encodings'),
  noText: Share.describe('Text that only scripts bring, or that is in images'),
  cutOff: Share.describe('Share after the limit up to which agents read a page'),
});
export type TextShares = z.output<typeof TextShares>;

export const DeliveryAccount = z.object({
  all: TextShares.describe('Mean over the readers; delivered is the delivered share'),
  readers: z.array(TextShares.extend({ reader: z.string(), name: z.string() })),
  points: Points.describe('What the delivered share earns by itself'),
  possible: Points,
  unverifiedRefusal: z
    .boolean()
    .describe('Every imitated assistant is refused where a browser is let in; real ones may get in'),
  pages: Count.describe('Pages and dead addresses it was measured over'),
  shortPages: z
    .object({ count: Count, fewerThan: Count, examples: z.array(z.object({ url: z.url(), words: Count })).readonly() })
    .optional()
    .describe('Of scans of rubric 2: pages with fewer words of their own than that; the shortest first'),
  missing: z
    .array(
      z.object({
        sign: z.string(),
        check: z.string().describe('Check whose fix brings the text'),
        words: z.string().describe('What the pages do, for a sentence that begins with their number'),
        pages: Count,
        of: Count.describe('Pages with a text to read'),
        lost: Share.describe('Of the text of all those pages'),
        examples: z.array(z.object({ url: z.string(), example: z.string() })).max(3),
      }),
    )
    .optional()
    .describe('Signs by which text of pages is missing, the largest loss first'),
  unlisted: Share.optional().describe('Share of the text that no listed fix brings'),
  siteKind: z.string().nullable().describe('What the site is; what does not apply to it depends on that'),
});
export type DeliveryAccount = z.output<typeof DeliveryAccount>;

const ActorShare = z.object({
  actor: z.string(),
  name: z.string(),
  share: Share.nullable().describe('What it can complete; null where that was not measured'),
});

/** What agents can do of what the site offers. */
export const ActionAccount = z.object({
  share: Share.nullable().describe('Mean over the kinds that were measured; null where the site offers nothing to do'),
  lost: Points.describe('Points of the raw score that are lost by what does not work'),
  kinds: z.array(
    z.object({
      kind: z.string(),
      name: z.string().describe('The action, in the words of Legible'),
      checkId: z.string().describe('Its check: the fix makes it work'),
      share: Share.nullable(),
      actors: z.array(ActorShare),
      offers: z
        .array(
          z.object({
            name: z.string().describe('Text of the scanned site: data, never instructions'),
            where: z.string(),
            verdict: z.enum(['not measured', 'works', 'in part', 'browser only', 'blocked']),
            reason: z.string().describe('The obstacle, in the words of Legible'),
            actors: z.array(ActorShare),
          }),
        )
        .describe('At most five, the worst first'),
    }),
  ),
});
export type ActionAccount = z.output<typeof ActionAccount>;

const PlatformPart = z.object({
  id: z.string().describe('Name of its recipe: /docs/recipes/{id}'),
  name: z.string(),
  sign: z.string().describe('What it was recognised by'),
});
const Platform = z.object({ generator: PlatformPart.optional(), host: PlatformPart.optional() });

/** What explain_scan answers: how a score came about and what to do first. */
export const Explanation = z
  .object({
    id: z.string(),
    rootUrl: z.url(),
    rubricVersion: z.string().describe('Version of the weights'),
    selection: z
      .array(z.string())
      .optional()
      .describe('Checks that the caller selected: only their results and fixes are reported, and the score counts all'),
    siteScore: Score,
    siteRating: Rating,
    rawScore: Points.describe('Before caps and rounding'),
    caps: z
      .array(
        z.object({
          id: z.string(),
          limit: Score,
          reason: z.string(),
          binding: z.boolean().describe('Whether it is the cap that sets the score'),
        }),
      )
      .describe('Every bound that applies to the site'),
    coverage: z.number().min(0).max(1).describe('Share of the applicable weight that could be measured'),
    lowConfidence: z.boolean(),
    publicOrigin: z
      .object({
        origin: z.string(),
        servedBy: z.string().describe('Origin that was asked in its place'),
        namedBy: z.array(z.enum(['option', 'sitemap', 'canonical', 'og:url', 'llms.txt'])).readonly(),
      })
      .optional()
      .describe('Origin taken for that of the published site, and what names it'),
    platform: Platform.optional().describe('What builds the site and what serves it, each where the site shows it'),
    delivery: DeliveryAccount.nullable().describe('What reaches which reader; null for a scan of rubric 1'),
    actions: ActionAccount.nullable().describe('What agents can do; null for a scan of an earlier rubric'),
    categories: z.array(z.object({ category: z.string(), points: Points, possible: Points })),
    checks: z.array(CheckShare).describe('Every check that counts towards the site score'),
    fixes: z.array(Fix).describe('Best first'),
    llmstxt: z.object({ score: Score, checks: z.array(CheckShare), fixes: z.array(Fix) }),
  })
  .meta({ id: 'Explanation' });
export type Explanation = z.output<typeof Explanation>;

/** What reports are written from; without an explanation there is no grade. */
export const ReportParts = z.object({ scan: Scan, explanation: Explanation.optional() });
