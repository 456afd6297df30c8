import type { Caller } from '../auth/caller.ts';
import { defined } from '../basics/defined.ts';
import { ServiceError } from '../errors.ts';
import type { Resolve } from '../scanner/net/fetch-types.ts';
import { checkHost } from '../scanner/net/resolve-host.ts';
import {
  type AllowedPrivateHost,
  PRIVATE_SCANS,
  parseSubmittedUrl,
  privateHostPermit,
} from '../scanner/net/submitted-url.ts';
import type { Targets } from './define-tool.ts';

const DNS_TIMEOUT_MS = 3000;

export interface TargetParts {
  /** The private hosts that the operator allows to be scanned. */
  readonly allowed: readonly AllowedPrivateHost[];
  /** Whether callers without a key may use that list too. */
  readonly anonymousPrivateScans: boolean;
  readonly resolve: Resolve;
}

export function createTargets({ allowed: listed, anonymousPrivateScans, resolve }: TargetParts): Targets {
  return {
    async accept(text, field, caller) {
      const allowed = mayReachPrivate(caller, anonymousPrivateScans) ? listed : [];
      const submitted = parseSubmittedUrl(text, { field, allowed });
      if (!submitted.ok) throw new ServiceError(submitted.code, submitted.message);
      const { url } = submitted;
      const permit = privateHostPermit(url, allowed);
      const verdict = await checkHost(url, { resolve, permit, timeoutMs: DNS_TIMEOUT_MS });
      if (verdict === 'private') {
        throw new ServiceError(
          'blocked_address',
          `${field}: the host resolves to a private or reserved address; submit a site that the internet can reach. ${PRIVATE_SCANS}`,
        );
      }
      if (verdict === 'unresolvable') {
        throw new ServiceError('invalid_url', `${field}: the host name does not exist in DNS; check its spelling.`);
      }
      return { url: url.href, ...defined({ permit }) };
    },
  };
}

/**
 * A property of the caller, never of the listener: behind a proxy on the same machine every client comes from loopback.
 * A page of another site acts through its visitor's browser, so it reaches nothing private under any caller's name.
 */
function mayReachPrivate(caller: Caller, anonymousPrivateScans: boolean): boolean {
  if (caller.kind === 'operator') return true;
  return caller.fromOtherSite !== true && (caller.kind === 'key' || anonymousPrivateScans);
}
