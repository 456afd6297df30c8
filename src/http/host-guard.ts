import type { ServerMiddleware, ServerRequest } from 'srvx';
import type { ServiceError } from '../errors.ts';
import { pathOf } from './methods.ts';
import type { OwnSite } from './own-site.ts';
import { noteFailureBody } from './request-context.ts';

/** Balancers and monitors ask these by address; none of them reads or changes anything of a caller. */
const EXEMPT: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics']);

export interface HostGuardParts {
  readonly ownSite: Pick<OwnSite, 'requireHost'>;
  /** The body of a refusal at this path, where it is not the common envelope. */
  failureBodyAt(path: string): ((error: ServiceError) => Record<string, unknown>) | undefined;
}

/**
 * Refuses requests for another host (421), which prevents DNS rebinding. WebSockets pass no middleware: their endpoint
 * makes the same check.
 */
export function createHostGuard({ ownSite, failureBodyAt }: HostGuardParts): ServerMiddleware {
  return (request: ServerRequest, next) => {
    const path = pathOf(request);
    const incoming = request.runtime?.node?.req;
    if (incoming === undefined || EXEMPT.has(path)) return next();
    const failureBody = failureBodyAt(path);
    if (failureBody !== undefined) noteFailureBody(request, failureBody);
    ownSite.requireHost(incoming);
    return next();
  };
}
