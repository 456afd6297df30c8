import type { RequestProfile } from '../net/fetch-types.ts';
import { createSiteClient, type RequestPurpose, type SiteClient, type SiteClientParts } from '../net/site-client.ts';
import { actsByAddress } from '../parse/url/acting-link.ts';

type ClientParts = Pick<SiteClientParts, 'fetcher' | 'throttle' | 'ledger' | 'permit'>;

/** @param until ends every request of the client */
export function clientFor(
  { fetcher, throttle, ledger, permit }: ClientParts,
  profile: RequestProfile | undefined,
  purpose: RequestPurpose,
  until: AbortSignal,
): SiteClient {
  return createSiteClient({ fetcher, throttle, ledger, purpose, permit, profile, signal: until });
}

/** The clients of one scan, one for each purpose. */
export interface Clients {
  readonly client: SiteClient;
  readonly pageClient: SiteClient;
  readonly sitemaps: SiteClient;
  readonly links: SiteClient;
  readonly actionClient: SiteClient;
}

/** @param deadline when the scan ends, and when its crawl does */
export function createClients(
  parts: ClientParts,
  profile: RequestProfile | undefined,
  deadline: { readonly scan: AbortSignal; readonly crawl: AbortSignal },
): Clients {
  const of = (purpose: RequestPurpose, until = deadline.scan) => clientFor(parts, profile, purpose, until);
  const client = of('probe');
  // Aborts with the crawl, so that leftover pages do not delay the probes after it.
  const pageClient = of('twin', deadline.crawl);
  const [sitemaps, links, actionClient] = [of('sitemap'), of('link'), of('action')];
  // Neither a listing nor a redirect leads to an address that acts.
  for (const each of [pageClient, sitemaps, links, actionClient])
    each.useRobots((url) => client.mayFetch(url) && !actsByAddress(url));
  return { client, pageClient, sitemaps, links, actionClient };
}
