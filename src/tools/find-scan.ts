import * as z from 'zod';
import { requireAccount } from '../auth/caller.ts';
import { ServiceError } from '../errors.ts';
import type { ScanChecks, ScanRecord } from '../scans/scan-record.ts';
import type { ToolContext } from './define-tool.ts';

const ID_EXPECTED = 'expected a scan id';

/** A scan id as input. */
export const ScanId = z.string({ error: ID_EXPECTED }).min(1, ID_EXPECTED).max(64, ID_EXPECTED);

/**
 * The caller's own scan.
 * @param field how the input calls it, for the error
 * @throws ServiceError not_found; a scan of another account is not found either
 */
async function findScan(id: string, { caller, scans }: ToolContext, field = 'id'): Promise<ScanRecord> {
  const scan = await scans.find(requireAccount(caller), id);
  if (scan === undefined) {
    throw new ServiceError('not_found', `${field}: your account has no such scan.`, {
      hint: { tool: 'list_scans', does: 'shows those it has' },
    });
  }
  return scan;
}

/** The caller's own scan by its id, or any scan by its share token. @throws ServiceError not_found */
export async function findReadableScan(id: string, context: ToolContext): Promise<ScanRecord> {
  const shared = await context.scans.byShareToken(id);
  if (shared !== undefined) return shared;
  if (context.caller.kind !== 'address') return findScan(id, context);
  throw new ServiceError(
    'not_found',
    'id: there is no scan with this share token. Scans that were made without a key are kept for 30 days.',
    { hint: { tool: 'start_scan', does: 'makes another' } },
  );
}

/** A scan that has a grade, with what the grade was made from. */
export interface GradedScan {
  readonly scan: ScanRecord;
  readonly checks: ScanChecks;
  readonly basis: NonNullable<ScanChecks['basis']>;
}

/**
 * The caller's own scan once it is graded.
 * @throws ServiceError not_found; invalid_request while it runs, or when it failed
 */
export async function findGradedScan(id: string, context: ToolContext, field = 'id'): Promise<GradedScan> {
  const scan = await findScan(id, context, field);
  if (scan.status === 'running') {
    throw new ServiceError('invalid_request', `${field}: the scan is still running. Wait until it is completed.`, {
      hint: { tool: 'get_scan', does: 'shows its state' },
    });
  }
  const checks = await context.scans.checks(scan.id);
  if (checks.basis === undefined) {
    throw new ServiceError('invalid_request', `${field}: the scan failed and has no grade.`, {
      hint: { tool: 'get_scan', does: 'says why it failed' },
    });
  }
  return { scan, checks, basis: checks.basis };
}
