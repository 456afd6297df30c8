import { defined } from '../basics/defined.ts';
import { ServiceError } from '../errors.ts';
import type { Accounts } from './accounts.ts';
import type { ApiKeys } from './api-keys.ts';
import { type AddressCaller, addressSubject, type Caller, type KeyCaller } from './caller.ts';
import { inTime, PATIENCE_MS } from './in-time.ts';
import type { Quotas } from './quotas.ts';

/** What a request says of its sender, before any of it is believed. */
export interface Credentials {
  /** The Authorization header as sent. */
  readonly authorization: string | undefined;
  readonly clientAddress: string;
  /** The request reached the service (or its outermost trusted proxy) over TLS. */
  readonly isSecure: boolean;
  /** Registrable domain of the bot whose signature on the request was verified. It never replaces a key. */
  readonly agent?: string | undefined;
  /** A page of another website sent the request. */
  readonly fromOtherSite?: boolean;
}

export interface Admission {
  /**
   * Who is calling: the key's account when a key was sent, else the client address.
   * @throws ServiceError invalid_key for a key that is malformed, unknown, revoked or sent in the clear, rate_limited
   * instead when the address has sent too many of those
   */
  identify(credentials: Credentials): Promise<Caller>;
  /**
   * As `identify`, for endpoints that need a key.
   * @throws ServiceError also missing_key, and subscription_required on a free account
   */
  requireKey(credentials: Credentials): Promise<KeyCaller>;
}

/** The sender of a request whose key is not asked for: its address, and the bot whose signature was verified. */
export function addressCallerOf({
  clientAddress,
  agent,
  fromOtherSite = false,
}: Pick<Credentials, 'clientAddress' | 'agent' | 'fromOtherSite'>): AddressCaller {
  return {
    kind: 'address',
    address: addressSubject(clientAddress),
    ...defined({ agent }),
    ...(fromOtherSite ? { fromOtherSite } : {}),
  };
}

/**
 * As `identify`, for public responses that need no store. While the store is unavailable no key can be checked, so the
 * caller counts by address.
 */
export async function identifyAnyway(
  admission: Pick<Admission, 'identify'>,
  credentials: Credentials,
): Promise<Caller> {
  try {
    return (await inTime(PATIENCE_MS, admission.identify(credentials))) ?? addressCallerOf(credentials);
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'unavailable') return addressCallerOf(credentials);
    throw error;
  }
}

const BEARER = /^Bearer +([^\s]+)$/i;

export function createAdmission({
  accounts,
  apiKeys,
  quotas,
  requiresTls,
}: {
  accounts: Accounts;
  apiKeys: ApiKeys;
  quotas: Quotas;
  requiresTls: boolean;
}): Admission {
  /** @throws ServiceError invalid_key */
  async function holderOf(authorization: string, isSecure: boolean): Promise<KeyCaller> {
    const [, bearer] = BEARER.exec(authorization.trim()) ?? [];
    if (bearer === undefined) {
      throw new ServiceError('invalid_key', 'Authorization: expected "Bearer <API key>".');
    }
    const record = await apiKeys.verify(bearer);
    if (record !== undefined && requiresTls && !isSecure) {
      throw new ServiceError(
        'invalid_key',
        'This API key was sent over plain http and may have been read on the way. Revoke it, make a new one and use https.',
      );
    }
    const account = record === undefined ? undefined : await accounts.get(record.accountId);
    if (record === undefined || account === undefined) {
      throw new ServiceError(
        'invalid_key',
        'The API key is malformed, unknown or revoked. Check it, or make a new one.',
      );
    }
    return { kind: 'key', accountId: account.id, plan: account.plan, keyPrefix: record.prefix };
  }

  const admission: Admission = {
    async identify(credentials) {
      const { authorization, isSecure, fromOtherSite = false } = credentials;
      if (authorization === undefined || authorization.trim() === '') return addressCallerOf(credentials);
      try {
        const holder = await holderOf(authorization, isSecure);
        return fromOtherSite ? { ...holder, fromOtherSite } : holder;
      } catch (error) {
        // Skipped while the store was unavailable, because the key could not be checked.
        if (error instanceof ServiceError && error.code === 'invalid_key') {
          await quotas.draw(addressCallerOf(credentials), 'failed-authentication');
        }
        throw error;
      }
    },
    async requireKey(credentials) {
      const caller = await admission.identify(credentials);
      assertPaidKey(caller);
      return caller;
    },
  };
  return admission;
}

/** @throws ServiceError missing_key, or subscription_required on a free account */
export function assertPaidKey(caller: Caller): asserts caller is KeyCaller {
  if (caller.kind !== 'key') {
    throw new ServiceError('missing_key', 'An API key is needed: send "Authorization: Bearer <API key>".');
  }
  if (caller.plan === 'free') {
    throw new ServiceError(
      'subscription_required',
      'API access needs a Pro subscription; the account of this key is on the free plan.',
    );
  }
}
