import { encodePaymentResponseHeader } from '@x402/core/http';
import type { H3, H3Event } from 'h3';
import { type Admission, addressCallerOf, type Credentials, identifyAnyway } from '../../auth/admit.ts';
import type { Caller } from '../../auth/caller.ts';
import { type Quotas, RateLimitedError } from '../../auth/quotas.ts';
import { ServiceError } from '../../errors.ts';
import { readJsonObject } from '../../http/body.ts';
import { errorResponse } from '../../http/errors.ts';
import { answerOtherMethod } from '../../http/methods.ts';
import { noteWindows } from '../../http/request-context.ts';
import { discoveryItems, discoveryPage, x402Manifest } from '../../payments/discovery.ts';
import type { Receipt } from '../../payments/facilitator.ts';
import {
  isFor,
  type Ledger,
  mayBeCharged,
  type PaymentRecord,
  paymentFingerprint,
  paymentKey,
  readKnownPayment,
} from '../../payments/ledger.ts';
import { type Offer, PAID_SCAN_PATH } from '../../payments/offer.ts';
import type { PayForScan } from '../../payments/paid-scans.ts';
import type { PaidOutcome } from '../../payments/settle.ts';
import type { Scans } from '../../scans/scans.ts';
import type { Target, Targets } from '../../tools/define-tool.ts';
import { presentPages, presentScan } from '../../tools/present-scan.ts';
import { serveDocument } from '../discovery/mount.ts';
import type { PayableRows } from '../facade.ts';

export interface PaymentDoorParts {
  readonly baseUrl: string;
  readonly offer: Offer;
  readonly ledger: Pick<Ledger, 'find'>;
  /** Undefined while payments are not configured. */
  readonly payForScan: PayForScan | undefined;
  readonly scans: Scans;
  readonly targets: Targets;
}

/** HTTP for paid scans, the same for every path. */
export interface PaymentEndpoint {
  /** The 402 with the offer. @param error why a payment was refused, as a code */
  challenge(error?: string, receipt?: Receipt): Response;
  /** Whether the request carries a payment, valid or not. */
  hasPayment(request: Request): boolean;
  /**
   * Answers a request with a payment.
   * @param readBody called only after the payment was parsed, so that an invalid payment is refused first
   * @throws ServiceError for a url that may not be scanned, and 503 while payments are not configured
   */
  pay(request: Request, caller: Caller, readBody: () => Promise<Readonly<Record<string, unknown>>>): Promise<Response>;
  /**
   * Answers a request whose payment may have been charged before, for the same address; undefined for any other.
   * @param count asked once it is such a request; may reject
   */
  collect(
    request: Request,
    caller: Caller,
    body: Readonly<Record<string, unknown>>,
    count: () => Promise<void>,
  ): Promise<Response | undefined>;
}

const URL_EXPECTED = 'url: expected an absolute http or https URL of at most 2000 characters.';
const MAX_URL_CHARS = 2000;
/** The client closed the connection: the status is for the log alone. */
const CLIENT_LEFT = 499;

/** Under its name of version 2, and under the one of version 1 that the contract has. */
const paymentOf = ({ headers }: Request) => headers.get('payment-signature') ?? headers.get('x-payment');

export function createPaymentEndpoint(parts: PaymentDoorParts): PaymentEndpoint {
  const { baseUrl, offer, ledger, payForScan, scans, targets } = parts;

  function challenge(error?: string, receipt?: Receipt): Response {
    const { body, header } = offer.challenge(error);
    return Response.json(body, {
      status: 402,
      headers: { 'cache-control': 'no-store', 'payment-required': header, ...receiptHeaders(receipt) },
    });
  }

  async function dressed(outcome: PaidOutcome): Promise<Response> {
    switch (outcome.kind) {
      case 'payment-required':
        return challenge(outcome.error, outcome.receipt);
      case 'left':
        return new Response(null, { status: CLIENT_LEFT });
      case 'try-again': {
        const { code, message, retryAfterSeconds, receipt } = outcome;
        return errorResponse(new ServiceError(code, message, { retryAfterSeconds }), baseUrl, receiptHeaders(receipt));
      }
      case 'delivered': {
        const { scan, receipt } = outcome;
        const shown = presentScan(scan, await scans.checks(scan.id), await presentPages(scans.pages(scan)));
        return Response.json(
          { scan: shown, shareUrl: `/s/${scan.shareToken}` },
          { status: 201, headers: { 'cache-control': 'no-store, private', ...receiptHeaders(receipt) } },
        );
      }
    }
  }

  async function targetOf(record: PaymentRecord | undefined, url: string, caller: Caller): Promise<Target> {
    if (record !== undefined && isFor(record, url)) {
      // The scan may have been deleted by now; the stored result stays valid.
      const scan = record.scanId === null ? undefined : await scans.byId(record.scanId);
      if (scan?.status === 'completed') return { url: record.rootUrl };
    }
    return targets.accept(url, 'url', caller);
  }

  return {
    challenge,
    hasPayment: (request) => paymentOf(request) !== null,
    async pay(request, caller, readBody) {
      if (payForScan === undefined) {
        throw new ServiceError('unavailable', 'Payments are not configured here; nothing was charged.', {
          retryAfterSeconds: 3600,
        });
      }
      const payment = await readKnownPayment(paymentOf(request) ?? '', offer, ledger);
      if ('problem' in payment) return challenge(payment.problem);
      const { url } = await readBody();
      if (typeof url !== 'string' || url.length > MAX_URL_CHARS) throw new ServiceError('invalid_url', URL_EXPECTED);
      const target = await targetOf(await ledger.find(paymentKey(payment)), url, caller);
      return dressed(await payForScan({ payment, target, signal: request.signal }));
    },
    async collect(request, caller, { url }, count) {
      const header = paymentOf(request);
      if (payForScan === undefined || header === null || typeof url !== 'string') return undefined;
      const payment = await readKnownPayment(header, offer, ledger);
      if ('problem' in payment) return undefined;
      const record = await ledger.find(paymentKey(payment));
      if (record === undefined || !mayBeCharged(record)) return undefined;
      const target = await targetOf(record, url, caller);
      if (record.fingerprint !== paymentFingerprint(payment, target.url)) return undefined;
      await count();
      return dressed(await payForScan({ payment, target, signal: request.signal }));
    },
  };
}

function receiptHeaders(receipt: Receipt | undefined): Record<string, string> {
  if (receipt === undefined) return {};
  const header = encodePaymentResponseHeader(receipt);
  return { 'payment-response': header, 'x-payment-response': header };
}

const MAX_BODY_BYTES = 64 * 1024;
const RESOURCES_PATH = '/discovery/resources';
const ALLOW = 'GET, HEAD, POST, OPTIONS';
const CACHED = { 'cache-control': 'public, max-age=300' };

export interface X402Parts {
  readonly baseUrl: string;
  readonly offer: Offer;
  readonly door: PaymentEndpoint;
  readonly admission: Admission;
  readonly quotas: Quotas;
  credentialsOf(event: H3Event): Credentials;
}

/**
 * Counts a request that asks for the price or brings a payment under the client's address, whatever key comes with it:
 * each may be a question to the facilitator.
 * @throws RateLimitedError
 */
async function drawPayment(
  event: H3Event,
  { quotas, credentialsOf }: Pick<X402Parts, 'quotas' | 'credentialsOf'>,
): Promise<void> {
  noteWindows(event.req, await quotas.draw(addressCallerOf(credentialsOf(event)), 'payment'));
}

/** `/api/x402/scan`, and the documents that lead there. Returns the paths of those. */
export function mountX402(app: H3, { baseUrl, offer, door, admission, quotas, credentialsOf }: X402Parts): string[] {
  app.all(PAID_SCAN_PATH, async (event) => {
    const { method } = event.req;
    if (method !== 'GET' && method !== 'HEAD' && method !== 'POST') return answerOtherMethod(method, ALLOW, baseUrl);
    const isPaid = method === 'POST' && door.hasPayment(event.req);
    const credentials = credentialsOf(event);
    const caller = await (isPaid ? admission.identify(credentials) : identifyAnyway(admission, credentials));
    await drawPayment(event, { quotas, credentialsOf });
    // Before the body is read: a client that asks for the price sends none.
    if (!isPaid) return door.challenge();
    return door.pay(event.req, caller, () => readJsonObject(event.req, MAX_BODY_BYTES));
  });

  // The terms are those of the configuration this process was started with.
  const updated = new Date().toISOString();
  const items = discoveryItems(offer, updated);
  const manifest = JSON.stringify(x402Manifest(items, baseUrl, updated));
  const manifests = ['/.well-known/x402', '/.well-known/x402.json'];
  for (const path of manifests) {
    serveDocument(
      app,
      baseUrl,
      path,
      () => new Response(manifest, { headers: { ...CACHED, 'content-type': 'application/json' } }),
    );
  }
  serveDocument(app, baseUrl, RESOURCES_PATH, (request) => {
    const page = discoveryPage(items, new URL(request.url).searchParams);
    if (page === undefined) {
      const error = new ServiceError('invalid_request', 'limit, offset: expected whole numbers.');
      return errorResponse(error, baseUrl);
    }
    return Response.json(page, { headers: CACHED });
  });
  return [...manifests, RESOURCES_PATH];
}

/** What `POST /api/scan` answers to those who pay (interface.md section 4). */
export function createPayableRows({ door, offer, ...counting }: Omit<X402Parts, 'baseUrl' | 'admission'>): PayableRows {
  return {
    collect: (event, caller, body) => door.collect(event.req, caller, body, () => drawPayment(event, counting)),
    async payInstead(event, caller, body, { message, retryAfterSeconds = 1, states }) {
      const brings = door.hasPayment(event.req);
      if (brings || body.payment === true) {
        await drawPayment(event, counting);
        return brings ? door.pay(event.req, caller, async () => body) : door.challenge();
      }
      if (offer.tiers.length === 0) return undefined;
      const remedy = `Or pay for this scan: send "payment": true, or see ${offer.resource.url}.`;
      throw new RateLimitedError(`${message} ${remedy}`, retryAfterSeconds, states);
    },
  };
}
