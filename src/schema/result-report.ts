import * as z from 'zod';

/** What report_result answers. */
export const ResultReport = z
  .object({
    id: z.string().describe('Of the report'),
    createdAt: z.string(),
    checkId: z.string(),
    status: z.string().describe('Of the reported result'),
    page: z.string().optional().describe('The page of the result; missing for a result of a whole site or server'),
  })
  .meta({ id: 'ResultReport' });
export type ResultReport = z.output<typeof ResultReport>;
