import { createHash, randomUUID, timingSafeEqual } from 'node:crypto';
import { clearSession, getCookie, getSession, type H3Event, type SessionConfig, updateSession } from 'h3';
import type { Account } from '../auth/accounts.ts';
import { BASE62, randomText } from '../auth/random-text.ts';
import { SESSION_SECONDS, type Sessions } from '../auth/sign-in.ts';

/** Who looks at the dashboard. */
export interface Visitor {
  /** Undefined for a visitor who is not signed in. */
  readonly account: Account | undefined;
  /** A CSRF token in every form for this visitor, which no other site knows. */
  readonly formToken: string;
}

/** Visitors by their cookie. It is sealed, and names a session that the store can end. */
export interface Visitors {
  /** Gives a newcomer a cookie, for the forms of those who are not signed in need a token too. */
  of(event: H3Event): Promise<Visitor>;
  /** The account of a signed-in visitor; sets no cookie. */
  accountOf(event: H3Event): Promise<Account | undefined>;
  /** Signs in with a new session. An attacker who planted the old cookie shares nothing with it. */
  enter(event: H3Event, accountId: string): Promise<void>;
  /** Signs out, here and for every copy of the cookie. */
  leave(event: H3Event): Promise<void>;
}

/** The sealed contents of the cookie. */
interface Held {
  readonly formToken: string;
  /** Empty before a sign-in. */
  readonly sessionId: string;
}

const FORM_TOKEN_LENGTH = 22;

/** @param secret at least 32 characters, the same in every process */
export function createVisitors({
  sessions,
  secret,
  baseUrl,
}: {
  sessions: Sessions;
  secret: string;
  baseUrl: string;
}): Visitors {
  const isHttps = baseUrl.startsWith('https:');
  const config: SessionConfig = {
    password: secret,
    // With this prefix browsers take it over https and from this very host alone.
    name: isHttps ? '__Host-legible' : 'legible',
    maxAge: SESSION_SECONDS,
    cookie: { path: '/', httpOnly: true, sameSite: 'lax', secure: isHttps },
    sessionHeader: false,
    legacySealFallback: false,
  };
  const heldBy = async (event: H3Event): Promise<Partial<Held>> => (await getSession<Held>(event, config)).data;
  const renew = async (event: H3Event, sessionId: string): Promise<string> => {
    const session = await getSession<Held>(event, config);
    // Cleared, h3 would read the cookie that came again, and count the 12 hours from when that was made.
    session.id = randomUUID();
    session.createdAt = Date.now();
    const formToken = randomText(FORM_TOKEN_LENGTH, BASE62);
    await updateSession<Held>(event, config, { formToken, sessionId });
    return formToken;
  };

  return {
    async of(event) {
      const { formToken, sessionId } = await heldBy(event);
      if (formToken === undefined) return { account: undefined, formToken: await renew(event, '') };
      return { account: sessionId ? await sessions.accountOf(sessionId) : undefined, formToken };
    },
    async accountOf(event) {
      if (getCookie(event, config.name ?? '') === undefined) return undefined;
      const { sessionId } = await heldBy(event);
      return sessionId ? sessions.accountOf(sessionId) : undefined;
    },
    async enter(event, accountId) {
      const { sessionId } = await heldBy(event);
      if (sessionId) await sessions.end(sessionId);
      await renew(event, await sessions.begin(accountId));
    },
    async leave(event) {
      const { sessionId } = await heldBy(event);
      if (sessionId) await sessions.end(sessionId);
      await clearSession(event, config);
    },
  };
}

/** Compared in constant time for any lengths. */
export const isSameToken = (given: string, expected: string): boolean =>
  timingSafeEqual(digestOf(given), digestOf(expected));

const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest();
