import type { Log } from '../log.ts';
import type { Scans } from '../scans/scans.ts';
import type { Facilitator, Receipt } from './facilitator.ts';
import type { Ledger, PaymentRecord } from './ledger.ts';
import { LEFT, type PaidOutcome, type PaidScanRequest, paymentRequired, settlementUnknown } from './outcome.ts';

/** What a facilitator says of an authorization that was settled before. */
const NONCE_USED = 'invalid_exact_evm_nonce_already_used';
/** Facilitators check the times first, so that this hides whether the nonce was used. */
const EXPIRED = 'invalid_exact_evm_payload_authorization_valid_before';

/** Takes a payment whose scan is done from `scanned` or `settling` to `paid`, and delivers. */
export type Settle = (
  record: PaymentRecord,
  request: PaidScanRequest,
  confirm: () => Promise<void>,
) => Promise<PaidOutcome>;

export function createSettle({
  ledger,
  scans,
  facilitator,
  log,
}: {
  ledger: Ledger;
  scans: Scans;
  facilitator: Facilitator;
  log: Log;
}): Settle {
  async function deliver(record: PaymentRecord): Promise<PaidOutcome> {
    const scan = record.scanId === null ? undefined : await scans.byId(record.scanId);
    // Kept for 30 days.
    if (scan === undefined || record.receipt === null) return paymentRequired('payment_already_used');
    return { kind: 'delivered', scan, receipt: record.receipt };
  }

  return async (record, { payment, signal }, confirm) => {
    if (record.state === 'paid') return deliver(record);
    // Nobody would get the result, so nobody is charged.
    if (signal.aborted) return LEFT;
    await confirm();
    const wasAsked = record.state === 'settling';
    const before = record.receipt;
    const settling = await ledger.move(record, { state: 'settling' });
    const { requirements } = payment.tier;
    const answer = await facilitator.settle(payment.payload, requirements);
    const receiptOf = (success: boolean, transaction: string, errorReason?: string): Receipt => ({
      success,
      transaction,
      network: requirements.network,
      payer: payment.signed.authorization.from,
      ...(errorReason === undefined ? {} : { errorReason }),
    });
    switch (answer.state) {
      case 'paid':
        return paid(receiptOf(true, answer.transaction));
      case 'unknown': {
        const receipt = receiptOf(false, answer.transaction || (before?.transaction ?? ''), 'settlement_pending');
        await ledger.move(settling, { receipt });
        return settlementUnknown(receipt);
      }
      case 'refused': {
        // An earlier attempt of our own, whose answer was lost, went through. Of one that has expired meanwhile nobody
        // can tell: whoever may have been charged gets the result.
        if (wasAsked && (answer.reason === NONCE_USED || answer.reason === EXPIRED)) {
          return paid(receiptOf(true, before?.transaction ?? ''));
        }
        await ledger.move(settling, { state: 'scanned' });
        return { kind: 'payment-required', error: answer.reason, receipt: receiptOf(false, '', answer.reason) };
      }
    }

    async function paid(receipt: Receipt): Promise<PaidOutcome> {
      const { payer, amount, scanId } = record;
      log.info({ payer, amount, scan: scanId, transaction: receipt.transaction }, 'a scan was paid');
      await ledger.vacate(record);
      return deliver(await ledger.move(settling, { state: 'paid', receipt }));
    }
  };
}
