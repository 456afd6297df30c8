/** Cancels a batch: what waits is not scanned, what runs ends, and lines that have ended stay. */
import { ServiceError } from '../errors.ts';
import { type Scans, scanIdFor } from '../scans/scans.ts';
import { withLock } from '../store/claims.ts';
import type { BatchLine } from './batch-list.ts';
import type { Batch, StoredBatches, WholeBatch } from './stored-batches.ts';

/** Lines whose scans one turn of the runner begins at most. */
export const MOST_BEGUN = 10;

/** The id of the scan of a line, however often it is begun. */
export const scanOfLine = (batchId: string, at: number): string => scanIdFor(`${batchId} ${at}`);

type OwnScans = Pick<Scans, 'byId' | 'cancel'>;

/** @throws ServiceError not_found; already_ended */
export const cancelBatch = (
  { store, byId, write }: StoredBatches,
  scans: OwnScans,
  { accountId, id, now }: { readonly accountId: string; readonly id: string; now(): number },
): Promise<Batch> =>
  withLock(store, `batch:${id}`, async () => {
    const whole = await byId(id);
    assertCanCancel(whole, accountId);
    const cancelledAt = new Date(now()).toISOString();
    return write({ ...whole.batch, cancelledAt }, whole.lines, await cancelledLines(whole, scans));
  });

function assertCanCancel(whole: WholeBatch | undefined, accountId: string): asserts whole is WholeBatch {
  if (whole?.batch.accountId !== accountId)
    throw new ServiceError('not_found', 'id: your account has no such batch.', {
      hint: { tool: 'get_batch', does: 'lists those it has' },
    });
  if (whole.batch.endedAt !== undefined)
    throw new ServiceError('already_ended', 'id: this batch has ended, so there is nothing to cancel.', {
      hint: { tool: 'get_batch', does: 'reads its results' },
    });
}

/** The lines that a cancellation changes, by their places. */
async function cancelledLines({ batch, lines }: WholeBatch, scans: OwnScans): Promise<Map<number, BatchLine>> {
  const { accountId, id } = batch;
  const changed = new Map<number, BatchLine>();
  for (const [at, line] of lines.entries()) {
    if (line.state === 'waiting') changed.set(at, { ...line, state: 'cancelled' });
  }
  // Of a process that died, the scans of the next lines may have begun.
  const next = [...changed.keys()].slice(0, MOST_BEGUN);
  for (const [at, line] of lines.entries()) {
    if (line.state !== 'running' && !next.includes(at)) continue;
    const scan = await scans.byId(scanOfLine(id, at));
    if (scan === undefined) continue;
    if (scan.status === 'running') await cancelScan(scans, accountId, scan.id);
    const ended = await scans.byId(scan.id);
    const isCompleted = ended?.status === 'completed';
    changed.set(at, { ...line, scanId: scan.id, state: isCompleted ? 'completed' : 'cancelled' });
  }
  return changed;
}

/** It may have come to its own end first. */
async function cancelScan(scans: OwnScans, accountId: string, scanId: string): Promise<void> {
  await scans.cancel(accountId, scanId).catch((error: unknown) => {
    if (!(error instanceof ServiceError)) throw error;
  });
}
