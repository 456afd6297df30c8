import type { Visit } from './net/visit.ts';
import type { ScanRequest } from './scan-types.ts';

/** How a scan approaches its site, and the scan itself with its root where the site will be published. */
export function visitOf(request: ScanRequest): { readonly request: ScanRequest; readonly visit: Visit | undefined } {
  const { headers, userAgent, canonicalOrigin, rootUrl } = request;
  const { origin: servedBy, pathname, search } = new URL(rootUrl);
  const isPreview = canonicalOrigin !== undefined && canonicalOrigin !== servedBy;
  if (headers === undefined && userAgent === undefined && !isPreview) return { request, visit: undefined };
  const origin = isPreview ? canonicalOrigin : servedBy;
  return {
    request: { ...request, rootUrl: `${origin}${pathname}${search}` },
    visit: {
      origin,
      ...(headers === undefined ? {} : { headers }),
      ...(userAgent === undefined ? {} : { userAgent }),
      ...(isPreview ? { servedBy } : {}),
    },
  };
}
