import { encodePaymentResponseHeader } from '@x402/core/http';
import type { H3, H3Event } from 'h3';
import { type Admission, addressCallerOf, type Credentials, identifyAnyway } from '../../auth/admit.ts';
import type { Caller } from '../../auth/caller.ts';
import { RateLimitedError } from '../../auth/quotas.ts';
import { ServiceError } from '../../errors.ts';
import { readJsonObject } from '../../http/body.ts';
import { errorResponse } from '../../http/errors.ts';
import { answerOtherMethod } from '../../http/methods.ts';
import { noteWindows } from '../../http/request-context.ts';
import type { Checkout } from '../../payments/checkout.ts';
import type { Receipt } from '../../payments/facilitator.ts';
import {
  discoveryItems,
  discoveryPage,
  MAX_TIMEOUT_SECONDS,
  type Offer,
  PAID_SCAN_PATH,
  PaymentNeeded,
  x402Manifest,
} from '../../payments/offer.ts';
import type { Scans } from '../../scans/scans.ts';
import { buyScan } from '../../tools/buy-scan.ts';
import type { Targets } from '../../tools/define-tool.ts';
import { callForAnswer, type Gate } from '../../tools/gate.ts';
import { presentPages, presentScan } from '../../tools/present-scan.ts';
import { serveDocument } from '../discovery/mount.ts';
import type { PayableRows } from '../facade.ts';

const MAX_BODY_BYTES = 64 * 1024;
const RESOURCES_PATH = '/discovery/resources';
const ALLOW = 'GET, HEAD, POST, OPTIONS';
const NO_BROWSER =
  'browser: only POST /api/v1/scans with an API key takes it. Leave it out and send the same payment again; nothing was charged.';
const CACHED = { 'cache-control': 'public, max-age=300' };

interface PaidRowParts {
  readonly baseUrl: string;
  readonly gate: Gate;
  readonly offer: Offer;
  readonly scans: Pick<Scans, 'byShareToken' | 'checks' | 'pages'>;
  credentialsOf(event: H3Event): Credentials;
}

interface PaidRequest {
  /** Base64, as the header has it; undefined for none. */
  readonly payment: string | undefined;
  /** Called only after the payment was parsed, so that an invalid payment is refused first. */
  readBody(): Promise<Readonly<Record<string, unknown>>>;
}

/**
 * Answers a request by the tool buy_scan. It counts under the client's address, whatever key comes with it: each may be
 * a question to the facilitator.
 */
type PaidRow = (event: H3Event, caller: Caller, request: PaidRequest) => Promise<Response>;

/** The client closed the connection: the status is for the log alone. */
const CLIENT_LEFT = 499;

/** The payment under its name of version 2, or of version 1 that the contract has; undefined for none. */
export const sentPayment = ({ headers }: Request): string | undefined =>
  headers.get('payment-signature') ?? headers.get('x-payment') ?? undefined;

function createPaidRow({ baseUrl, gate, offer, scans, credentialsOf }: PaidRowParts): PaidRow {
  async function delivered(shareToken: string): Promise<Response> {
    const scan = await scans.byShareToken(shareToken);
    if (scan === undefined) throw new Error('a delivered scan is not in the store');
    const shown = presentScan(scan, await scans.checks(scan.id), await presentPages(scans.pages(scan)));
    const headers = { 'cache-control': 'no-store, private' };
    return Response.json({ scan: shown, shareUrl: `/s/${shareToken}` }, { status: 201, headers });
  }

  return async (event, caller, { payment, readBody }) => {
    const { req } = event;
    let receiptHeaders: Record<string, string> = {};
    const withReceipt = (response: Response): Response => {
      for (const [name, value] of Object.entries(receiptHeaders)) response.headers.set(name, value);
      return response;
    };
    try {
      const { output } = await callForAnswer(gate, {
        tool: buyScan.name,
        input: async () => inputOf(await readBody()),
        caller,
        countedAs: addressCallerOf(credentialsOf(event)),
        payment,
        request: req,
        onWindows: (windows) => noteWindows(req, windows),
        onReceipt: (receipt) => {
          receiptHeaders = headersOf(receipt);
        },
      });
      if (output.status !== 'completed') {
        throw new ServiceError('unavailable', 'The scan is still running. Send the same payment again.');
      }
      return withReceipt(await delivered(String(output.id)));
    } catch (thrown) {
      if (!(thrown instanceof ServiceError)) throw thrown;
      if (req.signal.aborted) return new Response(null, { status: CLIENT_LEFT });
      if (!(thrown instanceof PaymentNeeded)) return errorResponse(thrown, baseUrl, receiptHeaders);
      const { body, header } = offer.challenge(thrown.reason);
      const headers = { 'cache-control': 'no-store', 'payment-required': header };
      return withReceipt(Response.json(body, { status: thrown.status, headers }));
    }
  };
}

/** Over HTTP the scan runs to its end. @throws ServiceError before anything is charged for what a paid scan does not do */
function inputOf({ url, browser }: Readonly<Record<string, unknown>>) {
  if (browser !== undefined && browser !== false) throw new ServiceError('unsupported_option', NO_BROWSER);
  return { url, waitSeconds: MAX_TIMEOUT_SECONDS };
}

function headersOf(receipt: Receipt): Record<string, string> {
  const header = encodePaymentResponseHeader(receipt);
  return { 'payment-response': header, 'x-payment-response': header };
}

interface X402Parts extends PaidRowParts {
  readonly admission: Admission;
}

/** `/api/x402/scan`, and the documents that lead there. Returns the paths of those. */
export function mountX402(app: H3, parts: X402Parts): string[] {
  const { baseUrl, offer, admission, credentialsOf } = parts;
  const answer = createPaidRow(parts);
  app.all(PAID_SCAN_PATH, async (event) => {
    const { method } = event.req;
    if (method !== 'GET' && method !== 'HEAD' && method !== 'POST') return answerOtherMethod(method, ALLOW, baseUrl);
    const credentials = credentialsOf(event);
    const payment = method === 'POST' ? sentPayment(event.req) : undefined;
    const caller = await (payment === undefined
      ? identifyAnyway(admission, credentials)
      : admission.identify(credentials));
    return answer(event, caller, { payment, readBody: () => readJsonObject(event.req, MAX_BODY_BYTES) });
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
export function createPayableRows(parts: PaidRowParts & { checkout: Checkout; targets: Targets }): PayableRows {
  const { checkout, offer, targets } = parts;
  const answer = createPaidRow(parts);
  return {
    async collect(event, caller, body) {
      const { url } = body;
      const accept = (given: string) => targets.accept(given, 'url', caller);
      const payment = sentPayment(event.req);
      if (typeof url !== 'string' || !(await checkout.isCollection(payment, url, accept))) return undefined;
      return answer(event, caller, { payment, readBody: async () => body });
    },
    async payInstead(event, caller, body, { message, retryAfterSeconds = 1, states }) {
      const payment = sentPayment(event.req);
      if (payment !== undefined || body.payment === true) {
        return answer(event, caller, { payment, readBody: async () => body });
      }
      if (offer.tiers.length === 0) return undefined;
      const remedy = `Or pay for this scan: send "payment": true, or see ${offer.resource.url}.`;
      throw new RateLimitedError(`${message} ${remedy}`, retryAfterSeconds, states);
    },
  };
}
