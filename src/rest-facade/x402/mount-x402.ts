import type { H3 } from 'h3';
import { type Admission, identifyAnyway } from '../../auth/admit.ts';
import { RateLimitedError } from '../../auth/quotas.ts';
import { ServiceError } from '../../errors.ts';
import { readJsonObject } from '../../http/body.ts';
import { errorResponse } from '../../http/errors.ts';
import { answerOtherMethod } from '../../http/methods.ts';
import type { Checkout } from '../../payments/checkout.ts';
import { discoveryItems, discoveryPage, x402Manifest } from '../../payments/discovery.ts';
import { PAID_SCAN_PATH } from '../../payments/offer.ts';
import type { Targets } from '../../tools/define-tool.ts';
import { serveDocument } from '../discovery/mount.ts';
import type { PayableRows } from '../facade.ts';
import { createPaidRow, type PaidRowParts, sentPayment } from './paid-row.ts';

const MAX_BODY_BYTES = 64 * 1024;
const RESOURCES_PATH = '/discovery/resources';
const ALLOW = 'GET, HEAD, POST, OPTIONS';
const CACHED = { 'cache-control': 'public, max-age=300' };

export interface X402Parts extends PaidRowParts {
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
