import type { LogEntry } from './entry.ts';

/** What a request got, as far as the log shows it. */

const ASSETS = new Set(
  'avif bmp br css cur eot gif gz ico jpeg jpg js json map mjs mp3 mp4 ogg otf png rss svg ttf wasm wav webm webmanifest webp woff woff2 xml zip'.split(
    ' ',
  ),
);
const MAX_PATH = 300;

/** Parts of a path that may be a person's: an address of mail, the number of a card or an account, a token. */
const PERSONAL =
  /[^/]{1,100}(?:@|%40)[^/]{1,100}|(?<=[/=._-])\d{9,300}(?=[/._-]|$)|(?<=\/)(?=[A-Za-z]{0,200}\d)(?=\d{0,200}[A-Za-z])[A-Za-z\d]{32,300}(?=\/|$)|(?<=\/)eyJ[\w-]{4,300}(?:\.[\w-]{1,300}){0,2}/g;
const MASK = '…';
/** Decided in one pass, because most paths have none of it. */
const MAY_BE_PERSONAL = /@|%40|\d{9}|[A-Za-z\d]{32}|\/eyJ/;

/** A query begins with an encoded mark, too, where a program encoded a whole address. */
const QUERY = /[?#]|%3f|;[\w-]{1,40}=/i;

const masked = (path: string): string => (MAY_BE_PERSONAL.test(path) ? path.replace(PERSONAL, MASK) : path);

/**
 * The path without query, parameters (`;jsessionid=`) and fragment, shortened, with a mark in place of parts that may be a person's. Queries may hold secrets
 * of people, so they go no further. It may keep the whole line alive: copy it to keep it.
 */
export function pathOf(target: string): string {
  const query = target.search(QUERY);
  const path = query === -1 ? target : target.slice(0, query);
  // A proxy request has the whole URL.
  const absolute = /^https?:\/\/[^/]*/.exec(path)?.[0].length ?? 0;
  return masked(path.slice(absolute, absolute + MAX_PATH)) || '/';
}

/** Whether a path is one of pages: not a picture, a script, a style or a feed. */
export function isPagePath(path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const dot = name.lastIndexOf('.');
  return (dot === -1 || !ASSETS.has(name.slice(dot + 1).toLowerCase())) && path !== '/robots.txt';
}

/** Paths that only the challenges of edges have. */
const CHALLENGE_PATHS = [
  '/cdn-cgi/challenge-platform/',
  '/.well-known/vercel/security/',
  '/.well-known/sgcaptcha/',
  '/_Incapsula_Resource',
  '/.within.website/x/cmd/anubis/',
];

export const isChallenge = ({ isChallenge: said }: LogEntry, path: string): boolean =>
  said === true || CHALLENGE_PATHS.some((prefix) => path.startsWith(prefix));

/** Statuses by which a server turns an agent away, or fails. */
export const isRefusal = (status: number): boolean =>
  status === 401 || status === 403 || status === 406 || status === 429 || (status >= 500 && status <= 999);

export const isMissing = (status: number): boolean => status === 404 || status === 410;

/** A page in Markdown: by its path, or by the type of the answer. */
export const isMarkdown = (path: string, { contentType, accept }: LogEntry): boolean =>
  /\.(?:md|markdown)$/i.test(path) || /^text\/markdown\b/i.test(contentType ?? '') || asksForMarkdown(accept);

const asksForMarkdown = (accept = ''): boolean => /^\s*text\/markdown\b/i.test(accept);

export const isLlmsTxt = (path: string): boolean => /(?:^|\/)llms(?:-full|-ctx)?\.txt$/i.test(path);

/** Addresses that attackers try, and that no assistant reads for anybody. */
const ATTACKED =
  /^\/(?:wp-login\.php|xmlrpc\.php|wp-admin|wp-json\/wp\/v2\/users|wp-content\/plugins\/[^/]{1,100}\/readme\.txt|administrator|admin|phpmyadmin|login|user\/login|signin|\.env|\.git|\.aws|vendor\/phpunit|cgi-bin)(?:[/.?]|$)/i;

export const isAttacked = (path: string): boolean => ATTACKED.test(path);

/** Files that programs look for on every site, and that no page links to. A site may do without them. */
const OPTIONAL = /^\/(?:\.well-known\/.|[^/]{1,40}\.txt$)/i;

export const isOptionalFile = (path: string): boolean => OPTIONAL.test(path);
