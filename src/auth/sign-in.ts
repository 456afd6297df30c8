/** Signing in: passwords, one-time links that set them, attempts, and sessions. */
import { createHash, randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { ServiceError } from '../errors.ts';
import { withLock } from '../store/claims.ts';
import type { Store, WindowLimit } from '../store/store.ts';
import type { Account, Accounts } from './accounts.ts';
import { type KeyCaller, networkSubject } from './caller.ts';
import { BASE62, randomText } from './random-text.ts';

/** The passwords that people sign in with, apart from the accounts: few places need them. */
export interface Passwords {
  /** Replaces the account's password. @throws ServiceError invalid_request for one that is too short or too long */
  set(accountId: string, password: string): Promise<void>;
  /** Takes as long for an account that is unknown or has no password. @param accountId undefined for an unknown account */
  matches(accountId: string | undefined, password: string): Promise<boolean>;
  /** Changes whenever the password is set, which ends earlier sessions. Undefined without a password. */
  version(accountId: string): Promise<string | undefined>;
}

interface PasswordRecord {
  readonly version: string;
  /** Base64. */
  readonly salt: string;
  /** Base64 of what scrypt makes of the password. */
  readonly hash: string;
  /** The cost parameters of this hash, so that they can be raised later. */
  readonly cost: ScryptCost;
}

/** The parameters of RFC 7914. */
export interface ScryptCost {
  readonly N: number;
  readonly r: number;
  readonly p: number;
}

export const MIN_PASSWORD_LENGTH = 12;
export const MAX_PASSWORD_LENGTH = 200;

const HASH_BYTES = 32;
/** One of the equal choices of OWASP's Password Storage Cheat Sheet. Takes 32 MiB. */
const COST: ScryptCost = { N: 2 ** 15, r: 8, p: 3 };
/** Twice that: Node's own ceiling is 32 MiB, and scrypt needs a little more. */
const MAX_MEMORY_BYTES = 64 * 1024 * 1024;

/** @param cost of the passwords that are set from now on */
export function createPasswords(store: Pick<Store, 'documents'>, cost = COST): Passwords {
  const records = store.documents<PasswordRecord>('passwords');
  return {
    async set(accountId, password) {
      const length = [...password].length;
      if (length < MIN_PASSWORD_LENGTH || length > MAX_PASSWORD_LENGTH) {
        throw new ServiceError(
          'invalid_request',
          `password: expected ${MIN_PASSWORD_LENGTH} to ${MAX_PASSWORD_LENGTH} characters. A few random words make a good password.`,
        );
      }
      const salt = randomBytes(16);
      await records.set(accountId, {
        version: randomText(22, BASE62),
        salt: salt.toString('base64'),
        hash: (await hashOf(password, salt, cost)).toString('base64'),
        cost,
      });
    },
    async matches(accountId, password) {
      const record = accountId === undefined ? undefined : await records.get(accountId);
      const salt = record === undefined ? NO_BYTES : Buffer.from(record.salt, 'base64');
      const expected = record === undefined ? NO_BYTES : Buffer.from(record.hash, 'base64');
      // Nothing longer can be set, so only its start costs time.
      const given = await hashOf(password.slice(0, 2 * MAX_PASSWORD_LENGTH), salt, record?.cost ?? cost);
      return timingSafeEqual(given, expected) && record !== undefined;
    },
    version: async (accountId) => (await records.get(accountId))?.version,
  };
}

const NO_BYTES = Buffer.alloc(HASH_BYTES);

/** NFKC first (NIST SP 800-63B section 3.1.1.2): keyboards write the same letter in several ways. */
function hashOf(password: string, salt: Buffer, cost: ScryptCost): Promise<Buffer> {
  const options = { ...cost, maxmem: MAX_MEMORY_BYTES };
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, HASH_BYTES, options, (error, hash) =>
      error === null ? resolve(hash) : reject(error),
    );
  });
}

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

/** The page behind a one-time link. The token is in the query, which the logs never contain. */
export const passwordLinkUrl = (baseUrl: string, token: string): string =>
  `${baseUrl}/dashboard/set-password?token=${token}`;

export function createPasswordLinks(store: Store, passwords: Passwords): PasswordLinks {
  const accountByToken = store.documents<string>('password-links');
  const latest = store.documents<string>('password-link-of-account');

  const accountOf = async (token: string): Promise<string | undefined> => {
    const hash = tokenHashOf(token);
    const accountId = await accountByToken.get(hash);
    return accountId !== undefined && (await latest.get(accountId)) === hash ? accountId : undefined;
  };

  return {
    accountOf,
    async issue(accountId) {
      const token = randomText(TOKEN_LENGTH, BASE62);
      const hash = tokenHashOf(token);
      await accountByToken.set(hash, accountId, GOOD_FOR_MS);
      await latest.set(accountId, hash, GOOD_FOR_MS);
      return token;
    },
    // In turn: of two people who open one link at once, one sets the password.
    redeem: (token, password) =>
      withLock(store, `password-link:${tokenHashOf(token)}`, async () => {
        const accountId = await accountOf(token);
        if (accountId === undefined) {
          throw new ServiceError(
            'not_found',
            'This link was used already, was replaced by a newer one, or is too old.',
          );
        }
        await passwords.set(accountId, password);
        await accountByToken.delete(tokenHashOf(token));
        return accountId;
      }),
  };
}

/** The stored hash of a token: a reader of the store cannot use it. */
const tokenHashOf = (token: string): string => createHash('sha256').update(token).digest('hex');

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
