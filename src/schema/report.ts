import * as z from 'zod';
import { Explanation } from './explanation.ts';
import { Scan } from './scan.ts';

/** What reports are written from; without an explanation there is no grade. */
export const ReportParts = z.object({ scan: Scan, explanation: Explanation.optional() });
