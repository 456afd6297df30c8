/** Public exchanges: only they are converted and given further headers. In doubt an exchange is private. */

/** Cookies that measure visits or remember a notice; they select no content. */
const HARMLESS_COOKIE = /^(?:_ga|_gid|_gat|_gcl|_fbp|_fbc|_pk_|_hj|__utm|_clck|_clsk|cookieconsent|cookie_notice)/i;
const MAX_COOKIES = 200;

/** Whether a request shows who sends it: by credentials, or by any cookie that may be a session. */
export function isPrivateRequest(get: (name: string) => string | null): boolean {
  if (get('authorization') !== null || get('proxy-authorization') !== null) return true;
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
  const caching = namesIn(get('cache-control'));
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
