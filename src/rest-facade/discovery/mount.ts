import type { H3, H3Event } from 'h3';
import { DIRECTORY_PATH, DIRECTORY_TYPE } from '../../auth/bot-signature/profile.ts';
import type { SignedDirectory } from '../../auth/bot-signature/sign.ts';
import { allowOf, answerOtherMethod } from '../../http/methods.ts';
import { isHeld, prefers } from '../../scanner/parse/http-headers/request-headers.ts';
import {
  AGENT_CARD_PATH,
  AI_CATALOG_TYPE,
  aiCatalog,
  apiCatalog,
  authMarkdown,
  authorizationServer,
  oauthRefusals,
  PROTECTED_RESOURCES,
  protectedResource,
  registryEntry,
  SERVER_CARD_PATHS,
  SERVER_CARD_TYPE,
  securityTxt,
  serverCard,
  signatureAgentCard,
} from './documents.ts';

const CACHED = { 'cache-control': 'public, max-age=300' };
/** The path and its alias. */
const OPENAPI_PATHS = ['/api/v1/openapi.json', '/openapi.json'];
/** RFC 9727. */
const API_CATALOG_PATH = '/.well-known/api-catalog';

/**
 * Public documents that describe the service and how to get access, made once from `baseUrl`.
 * @param openApi the OpenAPI description, as JSON data
 * @param operatorContact a mailto: or https: URL
 * @returns their paths
 */
export function mountDiscovery(
  app: H3,
  { baseUrl, openApi, operatorContact }: { baseUrl: string; openApi: unknown; operatorContact: string | undefined },
): string[] {
  const paths: string[] = [];
  const serve = (path: string, answer: () => Response) => {
    paths.push(path);
    serveDocument(app, baseUrl, path, answer);
  };
  const json = (path: string, document: unknown, type = 'application/json', more: Record<string, string> = {}) => {
    const text = JSON.stringify(document);
    serve(path, () => new Response(text, { headers: { ...CACHED, 'content-type': type, ...more } }));
  };
  const text = (path: string, type: string, write: () => string) =>
    serve(path, () => new Response(write(), { headers: { ...CACHED, 'content-type': `${type}; charset=utf-8` } }));

  for (const path of PROTECTED_RESOURCES) {
    json(`/.well-known/oauth-protected-resource${path}`, protectedResource(baseUrl, path));
  }
  for (const path of OPENAPI_PATHS) json(path, openApi);
  json('/.well-known/oauth-authorization-server', authorizationServer(baseUrl));
  for (const path of SERVER_CARD_PATHS) json(path, serverCard(baseUrl), SERVER_CARD_TYPE);
  json('/server.json', registryEntry(baseUrl));
  json(AGENT_CARD_PATH, signatureAgentCard(baseUrl));
  json('/.well-known/ai-catalog.json', aiCatalog(baseUrl), AI_CATALOG_TYPE);
  json(
    API_CATALOG_PATH,
    apiCatalog(baseUrl),
    'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
    // A HEAD must get this Link header (section 2).
    { link: `<${baseUrl}${API_CATALOG_PATH}>; rel="api-catalog"` },
  );
  text('/.well-known/security.txt', 'text/plain', () => securityTxt(baseUrl, operatorContact, Date.now()));
  text('/auth.md', 'text/markdown', () => authMarkdown(baseUrl));

  for (const { path, status, ...refusal } of oauthRefusals(baseUrl)) {
    paths.push(path);
    const body = { ...refusal, error_uri: `${baseUrl}/auth.md` };
    // Any method: OAuth clients try several ones and need the same answer.
    app.all(path, ({ req }) =>
      // A preflight gets 204: a browser would not show a refusal to its page.
      req.method === 'OPTIONS'
        ? new Response(null, { status: 204, headers: { allow: 'GET, POST, OPTIONS' } })
        : Response.json(body, { status, headers: { 'cache-control': 'no-store' } }),
    );
  }
  return paths;
}

const READ_ONLY = allowOf(['GET']);

/** Mounts a read-only document: GET and HEAD answer it, OPTIONS the methods, anything else 405. */
export function serveDocument(
  app: H3,
  baseUrl: string,
  path: string,
  answer: (request: Request) => Response | Promise<Response>,
): void {
  const documentOf = ({ req }: H3Event) => {
    if (req.method === 'GET' || req.method === 'HEAD') return answer(req);
    return answerOtherMethod(req.method, READ_ONLY, baseUrl);
  };
  app.all(path, documentOf);
}

/**
 * A revoked key may verify this much longer elsewhere. `no-transform` keeps intermediaries from changing the signed
 * bytes.
 */
const DIRECTORY_CACHED = 'public, max-age=300, no-transform';

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
    const headers = { ...signed, ...more, etag, 'cache-control': DIRECTORY_CACHED };
    if (isHeld(request.headers.get('if-none-match'), etag)) return new Response(null, { status: 304, headers });
    return new Response(body, { headers: { ...headers, 'content-type': DIRECTORY_TYPE } });
  };
  serveDocument(app, baseUrl, DIRECTORY_PATH, (request) => answer(request));
  app.use('/', ({ req }, next) => (asksForKeys(req) ? answer(req, { vary: 'Accept' }) : next()));
}

const KEY_SETS = [DIRECTORY_TYPE, 'application/jwk-set+json'];

const asksForKeys = ({ method, headers }: Request): boolean =>
  (method === 'GET' || method === 'HEAD') && KEY_SETS.some((type) => prefers(headers.get('accept'), type, 'text/html'));
