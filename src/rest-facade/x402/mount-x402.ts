import type { H3, H3Event } from 'h3';
import type { Admission, Credentials } from '../../auth/admit.ts';
import { addressSubject } from '../../auth/client-address.ts';
import { type Quotas, RateLimitedError } from '../../auth/quotas.ts';
import { ServiceError } from '../../errors.ts';
import { discoveryItems, discoveryPage, x402Manifest } from '../../payments/discovery.ts';
import { type Offer, PAID_SCAN_PATH } from '../../payments/offer.ts';
import { noteWindows } from '../../request-windows.ts';
import { serveDocument } from '../discovery/serve-document.ts';
import { errorResponse } from '../errors-http.ts';
import { readJsonObject } from '../read-body.ts';
import type { PaymentDoor } from './payment-door.ts';

const MAX_BODY_BYTES = 64 * 1024;
const ALLOW = 'GET, HEAD, POST, OPTIONS';
const CACHED = { 'cache-control': 'public, max-age=300' };

export interface X402Parts {
  readonly baseUrl: string;
  readonly offer: Offer;
  readonly door: PaymentDoor;
  readonly admission: Admission;
  readonly quotas: Quotas;
  credentialsOf(event: H3Event): Credentials;
}

/** `/api/x402/scan`, and the documents that lead there. */
export function mountX402(app: H3, { baseUrl, offer, door, admission, quotas, credentialsOf }: X402Parts): void {
  app.all(PAID_SCAN_PATH, async (event) => {
    const { method } = event.req;
    if (method === 'OPTIONS') return new Response(null, { status: 204, headers: { allow: ALLOW } });
    if (method !== 'GET' && method !== 'HEAD' && method !== 'POST') {
      const error = new ServiceError('method_not_allowed', `This path answers ${ALLOW}.`);
      return errorResponse(error, baseUrl, { allow: ALLOW });
    }
    const credentials = credentialsOf(event);
    const caller = await admission.identify(credentials);
    const address = { kind: 'address', address: addressSubject(credentials.clientAddress) } as const;
    noteWindows(event.req, await quotas.draw(address, 'payment'));
    // Before the body is looked at: whoever asks for the price sends none.
    if (method !== 'POST' || !door.hasPayment(event.req)) return door.challenge();
    return door.pay(event.req, caller, () => readJsonObject(event.req, MAX_BODY_BYTES));
  });

  // The terms are those of the configuration this process was started with.
  const updated = new Date().toISOString();
  const items = discoveryItems(offer, updated);
  const manifest = JSON.stringify(x402Manifest(items, baseUrl, updated));
  for (const path of ['/.well-known/x402', '/.well-known/x402.json']) {
    serveDocument(
      app,
      baseUrl,
      path,
      () => new Response(manifest, { headers: { ...CACHED, 'content-type': 'application/json' } }),
    );
  }
  serveDocument(app, baseUrl, '/discovery/resources', (request) => {
    const page = discoveryPage(items, new URL(request.url).searchParams);
    if (page === undefined) {
      const error = new ServiceError('invalid_request', 'limit, offset: expected whole numbers.');
      return errorResponse(error, baseUrl);
    }
    return Response.json(page, { headers: CACHED });
  });
}

/** What `POST /api/scan` answers over the free quota (interface.md section 4). */
export const createPayInstead =
  (door: PaymentDoor, offer: Offer) =>
  async (
    { req }: H3Event,
    caller: Parameters<PaymentDoor['pay']>[1],
    body: Readonly<Record<string, unknown>>,
    { message, retryAfterSeconds = 1, states }: RateLimitedError,
  ): Promise<Response | undefined> => {
    if (door.hasPayment(req)) return door.pay(req, caller, async () => body);
    if (body.payment === true) return door.challenge();
    if (offer.tiers.length === 0) return undefined;
    const remedy = `Or pay for this scan: send "payment": true, or see ${offer.resource.url}.`;
    throw new RateLimitedError(`${message} ${remedy}`, retryAfterSeconds, states);
  };
