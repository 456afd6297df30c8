/** The scan that a call names: found as its caller may read it, and waited for. */
import * as z from 'zod';
import { type Caller, requireAccount, subjectsOf } from '../auth/caller.ts';
import { ServiceError } from '../errors.ts';
import type { McpScanRecord } from '../scans/mcp-scans.ts';
import type { ScanChecks, ScanRecord } from '../scans/scan-record.ts';
import type { ToolContext } from './define-tool.ts';

const ID_EXPECTED = 'expected the id of a scan, or its share token, of at most 64 characters';

/** A scan id as input. */
export const ScanId = z.string({ error: ID_EXPECTED }).min(1, ID_EXPECTED).max(64, ID_EXPECTED);

/** The caller's own scan by its id, or any scan by its share token. @throws ServiceError not_found */
export async function findReadableScan(id: string, context: ToolContext, field = 'id'): Promise<ScanRecord> {
  const shared = await context.scans.byShareToken(id);
  if (shared !== undefined) return shared;
  const { caller, scans } = context;
  const own = caller.kind === 'address' ? undefined : await scans.find(caller.accountId, id);
  if (own !== undefined) return own;
  const isOfServer = id.startsWith('mcp_') || (await context.mcpScans.byShareToken(id)) !== undefined;
  throw isOfServer ? ofServer(field) : notFound(id, caller, field);
}

/**
 * The caller's own scan, for tools that change it: a share token only reads.
 * @throws ServiceError not_found
 */
export async function findOwnScan(id: string, context: ToolContext): Promise<ScanRecord> {
  const own = await context.scans.find(requireAccount(context.caller), id);
  if (own !== undefined) return own;
  await findReadableScan(id, context);
  throw onlyReads();
}

/** What a tool that changes scans says to a share token. */
export const onlyReads = () =>
  new ServiceError('not_found', 'id: a share token only reads. Send the id of a scan of your account.', {
    hint: { tool: 'list_scans', does: 'shows the ids' },
  });

/** The id by which a caller may read a scan: with every tool and resource. */
export const idFor = ({ id, accountId, shareToken }: ScanRecord, caller: Caller): string =>
  caller.kind !== 'address' && caller.accountId === accountId ? id : shareToken;

/** REST reads scans of websites alone. */
const ofServer = (field: string) =>
  new ServiceError(
    'not_found',
    `${field}: this scan is of an MCP server, not of a website. Over MCP get_scan reads it.`,
    { hint: { tool: 'scan_mcp', does: 'grades the server again' } },
  );

/** In words for the kind of id that was sent. */
function notFound(id: string, caller: Caller, field: string): ServiceError {
  if (/^https?:/i.test(id)) {
    return new ServiceError('not_found', `${field}: this is a URL, and a scan has an id.`, {
      hint: { tool: 'start_scan', does: 'takes the URL and answers one' },
    });
  }
  if (caller.kind === 'address') {
    const isOfAccount = id.startsWith('scn_');
    return new ServiceError(
      'not_found',
      isOfAccount
        ? `${field}: ids that begin with scn_ are read with the key of their account. Without a key send the share token.`
        : `${field}: there is no scan with this share token. Scans that were made without a key are kept for 30 days.`,
      { hint: { tool: 'start_scan', does: 'makes another' } },
    );
  }
  return new ServiceError('not_found', `${field}: your account has no such scan, and no scan has such a share token.`, {
    hint: { tool: 'list_scans', does: 'shows those it has' },
  });
}

/** A scan that has a grade, with what the grade was made from. */
export interface GradedScan {
  readonly scan: ScanRecord;
  readonly checks: ScanChecks;
  readonly basis: NonNullable<ScanChecks['basis']>;
}

/**
 * A scan that the caller may read, once it is graded.
 * @throws ServiceError not_found; invalid_request while it runs, or when it failed
 */
export async function findGradedScan(id: string, context: ToolContext, field = 'id'): Promise<GradedScan> {
  const scan = await findReadableScan(id, context, field);
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

/**
 * The caller's own scan of an MCP server by its id, or any by its share token; undefined for an id of another kind.
 * @throws ServiceError not_found for the id of a scan of a server that the caller may not read
 */
export async function findMcpScan(
  id: string,
  { caller, mcpScans }: Pick<ToolContext, 'caller' | 'mcpScans'>,
  field = 'id',
): Promise<McpScanRecord | undefined> {
  if (!id.startsWith('mcp_')) return mcpScans.byShareToken(id);
  const own = caller.kind === 'address' ? undefined : await mcpScans.find(caller.accountId, id);
  if (own !== undefined) return own;
  if (caller.kind === 'address') {
    const message = `${field}: ids that begin with mcp_ are read with the key of their account. Without a key send the share token.`;
    throw new ServiceError('not_found', message, { hint: { tool: 'scan_mcp', does: 'makes another' } });
  }
  throw new ServiceError('not_found', `${field}: your account has no such scan of an MCP server.`, {
    hint: { tool: 'list_scans', does: 'shows those it has' },
  });
}

/** The id by which a caller may read a scan of a server. */
export const mcpIdFor = ({ accountId, scan: { id, shareToken } }: McpScanRecord, caller: Caller): string =>
  caller.kind !== 'address' && caller.accountId === accountId ? id : shareToken;

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
  .describe('Seconds to wait for its end');

/** Waits for the end of a scan as its caller may. Rejects when the caller leaves. */
export function waitForScan(scan: ScanRecord, seconds: number, context: ToolContext): Promise<void> {
  const { caller, onProgress, request, scanWaits } = context;
  const subjects = caller.kind === 'operator' ? ['operator'] : subjectsOf(caller);
  return scanWaits.wait(scan, { seconds, subjects, request, onProgress });
}
