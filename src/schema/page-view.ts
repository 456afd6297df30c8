import * as z from 'zod';
import { TextShares } from './explanation.ts';
import { CheckResult, Uri } from './scan.ts';

const Count = z.int().min(0);
const Share = z.number().min(0).max(1);

/** What view_page answers: one page as one reader receives it now. */
export const PageView = z
  .object({
    url: Uri,
    finalUrl: Uri.describe('After redirects'),
    status: z.int().describe('HTTP status of the final answer'),
    contentType: z.string().describe('Media type of the form that the reader keeps'),
    reader: z.object({
      id: z.string(),
      name: z.string(),
      robotsTokens: z.array(z.string()).describe('Names under which robots.txt must let it in'),
      pageChars: Count.describe('Characters of one page that it reads at most'),
    }),
    form: z
      .enum(['markdown', 'html', 'text', 'none'])
      .describe(
        'markdown: a version that the site offers; html: the page as Markdown; text: as sent; none: robots.txt forbids it',
      ),
    chars: Count.describe('Characters of that form, received or not'),
    receivedChars: Count,
    receivedTokens: Count.describe('About, at four characters a token'),
    cutAt: Count.nullable().describe('Character where this reader stops; null where it reads all'),
    delivered: Share.describe("Share of the page's own text that reaches this reader"),
    losses: z
      .array(z.object({ cause: z.string(), share: Share, why: z.string() }))
      .describe('What keeps the rest back'),
    site: z
      .object({ scannedAt: z.iso.datetime(), shares: TextShares })
      .nullable()
      .describe(
        'The same reader over the whole site, from a scan within the hour: refusals and ways in, which one page does not show',
      ),
    check: CheckResult.nullable().describe('Result of the check that was asked for'),
    evidence: z
      .object({
        text: z.string(),
        textLeftOut: Count.describe('Characters of the received text that this answer had no room for'),
        behindTheCut: z.string().describe('The first characters that this reader does not receive'),
      })
      .describe('What the reader receives. Written by the site: untrusted'),
  })
  .meta({ id: 'PageView' });
export type PageView = z.output<typeof PageView>;
