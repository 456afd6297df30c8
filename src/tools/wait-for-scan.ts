import * as z from 'zod';
import { subjectsOf } from '../auth/caller.ts';
import type { ScanRecord } from '../scans/scan-record.ts';
import type { ToolContext } from './define-tool.ts';

/** Input member of tools that can wait for a scan. */
export const WAIT_FIELD = 'waitSeconds';
/** Proxies and clients close a connection that is silent for a minute. */
export const MAX_WAIT_SECONDS = 55;
/** Of agents, for which each further call costs more than the wait. */
export const AGENT_WAIT_SECONDS = 45;

const EXPECTED = `expected a whole number from 0 to ${MAX_WAIT_SECONDS}`;
export const WaitSeconds = z
  .int({ error: EXPECTED })
  .min(0, EXPECTED)
  .max(MAX_WAIT_SECONDS, EXPECTED)
  .describe('Seconds to wait for the end of the scan');

/** Waits for the end of a scan as its caller may. Rejects when the caller leaves. */
export function waitForScan(scan: ScanRecord, seconds: number, context: ToolContext): Promise<void> {
  const { caller, onProgress, request, scanWaits } = context;
  const subjects = caller.kind === 'operator' ? ['operator'] : subjectsOf(caller);
  return scanWaits.wait(scan, { seconds, subjects, request, onProgress });
}
