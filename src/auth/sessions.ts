import type { Store } from '../store/store.ts';
import type { Account, Accounts } from './accounts.ts';
import type { Passwords } from './passwords.ts';
import { BASE62, randomText } from './random-text.ts';

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
