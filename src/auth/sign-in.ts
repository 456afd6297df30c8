import { setTimeout as delay } from 'node:timers/promises';
import { ServiceError } from '../errors.ts';
import type { Store, WindowLimit } from '../store/store.ts';
import type { Account, Accounts } from './accounts.ts';
import { type KeyCaller, networkSubject } from './caller.ts';
import type { Passwords } from './passwords.ts';
import { BASE62, randomText } from './random-text.ts';

const WINDOW_MS = 15 * 60_000;
const PER_ACCOUNT_AND_NETWORK: WindowLimit = { windowMs: WINDOW_MS, max: 10 };
/** Over all accounts: one network cannot try a common password on many of them quickly. */
const PER_NETWORK: WindowLimit = { windowMs: WINDOW_MS, max: 60 };
/** Attempts on one account from all networks. A full window slows answers down and refuses nothing. */
const PER_ACCOUNT: WindowLimit = { windowMs: WINDOW_MS, max: 30 };
const ATTEMPTS_WITHOUT_DELAY = 10;
export const MAX_SIGN_IN_DELAY_MS = 5_000;
const MAX_EMAIL_LENGTH = 254;

/**
 * Checks an email address and a password. Attempts are limited per account and network, whether the account exists or
 * not. Attempts from other networks only delay the answer, so that no attacker can lock the owner out.
 * @returns the id of the account; undefined when the address or the password is wrong, without a difference in time
 * @throws ServiceError rate_limited
 */
export type SignIn = (attempt: {
  email: string;
  password: string;
  clientAddress: string;
}) => Promise<string | undefined>;

/** @param pause waits for the given milliseconds; tests replace it */
export function createSignIn(
  { windows }: Pick<Store, 'windows'>,
  { accounts, passwords }: { accounts: Accounts; passwords: Passwords },
  pause: (ms: number) => Promise<unknown> = delay,
): SignIn {
  async function draw(subject: string, limit: WindowLimit): Promise<void> {
    const { allowed, retryMs } = await windows.draw(subject, [limit]);
    if (allowed) return;
    const minutes = Math.max(1, Math.ceil(retryMs / 60_000));
    throw new ServiceError(
      'rate_limited',
      `Too many attempts to sign in from your network. Try again in ${minutes} minute${minutes === 1 ? '' : 's'}.`,
      { retryAfterSeconds: Math.max(1, Math.ceil(retryMs / 1000)) },
    );
  }

  return async ({ email, password, clientAddress }) => {
    const name = email.trim().toLowerCase().slice(0, MAX_EMAIL_LENGTH);
    const network = networkSubject(clientAddress);
    // The name is last because it is the caller's text: it may contain any separator.
    await draw(`sign-in:network-account:${network}:${name}`, PER_ACCOUNT_AND_NETWORK);
    await draw(`sign-in:network:${network}`, PER_NETWORK);
    const { allowed, states } = await windows.draw(`sign-in:account:${name}`, [PER_ACCOUNT]);
    const delayMs = allowed ? delayAfter(PER_ACCOUNT.max - (states[0]?.remaining ?? 0)) : MAX_SIGN_IN_DELAY_MS;
    if (delayMs > 0) await pause(delayMs);
    const account = name.includes('@') ? await accounts.findByEmail(name).catch(ifMalformed) : undefined;
    return (await passwords.matches(account?.id, password)) ? account?.id : undefined;
  };
}

/** Grows evenly from 0 after the attempts without a delay to the longest delay at a full window. */
function delayAfter(attempts: number): number {
  const slowed = Math.max(0, attempts - ATTEMPTS_WITHOUT_DELAY);
  return Math.ceil((MAX_SIGN_IN_DELAY_MS * slowed) / (PER_ACCOUNT.max - ATTEMPTS_WITHOUT_DELAY));
}

/** A malformed address has no account, and checking it takes as long as any other. */
function ifMalformed(error: unknown): undefined {
  if (error instanceof ServiceError && error.code === 'invalid_request') return undefined;
  throw error;
}

/** Who is signed in. The store decides: a cookie only names a session. */
export interface Sessions {
  /** Begins a session under a new id. The account must have a password. */
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
