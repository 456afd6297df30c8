/** Scans for sale: the offer of each challenge, and the lists and manifests that announce it. */
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

/** What can be paid for, as `DiscoveryResourcesResponse` of `@x402/extensions` has it. */
interface DiscoveryItem {
  readonly resource: string;
  readonly type: 'http';
  readonly x402Version: 2;
  readonly accepts: readonly PaymentRequirements[];
  readonly lastUpdated: string;
  readonly description: string;
  readonly mimeType: string;
  readonly serviceName: string;
  readonly tags: readonly string[];
  readonly extensions: Readonly<Record<string, unknown>>;
}

const DEFAULT_LIMIT = 100;
const MAX_LIMIT = 1000;

/** One item, or none while nothing is for sale. @param updated when the terms last may have changed, RFC 3339 */
export function discoveryItems({ tiers, extensions, resource }: Offer, updated: string): DiscoveryItem[] {
  if (tiers.length === 0) return [];
  return [
    {
      resource: resource.url,
      type: 'http',
      x402Version: 2,
      accepts: tiers.map(({ requirements }) => requirements),
      lastUpdated: updated,
      description: resource.description ?? '',
      mimeType: resource.mimeType ?? '',
      serviceName: resource.serviceName ?? '',
      tags: resource.tags ?? [],
      extensions,
    },
  ];
}

/** The items that a query asks for, page by page; undefined for a `limit` or an `offset` that is no whole number. */
export function discoveryPage(items: readonly DiscoveryItem[], query: URLSearchParams) {
  const limit = wholeNumber(query.get('limit'), DEFAULT_LIMIT);
  const offset = wholeNumber(query.get('offset'), 0);
  if (limit === undefined || offset === undefined) return undefined;
  const size = Math.min(limit, MAX_LIMIT);
  const wanted = (name: string, fits: (value: string) => boolean) => {
    const value = query.get(name);
    return value === null || value === '' || fits(value);
  };
  const found = items.filter(
    ({ type, accepts, extensions }) =>
      wanted('type', (value) => value === type) &&
      wanted('network', (value) => accepts.some(({ network }) => network === value)) &&
      wanted('scheme', (value) => accepts.some(({ scheme }) => scheme === value)) &&
      wanted('payTo', (value) => accepts.some(({ payTo }) => payTo.toLowerCase() === value.toLowerCase())) &&
      wanted('extensions', (value) => value.split(',').every((name) => Object.hasOwn(extensions, name.trim()))),
  );
  return {
    x402Version: 2,
    items: found.slice(offset, offset + size),
    pagination: { limit: size, offset, total: found.length },
  };
}

function wholeNumber(text: string | null, otherwise: number): number | undefined {
  if (text === null || text === '') return otherwise;
  return /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}

/**
 * `/.well-known/x402`: no schema of it is ratified. This is the shape of draft-hawkins-x402-dns-discovery-03 (kind,
 * resources with url and method), each entry with the members of a discovery item besides.
 */
export function x402Manifest(items: readonly DiscoveryItem[], baseUrl: string, updated: string) {
  return {
    x402Version: 2,
    version: 1,
    kind: 'resource-server',
    name: 'Legible',
    description: 'Grades how well websites and MCP servers can be used by AI agents',
    resources: items.map((item) => ({ url: item.resource, method: 'POST', ...item })),
    docs: `${baseUrl}/openapi.json`,
    updated,
  };
}
