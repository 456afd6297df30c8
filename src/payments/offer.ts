import { encodePaymentRequiredHeader } from '@x402/core/http';
import type { PaymentRequired, PaymentRequirements } from '@x402/core/types';
import { ServiceError } from '../errors.ts';
import type { PaymentSettings } from './settings.ts';

/** What a scan costs, in millionths of a dollar, by the pages it may read. Stock clients take the first. */
export const TIERS = [
  { amount: '20000', pageLimit: 25 },
  { amount: '250000', pageLimit: 250 },
] as const;

export const PAID_SCAN_PATH = '/api/x402/scan';
/** A client signs for as long as this: it covers the scan (180 s), the settlement and a wait before. */
export const MAX_TIMEOUT_SECONDS = 300;

/** One way to pay, and how many pages it buys. */
export interface Tier {
  readonly requirements: PaymentRequirements;
  readonly pageLimit: number;
}

/** The offer. It is built once without the facilitator, so that a challenge needs no network. */
export interface Offer {
  /** None while payments are not configured. */
  readonly tiers: readonly Tier[];
  readonly extensions: Readonly<Record<string, unknown>>;
  readonly resource: PaymentRequired['resource'];
  /** The 402: its body, and the same in the encoding of the header. @param error why a payment was refused, as a code */
  challenge(error?: string): { readonly body: PaymentRequired; readonly header: string };
  /** The same for a tool of MCP, which has an address of its own. */
  toolChallenge(tool: string, error?: string): PaymentRequired;
}

/** @param settings undefined while payments are not configured */
export function createOffer(settings: PaymentSettings | undefined, baseUrl: string): Offer {
  const tiers = settings === undefined ? [] : TIERS.map((tier) => tierOf(tier, settings));
  const extensions = { bazaar: BAZAAR };
  // The public URL and never the Host header: there are clients that compare.
  const resource = {
    url: baseUrl + PAID_SCAN_PATH,
    description:
      'Grades how well a website can be read and used by AI agents, with a fix for each finding: 25 or 250 pages, without an account.',
    mimeType: 'application/json',
    serviceName: 'Legible',
    tags: ['website', 'agents', 'scan', 'llms-txt', 'audit'],
  };
  const required = (error: string | undefined): PaymentRequired => ({
    x402Version: 2,
    error: settings === undefined ? 'payments_not_configured' : (error ?? 'Payment required'),
    resource,
    accepts: tiers.map(({ requirements }) => requirements),
  });
  return {
    tiers,
    extensions,
    resource,
    challenge(error) {
      const body = { ...required(error), extensions };
      return { body, header: encodePaymentRequiredHeader(body) };
    },
    toolChallenge: (tool, error) => ({ ...required(error), resource: { ...resource, url: `mcp://tool/${tool}` } }),
  };
}

function tierOf({ amount, pageLimit }: (typeof TIERS)[number], settings: PaymentSettings): Tier {
  return {
    pageLimit,
    requirements: {
      scheme: 'exact',
      // The setting was checked to be of this form.
      network: settings.network as PaymentRequirements['network'],
      amount,
      asset: settings.asset,
      payTo: settings.payTo,
      maxTimeoutSeconds: MAX_TIMEOUT_SECONDS,
      extra: { name: settings.assetName, version: settings.assetVersion, pageLimit },
    },
  };
}

/**
 * The Bazaar discovery extension: the input and output of the paid route, in the form of `declareDiscoveryExtension` of
 * `@x402/extensions`. `schema` describes `info` without outside references, because crawlers refuse those; every
 * challenge carries it, also that of GET.
 */
const BAZAAR = {
  info: {
    input: { type: 'http', method: 'POST', bodyType: 'json', body: { url: 'https://example.com/' } },
    output: {
      type: 'json',
      example: { scan: { id: 'scn_…', status: 'completed', siteScore: 87 }, shareUrl: '/s/…' },
    },
  },
  schema: {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: {
      input: {
        type: 'object',
        properties: {
          type: { type: 'string', const: 'http' },
          method: { type: 'string', enum: ['POST'] },
          bodyType: { type: 'string', enum: ['json'] },
          body: {
            type: 'object',
            properties: { url: { type: 'string', description: 'Public http or https URL of the site to scan' } },
            required: ['url'],
          },
        },
        required: ['type', 'method', 'bodyType', 'body'],
        additionalProperties: false,
      },
      output: {
        type: 'object',
        properties: {
          type: { type: 'string' },
          example: {
            type: 'object',
            properties: { scan: { type: 'object' }, shareUrl: { type: 'string' } },
            required: ['scan', 'shareUrl'],
          },
        },
        required: ['type'],
      },
    },
    required: ['input'],
  },
} as const;

/** The answer to a call without a payment that will do. Nothing was charged; transports show the offer. */
export class PaymentNeeded extends ServiceError {
  readonly offer: Offer;
  /** Why a payment was refused, as a code; undefined for a call without one. */
  readonly reason: string | undefined;

  constructor(offer: Offer, reason?: string) {
    super('payment_required', `A payment is needed (${reason ?? 'none was sent'}): see ${offer.resource.url}.`);
    this.offer = offer;
    this.reason = reason;
  }
}
