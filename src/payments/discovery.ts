import type { PaymentRequirements } from '@x402/core/types';
import type { Offer } from './offer.ts';

/** What can be paid for, as `DiscoveryResourcesResponse` of `@x402/extensions` has it. */
export interface DiscoveryItem {
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
