import type { Log } from '../log.ts';
import { type Checkout, createCheckout } from '../payments/checkout.ts';
import { createFacilitator, type FacilitatorClient, httpFacilitatorClient } from '../payments/facilitator.ts';
import { createLedger, type Ledger, type Unproven } from '../payments/ledger.ts';
import { createOffer } from '../payments/offer.ts';
import { createPayForScan } from '../payments/paid-scans.ts';
import type { Scans } from '../scans/scans.ts';
import type { Store } from '../store/store.ts';
import type { Config } from './config.ts';

/** What sells scans, in this process. */
export interface Payments {
  readonly ledger: Ledger;
  readonly checkout: Checkout;
  /** Runs before the listener closes: asks waiting callers to retry. */
  letGo(): void;
  close(): Promise<void>;
}

interface PaymentsParts {
  readonly config: Pick<Config, 'payments' | 'missingPaymentSetting'>;
  readonly baseUrl: string;
  readonly store: Store;
  readonly scans: Scans;
  readonly log: Log;
  /** In place of the one over HTTP. */
  readonly client?: FacilitatorClient | undefined;
  /** Called for every state that a payment comes into in this process. */
  readonly onState?: ((state: string) => void) | undefined;
  /** Called for every result that was given without a proven transaction. */
  readonly onUnproven?: ((reason: Unproven) => void) | undefined;
}

/** Composes paid scans: offer, ledger, facilitator and checkout. */
export function openPayments({
  config,
  baseUrl,
  store,
  scans,
  log,
  client,
  onState,
  onUnproven,
}: PaymentsParts): Payments {
  const settings = config.payments;
  if (config.missingPaymentSetting !== undefined) {
    log.warn({ missing: config.missingPaymentSetting }, 'no scans are sold: a setting is missing');
  }
  const offer = createOffer(settings, baseUrl);
  const ledger = observed(createLedger(store), { onState, onUnproven });
  const stopping = new AbortController();
  const overHttp = settings === undefined ? undefined : httpFacilitatorClient(settings);
  const payForScan =
    overHttp === undefined
      ? undefined
      : createPayForScan({
          store,
          ledger,
          scans,
          facilitator: createFacilitator(client ?? overHttp, log),
          log,
          stopping: stopping.signal,
        });
  return {
    ledger,
    checkout: createCheckout({ offer, ledger, payForScan, scans }),
    letGo: () => stopping.abort(),
    close: async () => overHttp?.close(),
  };
}

const observed = (
  ledger: Ledger,
  { onState, onUnproven }: { [Name in 'onState' | 'onUnproven']: PaymentsParts[Name] | undefined },
): Ledger => ({
  ...ledger,
  async open(payment, rootUrl) {
    const record = await ledger.open(payment, rootUrl);
    onState?.(record.state);
    return record;
  },
  async move(record, change) {
    const moved = await ledger.move(record, change);
    if (moved.state !== record.state) onState?.(moved.state);
    if (moved.unproven !== undefined && record.unproven === undefined) onUnproven?.(moved.unproven);
    return moved;
  },
});
