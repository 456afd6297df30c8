/** How a scan approaches its site: the origin it reads the site as, the root and the headers of its requests. */

import { defined } from '../../basics/defined.ts';
import type { ScanRequest } from '../model/scan.ts';
import type { PublicOrigin } from '../model/score.ts';
import type { RequestProfile } from '../net/fetch-types.ts';
import type { HostThrottle } from '../net/host-throttle.ts';
import type { SiteClient } from '../net/site-client.ts';
import { inferPublicOrigin } from './public-origin.ts';
import { isPrivateHost, type Opening, openTarget } from './target.ts';

/**
 * The site's public origin: the caller's value, or for a private host the one that the site declares. Without one the
 * site is read at its own address.
 */
export async function findPublicOrigin(
  request: ScanRequest,
  throttle: HostThrottle,
  clientOf: (profile: RequestProfile | undefined) => SiteClient,
): Promise<{ publicOrigin?: PublicOrigin; opened?: { opening: Opening; mayFetch: SiteClient['mayFetch'] } }> {
  const { origin: servedBy } = new URL(request.rootUrl);
  const { canonicalOrigin } = request;
  if (canonicalOrigin !== undefined)
    return canonicalOrigin === servedBy
      ? {}
      : { publicOrigin: { origin: canonicalOrigin, servedBy, namedBy: ['option'] } };
  if (!isPrivateHost(request)) return {};
  const client = clientOf(requestProfileOf(request).profile);
  const opening = await openTarget(client, throttle, request);
  const isThere = opening.ok && opening.target.origin === servedBy;
  const publicOrigin = isThere ? await inferPublicOrigin(client, opening) : undefined;
  // Where nothing is inferred, the site was opened as it is scanned.
  return publicOrigin === undefined ? { opened: { opening, mayFetch: client.mayFetch } } : { publicOrigin };
}

/** How a scan approaches its site, and the scan itself with its root where the site will be published. */
export function requestProfileOf(
  request: ScanRequest,
  canonicalOrigin?: string,
): {
  readonly request: ScanRequest;
  readonly profile: RequestProfile | undefined;
} {
  const { headers, userAgent, rootUrl } = request;
  const { origin: servedBy, pathname, search } = new URL(rootUrl);
  const isPreview = canonicalOrigin !== undefined && canonicalOrigin !== servedBy;
  if (headers === undefined && userAgent === undefined && !isPreview) return { request, profile: undefined };
  const origin = isPreview ? canonicalOrigin : servedBy;
  return {
    request: { ...request, rootUrl: `${origin}${pathname}${search}` },
    profile: {
      origin,
      ...defined({ headers, userAgent }),
      ...(isPreview ? { servedBy } : {}),
    },
  };
}
