import { withLocalEngine } from '../../src/cli/local-engine.ts';
import { followScan } from '../../src/cli/product.ts';
import { readReport } from '../../src/cli/render.ts';
import type { ReportData } from '../../src/scanner/reporters/reporter.ts';

/** A site of this machine, scanned as the command line does it: all that a report is written from. */
export const scanWhole = (origin: string): Promise<ReportData> =>
  withLocalEngine(async (call) => readReport(call, (await followScan(call, { url: `${origin}/` })).id, undefined), {
    data: 'none',
    allowPrivate: [new URL(origin).host],
  });
