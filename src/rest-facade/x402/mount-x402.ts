import type { H3, H3Event } from 'h3';
import { type Admission, addressCallerOf, type Credentials, identifyAnyway } from '../../auth/admit.ts';
import { type Quotas, RateLimitedError } from '../../auth/quotas.ts';
import { ServiceError } from '../../errors.ts';
import { readJsonObject } from '../../http/body.ts';
import { errorResponse } from '../../http/errors.ts';
import { answerOtherMethod } from '../../http/methods.ts';
import { noteWindows } from '../../http/request-context.ts';
import { discoveryItems, discoveryPage, x402Manifest } from '../../payments/discovery.ts';
import { type Offer, PAID_SCAN_PATH } from '../../payments/offer.ts';
import { serveDocument } from '../discovery/mount.ts';
import type { PayableRows } from '../facade.ts';
import type { PaymentEndpoint } from './payment-endpoint.ts';

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
