import { ask } from './ask.ts';
import { buyScan } from './buy-scan.ts';
import { cancelScan } from './cancel-scan.ts';
import { compareScans } from './compare-scans.ts';
import type { AnyTool } from './define-tool.ts';
import { deleteScan } from './delete-scan.ts';
import { explainScan } from './explain-scan.ts';
import { getBatch } from './get-batch.ts';
import { getScan } from './get-scan.ts';
import { labelSite } from './label-site.ts';
import { listScans } from './list-scans.ts';
import { listSites } from './list-sites.ts';
import { listWatches } from './list-watches.ts';
import { readLog } from './read-log.ts';
import { reportResult } from './report-result.ts';
import { scanMcp } from './scan-mcp.ts';
import { startBatch } from './start-batch.ts';
import { startScan } from './start-scan.ts';
import { viewPage } from './view-page.ts';
import { watchSite } from './watch-site.ts';

/** Shown only where payments are configured. Their REST calls are those of x402, not rows of the façade. */
export const PAID_TOOLS: readonly AnyTool[] = [buyScan];

/** The tools of every installation, in the order in which they are shown. */
export const TOOLS: readonly AnyTool[] = [
  startScan,
  getScan,
  listScans,
  listSites,
  getBatch,
  explainScan,
  compareScans,
  viewPage,
  readLog,
  // Most of what follows changes something: `npm run new-tool` puts what reads before this line, the rest after it.
  cancelScan,
  deleteScan,
  labelSite,
  startBatch,
  reportResult,
  watchSite,
  listWatches,
  scanMcp,
  ask,
];
