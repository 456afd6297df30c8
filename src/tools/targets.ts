import { ServiceError } from '../errors.ts';
import type { Resolve } from '../scanner/net/fetch-types.ts';
import { checkHost } from '../scanner/net/resolve-host.ts';
import { type AllowedPrivateHost, parseSubmittedUrl, privateHostPermit } from '../scanner/net/submitted-url.ts';
import type { Targets } from './define-tool.ts';

const DNS_TIMEOUT_MS = 3000;

export interface TargetParts {
  /** What the operator lets be scanned although it is private. */
  readonly allowed: readonly AllowedPrivateHost[];
  /** Whether callers without a key may use that list too: only while nobody but this machine can call. */
  readonly allowedForAnyone: boolean;
  readonly resolve: Resolve;
}

export function createTargets({ allowed: listed, allowedForAnyone, resolve }: TargetParts): Targets {
  return {
    async accept(text, field, caller) {
      const allowed = caller.kind === 'address' && !allowedForAnyone ? [] : listed;
      const submitted = parseSubmittedUrl(text, { field, allowed });
      if (!submitted.ok) throw new ServiceError(submitted.code, submitted.message);
      const { url } = submitted;
      const permit = privateHostPermit(url, allowed);
      const verdict = await checkHost(url, { resolve, permit, timeoutMs: DNS_TIMEOUT_MS });
      if (verdict === 'private') {
        throw new ServiceError(
          'blocked_address',
          `${field}: the host resolves to a private or reserved address; submit a site that the internet can reach.`,
        );
      }
      if (verdict === 'unresolvable') {
        throw new ServiceError('invalid_url', `${field}: the host name does not exist in DNS; check its spelling.`);
      }
      return { url: url.href, ...(permit === undefined ? {} : { permit }) };
    },
  };
}
