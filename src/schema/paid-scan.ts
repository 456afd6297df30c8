import * as z from 'zod';
import { Scan } from './scan.ts';

/** What a payment buys (decisions.md section 9). */
export const PaidScan = z.object({
  scan: Scan,
  shareUrl: z.string().describe('Root-relative path of the report for people'),
});
