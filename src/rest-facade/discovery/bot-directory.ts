import type { H3 } from 'h3';
import type { SignedDirectory } from '../../auth/bot-signature/own-directory.ts';
import { DIRECTORY_PATH, DIRECTORY_TYPE } from '../../auth/bot-signature/profile.ts';
import { serveDocument } from './serve-document.ts';

/** A revoked key may verify this much longer elsewhere. Nobody on the way may change the bytes that are signed. */
const CACHED = 'public, max-age=300, no-transform';

/** `/.well-known/http-message-signatures-directory`: the keys our bot signs with, as the JWK Set verifiers read. */
export function mountBotDirectory(
  app: H3,
  { baseUrl, directory }: { baseUrl: string; directory: () => Promise<SignedDirectory> },
): void {
  serveDocument(app, baseUrl, DIRECTORY_PATH, async (request) => {
    const { body, etag, headers } = await directory();
    const caching = { etag, 'cache-control': CACHED };
    if (knows(request, etag)) return new Response(null, { status: 304, headers: caching });
    return new Response(body, { headers: { ...headers, ...caching, 'content-type': DIRECTORY_TYPE } });
  });
}

/** Whether If-None-Match holds the tag (RFC 9110, section 13.1.2: compared weakly). */
function knows(request: Request, etag: string): boolean {
  const held = (request.headers.get('if-none-match') ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return held.includes(etag) || held.includes('*');
}
