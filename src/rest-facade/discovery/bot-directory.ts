import type { H3 } from 'h3';
import type { SignedDirectory } from '../../auth/bot-signature/own-directory.ts';
import { DIRECTORY_PATH, DIRECTORY_TYPE } from '../../auth/bot-signature/profile.ts';
import { isHeld, prefers } from '../../http/headers.ts';
import { serveDocument } from './mount.ts';

/**
 * A revoked key may verify this much longer elsewhere. `no-transform` keeps intermediaries from changing the signed
 * bytes.
 */
const CACHED = 'public, max-age=300, no-transform';

/**
 * `/.well-known/http-message-signatures-directory`: the keys our bot signs with, as the JWK Set verifiers read. At `/` too
 * for those who ask for a JWK Set: the String form of Signature-Agent names our origin, which the drafts before took for
 * the place of a directory, and which draft-ietf-webbotauth-httpsig-protocol-01 takes for the JWK Set's own URL.
 */
export function mountBotDirectory(
  app: H3,
  { baseUrl, directory }: { baseUrl: string; directory: () => Promise<SignedDirectory> },
): void {
  const answer = async (request: Request, more: Readonly<Record<string, string>> = {}) => {
    const { body, etag, headers: signed } = await directory();
    // A 304 too carries signatures: a cache puts its headers in place of those it keeps (RFC 9111, section 3.2), which expire.
    const headers = { ...signed, ...more, etag, 'cache-control': CACHED };
    if (isHeld(request.headers.get('if-none-match'), etag)) return new Response(null, { status: 304, headers });
    return new Response(body, { headers: { ...headers, 'content-type': DIRECTORY_TYPE } });
  };
  serveDocument(app, baseUrl, DIRECTORY_PATH, (request) => answer(request));
  app.use('/', ({ req }, next) => (asksForKeys(req) ? answer(req, { vary: 'Accept' }) : next()));
}

const KEY_SETS = [DIRECTORY_TYPE, 'application/jwk-set+json'];

const asksForKeys = ({ method, headers }: Request): boolean =>
  (method === 'GET' || method === 'HEAD') && KEY_SETS.some((type) => prefers(headers.get('accept'), type, 'text/html'));
