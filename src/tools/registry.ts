import { ask } from './ask.ts';
import { compareScans } from './compare-scans.ts';
import type { AnyTool } from './define-tool.ts';
import { deleteScan } from './delete-scan.ts';
import { explainScan } from './explain-scan.ts';
import { getScan } from './get-scan.ts';
import { listScans } from './list-scans.ts';
import { scanMcp } from './scan-mcp.ts';
import { startScan } from './start-scan.ts';
import { viewPage } from './view-page.ts';

/** Every tool, in the order in which they are shown. */
export const TOOLS: readonly AnyTool[] = [
  startScan,
  getScan,
  listScans,
  explainScan,
  compareScans,
  viewPage,
  deleteScan,
  scanMcp,
  ask,
];
