/** Public exchanges: only they are converted and given further headers. In doubt an exchange is private. */

/**
 * Cookies that measure visits or remember a notice; they select no content. The names are whole, because frameworks name
 * sessions after the site: `_gallery_session`.
 */
const HARMLESS_COOKIE = new RegExp(
  `^(?:${[
    // Google Analytics and Ads
    '_ga(?:_[A-Z0-9]{6,12})?|_gid|_gat(?:_gtag_UA_[\\d_]+|_UA-[\\d-]+)?|_gcl_(?:au|aw|dc|gb|gs|ha)|__utm[abctvxz]',
    // Meta, Matomo, Hotjar, Microsoft Clarity
    '_fbp|_fbc|_pk_(?:id|ses|ref|cvar|hsr)(?:\\.[\\w.-]*)?|_hjSession(?:User)?_\\d+|_clck|_clsk',
    'cookieconsent_(?:status|dismissed)|cookie_notice_accepted',
  ].join('|')})(?:=|$)`,
);
const MAX_COOKIES = 200;

/**
 * Fields that show who sends a request, next to cookies: credentials, keys of APIs, and what a proxy before the site writes
 * of a user that has signed in (oauth2-proxy, Authelia, authentik, Vouch, Grafana's convention, Tailscale, Cloudflare
 * Access, Google IAP, AWS and Azure load balancers) or has a certificate (RFC 9440, Envoy). In lower case.
 */
export const CREDENTIALS = [
  ...['authorization', 'proxy-authorization', 'api-key', 'x-api-key', 'x-auth-token', 'x-access-token'],
  ...['remote-user', 'remote-email', 'x-remote-user', 'x-webauth-user', 'x-vouch-user', 'tailscale-user-login'],
  ...['x-auth-request-user', 'x-auth-request-email', 'x-auth-request-access-token', 'x-authentik-username'],
  ...['x-forwarded-user', 'x-forwarded-email', 'x-forwarded-preferred-username', 'x-forwarded-access-token'],
  ...['cf-access-jwt-assertion', 'x-goog-iap-jwt-assertion', 'x-goog-authenticated-user-email'],
  ...['x-amzn-oidc-data', 'x-amzn-oidc-identity', 'x-amzn-oidc-accesstoken', 'x-ms-client-principal'],
  ...['client-cert', 'client-cert-chain', 'x-forwarded-client-cert', 'x-client-cert', 'x-ssl-client-cert'],
];

/** Whether a request shows who sends it: by credentials, or by any cookie that may be a session. */
export function isPrivateRequest(get: (name: string) => string | null): boolean {
  if (CREDENTIALS.some((name) => get(name) !== null)) return true;
  const cookies = (get('cookie') ?? '').split(/[;,]/, MAX_COOKIES + 1);
  if (cookies.length > MAX_COOKIES) return true;
  return cookies.some((cookie) => cookie.trim() !== '' && !HARMLESS_COOKIE.test(cookie.trim()));
}

/** The status and header fields of an answer, however they are kept; a name that is sent several times has one value. */
export interface AnswerHead {
  readonly status: number;
  get(name: string): string | null;
}

/**
 * Whether an answer is a whole public page of HTML: 200, not for one reader (Set-Cookie, `private`, `no-store`,
 * `Vary: *` or `Vary: Authorization`), no download, no part.
 * @param anonymousIsPublic the owner says that pages for requests without cookies and credentials are for all readers, so
 * that a cookie that starts a session, `private` and `no-store` do not count
 */
export function isPublicPage({ status, get }: AnswerHead, anonymousIsPublic: boolean): boolean {
  if (status !== 200 || !isHtml(get('content-type')) || get('content-range') !== null) return false;
  if ((get('content-disposition') ?? '').trim().toLowerCase().startsWith('attachment')) return false;
  if (!anonymousIsPublic && isForOneReader(get)) return false;
  const vary = namesIn(get('vary'));
  return !vary.includes('*') && !vary.includes('authorization');
}

function isForOneReader(get: AnswerHead['get']): boolean {
  // Some sites write blanks and semicolons in the place of commas.
  const caching = namesIn((get('cache-control') ?? '').replace(/[\s;]+/g, ','));
  return get('set-cookie') !== null || caching.includes('private') || caching.includes('no-store');
}

/** Whether a proxy may send the content in another form (RFC 9111, section 5.2.2.6). */
export const mayBeTransformed = ({ get }: AnswerHead): boolean =>
  !namesIn(get('cache-control')).includes('no-transform');

function isHtml(contentType: string | null): boolean {
  const type = (contentType ?? '').split(';', 1)[0]?.trim().toLowerCase();
  return type === 'text/html' || type === 'application/xhtml+xml';
}

/** The names of a list of directives, lower-case, without their values: `private="x"` is private. */
export const namesIn = (list: string | null): string[] =>
  (list ?? '').split(',').map((part) => (part.split('=', 1)[0] ?? '').trim().toLowerCase());
