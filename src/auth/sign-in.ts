import { ServiceError } from '../errors.ts';
import type { Store, WindowLimit } from '../store/store.ts';
import type { Account, Accounts } from './accounts.ts';
import type { KeyCaller } from './caller.ts';
import { addressSubject } from './client-address.ts';
import type { Passwords } from './passwords.ts';
import { BASE62, randomText } from './random-text.ts';

/** Decisions, section 5. */
const ATTEMPTS: readonly WindowLimit[] = [{ windowMs: 15 * 60_000, max: 10 }];
const MAX_EMAIL_LENGTH = 254;

/**
 * Checks an address and a password. Every attempt counts against the client's address, and against the account it names
 * whether there is one or not: neither guessing from many places nor at many accounts goes fast.
 * @returns the id of the account; undefined when the address or the password is wrong, without a difference in time
 * @throws ServiceError rate_limited
 */
export type SignIn = (attempt: {
  email: string;
  password: string;
  clientAddress: string;
}) => Promise<string | undefined>;

export function createSignIn(
  { windows }: Pick<Store, 'windows'>,
  { accounts, passwords }: { accounts: Accounts; passwords: Passwords },
): SignIn {
  return async ({ email, password, clientAddress }) => {
    const name = email.trim().toLowerCase().slice(0, MAX_EMAIL_LENGTH);
    for (const subject of [`sign-in:address:${addressSubject(clientAddress)}`, `sign-in:account:${name}`]) {
      const { allowed, retryMs } = await windows.draw(subject, ATTEMPTS);
      if (!allowed) {
        const minutes = Math.max(1, Math.ceil(retryMs / 60_000));
        throw new ServiceError(
          'rate_limited',
          `Too many attempts to sign in. Try again in ${minutes} minute${minutes === 1 ? '' : 's'}.`,
          { retryAfterSeconds: Math.max(1, Math.ceil(retryMs / 1000)) },
        );
      }
    }
    const account = name.includes('@') ? await accounts.findByEmail(name).catch(ifMalformed) : undefined;
    return (await passwords.matches(account?.id, password)) ? account?.id : undefined;
  };
}

/** What cannot be an address has no account, and costs as much time as any other. */
function ifMalformed(error: unknown): undefined {
  if (error instanceof ServiceError && error.code === 'invalid_request') return undefined;
  throw error;
}

/** Who is signed in. The store decides: a cookie only names a session. */
export interface Sessions {
  /** Begins one under an id that nobody has seen before. The account must have a password. */
  begin(accountId: string): Promise<string>;
  /** The account of a session that has neither ended nor run out nor outlived the password it was begun with. */
  accountOf(sessionId: string): Promise<Account | undefined>;
  end(sessionId: string): Promise<void>;
}

interface SessionRecord {
  readonly accountId: string;
  readonly passwordVersion: string;
}

/** Scans of a signed-in session count as those of one more key of the account: its id is the name of no key. */
export const sessionCaller = ({ id, plan }: Account): KeyCaller => ({
  kind: 'key',
  accountId: id,
  plan,
  keyPrefix: id,
});

/** Counted from the sign-in, however often it is used. */
export const SESSION_SECONDS = 12 * 3600;
const ID_LENGTH = 32;

export function createSessions(
  store: Pick<Store, 'documents'>,
  { accounts, passwords }: { accounts: Accounts; passwords: Passwords },
): Sessions {
  const records = store.documents<SessionRecord>('sessions');
  return {
    async begin(accountId) {
      const passwordVersion = await passwords.version(accountId);
      if (passwordVersion === undefined) throw new Error('the account has no password to sign in with');
      const id = randomText(ID_LENGTH, BASE62);
      await records.set(id, { accountId, passwordVersion }, SESSION_SECONDS * 1000);
      return id;
    },
    async accountOf(sessionId) {
      const record = await records.get(sessionId);
      if (record === undefined) return undefined;
      const isCurrent = (await passwords.version(record.accountId)) === record.passwordVersion;
      return isCurrent ? accounts.get(record.accountId) : undefined;
    },
    async end(sessionId) {
      await records.delete(sessionId);
    },
  };
}
