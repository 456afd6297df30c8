import { after, afterEach, before, beforeEach } from 'node:test';
import { IS_WHOLE } from '../exhaustive.ts';
import { type PaidService, type PaymentWay, type Sent, startPaidService, type Wallet } from '../paid-service.ts';

/** Where nothing listens. */
export const NOBODY = 'http://127.0.0.1:1/';

/** A service that sells scans, and a wallet that is new in every test. */
export interface Till {
  readonly way: PaymentWay;
  readonly shop: PaidService;
  readonly payer: Wallet;
  send(request: Sent): ReturnType<Wallet['send']>;
  sign(pageLimit?: number): ReturnType<Wallet['payment']>;
  paid(): ReturnType<Wallet['paid']>;
  scansOf(): ReturnType<PaidService['scanCount']>;
  /** What the ledger does is one for both: over MCP a part of the whole. */
  whereMain(define: () => unknown): void;
}

/** Opens a till for all tests of a file. */
export function openTill(way: PaymentWay): Till {
  let shop: PaidService;
  let payer: Wallet;
  before(async () => {
    shop = await startPaidService({}, way);
  });
  after(() => shop.close());
  beforeEach(() => {
    payer = shop.wallet();
    Object.assign(shop.facilitator.calls, { verify: 0, settle: 0 });
  });
  afterEach(() => Object.assign(shop.facilitator.fault, { verify: undefined, settle: undefined }));
  return {
    way,
    get shop() {
      return shop;
    },
    get payer() {
      return payer;
    },
    send: (request) => payer.send(request),
    sign: (pageLimit) => payer.payment(pageLimit),
    paid: () => payer.paid(),
    scansOf: () => shop.scanCount(),
    whereMain(define) {
      if (way === 'http' || IS_WHOLE) define();
    },
  };
}
