import { createHash } from 'node:crypto';
import { ServiceError } from '../errors.ts';
import { alone } from '../store/alone.ts';
import type { Store } from '../store/store.ts';
import type { Passwords } from './passwords.ts';
import { BASE62, randomText } from './random-text.ts';

/** One-time links with which a person sets the password of an account. */
export interface PasswordLinks {
  /** Makes a token that is good for 24 hours or one use. Any earlier one of the account ends. */
  issue(accountId: string): Promise<string>;
  /** Whether the token can still be used. */
  accountOf(token: string): Promise<string | undefined>;
  /**
   * Sets the password and uses the token up. Answers the account.
   * @throws ServiceError not_found for a token that is unknown, used or too old; invalid_request for a bad password,
   * which leaves the token good
   */
  redeem(token: string, password: string): Promise<string>;
}

const GOOD_FOR_MS = 24 * 3_600_000;
/** 190 bits. */
const TOKEN_LENGTH = 32;

/** Where a person opens a link. The token stands in the query, which no log of ours shows. */
export const passwordLinkUrl = (baseUrl: string, token: string): string =>
  `${baseUrl}/dashboard/set-password?token=${token}`;

export function createPasswordLinks(store: Store, passwords: Passwords): PasswordLinks {
  const accountByToken = store.documents<string>('password-links');
  const latest = store.documents<string>('password-link-of-account');

  const accountOf = async (token: string): Promise<string | undefined> => {
    const hash = hashOf(token);
    const accountId = await accountByToken.get(hash);
    return accountId !== undefined && (await latest.get(accountId)) === hash ? accountId : undefined;
  };

  return {
    accountOf,
    async issue(accountId) {
      const token = randomText(TOKEN_LENGTH, BASE62);
      const hash = hashOf(token);
      await accountByToken.set(hash, accountId, GOOD_FOR_MS);
      await latest.set(accountId, hash, GOOD_FOR_MS);
      return token;
    },
    // In turn: of two people who open one link at once, one sets the password.
    redeem: (token, password) =>
      alone(store, `password-link:${hashOf(token)}`, async () => {
        const accountId = await accountOf(token);
        if (accountId === undefined) {
          throw new ServiceError(
            'not_found',
            'This link was used already, was replaced by a newer one, or is too old.',
          );
        }
        await passwords.set(accountId, password);
        await accountByToken.delete(hashOf(token));
        return accountId;
      }),
  };
}

/** What is kept of a token: whoever reads the store cannot use it. */
const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');
