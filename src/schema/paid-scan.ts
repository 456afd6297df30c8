import * as z from 'zod';
import { Rating, ScanStatus, Score, Uri } from './scan.ts';

/** What buy_scan answers; the members after `pageLimit` once the scan is paid. */
export const BoughtScan = z.object({
  status: ScanStatus.extract(['running', 'completed']).describe('running: nothing is charged yet'),
  id: z.string().describe('Of a paid scan: pass it to get_scan. Of a running one: its name only'),
  url: Uri.describe('The URL as normalised'),
  pageLimit: z.int().min(1).describe('Pages that the payment buys'),
  siteScore: Score.optional(),
  siteRating: Rating.optional(),
  llmstxtScore: Score.optional(),
  pagesScanned: z.int().min(0).optional(),
  shareUrl: z.string().optional().describe('Root-relative path of the report for people'),
  transaction: z.string().optional().describe('Hash of the settlement; absent where it is not known'),
});
export type BoughtScan = z.output<typeof BoughtScan>;

/** PaymentRequired of x402, version 2, as far as callers need its shape. */
export const PaymentRequired = z.object({
  x402Version: z.literal(2),
  error: z.string(),
  resource: z.looseObject({ url: z.string() }),
  accepts: z.array(z.looseObject({ scheme: z.string(), network: z.string(), amount: z.string() })),
});
