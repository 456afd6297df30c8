import { parseUrl } from '../basics/parse-url.ts';
import { asksForMarkdown, excludes, isHeld } from '../scanner/parse/http-headers/request-headers.ts';
import { isMarkdownAddress, pageAddresses } from './addresses.ts';
import { addedFields, markdownHeaders, type PageLinks } from './answer-headers.ts';
import { boundedCache } from './bounded-cache.ts';
import { type Converter, etagOf, type MarkdownPage, rememberingConverter } from './convert-page.ts';
import { type KnownAnswer, knownAnswer } from './known-answer.ts';
import { type AnswerHead, CREDENTIALS, isPrivateRequest, isPublicPage, mayBeTransformed } from './public.ts';
import { decompressed, isDecodable, letGo, type ReadBody, type ReadLimits, readBody, roomOf } from './read-body.ts';
import { OF_ONE_FORM, REPLACED, requestFields } from './request-fields.ts';
import { createSiteFiles, SITE_FILES, type SiteFiles, type WaitUntil } from './site-files.ts';
import { confirmedFields, type ValidatedPages, validatedPages } from './validated-pages.ts';

/** Answers a request, as the site does. */
export type Handler = (request: Request) => Response | Promise<Response>;

export interface AgentReadyOptions {
  /**
   * Public origin of the site: `https://www.example.com`. With it llms.txt and sitemap.xml are made where the site has none,
   * and pages that are asked for under that host, or under a name of this machine, are named by it.
   */
  readonly origin?: string;
  /** Answer at addresses that end in `.md`, where the site has nothing there; default true. */
  readonly markdownAddresses?: boolean;
  /** Most bytes of a page that is converted; default and at most 5 MB. Larger pages are passed on as they are. */
  readonly maxPageBytes?: number;
  /** Most bytes of Markdown that are remembered; default 64 MB. */
  readonly cacheBytes?: number;
  /**
   * Every page that the site shows to a request without cookies and credentials is for all readers: then those pages are
   * converted that start a session, or say `private` or `no-store`, as wikis and shops do for each visitor. Default false.
   */
  readonly anonymousIsPublic?: boolean;
  /**
   * Keeps the crawl for llms.txt going behind the answer that began it, where the host would stop it: `waitUntil` of
   * `cloudflare:workers`.
   */
  readonly waitUntil?: WaitUntil;
}

const MB = 1024 * 1024;
const MAX_PAGE_BYTES = 5 * MB;
const CACHE_BYTES = 64 * MB;
/** Of all pages that are being read at one time. */
const HELD_BYTES = 64 * MB;
/** Of remembered Accept fields. */
const ACCEPT_BYTES = 64 * 1024;
const READ_TIMEOUT_MS = 10_000;

/** The site has nothing at an address. */
const isMissing = ({ status }: Response): boolean => status === 404 || status === 410;

/** What a request needs, without its body. */
export interface RequestHead {
  readonly method: string;
  readonly url: URL;
  get(name: string): string | null;
}

/** The middleware, for whatever holds requests and answers. */
export interface Core {
  /** `nothing`: its answer is passed on; `fields`: that gets further fields; `answer`: it is to be answered by `answer`. */
  needs(request: RequestHead): 'nothing' | 'fields' | 'answer';
  /** Fields of the answer of a request that needs them, as names and whole values. */
  fields(answer: AnswerHead, url: URL): [name: string, value: string][];
  answer(request: Request, handler: Handler): Promise<Response>;
  /**
   * The remembered answer to a request, whose page has an entity tag; undefined for nothing.
   * @param rawHeaders a flat list of names and values
   */
  known(url: URL, accept: string | null, rawHeaders: readonly string[]): KnownAnswer | undefined;
}

/** @throws TypeError for an origin that is none */
export function createCore(options: AgentReadyOptions = {}): Core {
  const { markdownAddresses = true, cacheBytes = CACHE_BYTES, anonymousIsPublic = false } = options;
  const rules = { hasMarkdownAddresses: markdownAddresses, anonymousIsPublic };
  const origin = options.origin === undefined ? undefined : readOrigin(options.origin);
  const maxPageBytes = Math.min(options.maxPageBytes ?? MAX_PAGE_BYTES, MAX_PAGE_BYTES);
  const limits: ReadLimits = { maxBytes: maxPageBytes, timeoutMs: READ_TIMEOUT_MS, room: roomOf(HELD_BYTES) };
  const files = origin === undefined ? undefined : createSiteFiles(origin.origin, rules, limits, options.waitUntil);
  const parts: Parts = {
    converter: rememberingConverter(cacheBytes),
    validated: validatedPages(),
    limits,
    origin,
    files,
    links: {
      ...rules,
      hasLlmsTxt: false,
      canonicalOf: (url) =>
        url.search === '' && isOwn(url, origin) && files?.isOnlyAddress(url.pathname) === true
          ? publicUrl(url, origin).href
          : undefined,
    },
  };
  const isSiteFile = (url: URL): boolean => parts.files !== undefined && isFile(url.pathname) && isOwn(url, origin);
  const needsAnswer = rememberingAccept((accept) => asksForMarkdown(accept) || excludes(accept, FORMS));
  const isAtMarkdown = (url: URL): boolean => markdownAddresses && isMarkdownAddress(url);
  const core: Core = {
    needs({ method, url, get }) {
      if (!isRead(method) || get('upgrade') !== null) return 'nothing';
      if (isAtMarkdown(url) || isSiteFile(url)) return 'answer';
      if (isPrivateRequest(get)) return 'nothing';
      return needsAnswer(get('accept')) ? 'answer' : 'fields';
    },
    fields: (answer, url) => addedFields(answer, url, parts.links),
    async answer(request, handler) {
      const url = new URL(request.url);
      const needs = core.needs({ method: request.method, url, get: (name) => request.headers.get(name) });
      if (needs === 'nothing') return handler(request);
      if (needs === 'fields') return withFields(await handler(request), url, parts.links);
      if (isSiteFile(url)) return siteFile(request, handler, url, parts);
      if (isAtMarkdown(url)) return atMarkdownAddress(request, handler, url, parts);
      return excludes(request.headers.get('accept'), FORMS)
        ? unlessExcluded(request, handler, url, parts)
        : negotiated(request, handler, url, parts);
    },
    known(url, accept, rawHeaders) {
      // Only those who ask for Markdown are answered by it, and only at the address of a page.
      if (isSiteFile(url) || isAtMarkdown(url) || !asksForMarkdown(accept)) return undefined;
      const page = parts.validated.find(url.href, requestFields(rawHeaders, REPLACED, IN_PLAIN));
      const markdown = page === undefined ? undefined : parts.converter.recall(page.key);
      if (page === undefined || markdown === undefined) return undefined;
      return knownAnswer(page, markdown, publicUrl(url, parts.origin), anonymousIsPublic);
    },
  };
  return core;
}

/** Browsers of one kind all send the same field, so most are read once. */
function rememberingAccept(read: (accept: string) => boolean): (accept: string | null) => boolean {
  const known = boundedCache<boolean>(ACCEPT_BYTES);
  return (accept) => {
    if (accept === null) return false;
    const before = known.get(accept);
    if (before !== undefined) return before;
    const found = read(accept);
    known.set(accept, found, 2 * accept.length);
    return found;
  };
}

interface Parts {
  readonly converter: Converter;
  readonly validated: ValidatedPages;
  readonly limits: ReadLimits;
  readonly origin: URL | undefined;
  readonly files: SiteFiles | undefined;
  /** Whether there is an llms.txt is known when it has been asked for. */
  links: PageLinks;
}

/** @throws TypeError for anything more or less than a scheme and a host */
function readOrigin(text: string): URL {
  const url = parseUrl(text);
  if (url === undefined || url.href !== `${url.origin}/` || !/^https?:$/.test(url.protocol))
    throw new TypeError('origin: expected a scheme and a host without a path, such as https://www.example.com');
  return url;
}

const isFile = (path: string): path is keyof typeof SITE_FILES => Object.hasOwn(SITE_FILES, path);
const LOOPBACK = /^(?:localhost|\[::1\]|127(?:\.\d{1,3}){3})$/;

/** Whether an address is one of the public origin, or of this machine, from which its owner tries the site. */
const isOwn = (url: URL, origin: URL | undefined): boolean => url.host === origin?.host || LOOPBACK.test(url.hostname);

/** The address under which the public knows a page. */
function publicUrl(url: URL, origin: URL | undefined): URL {
  if (origin === undefined || !isOwn(url, origin)) return url;
  const known = new URL(origin);
  known.pathname = url.pathname;
  known.search = url.search;
  return known;
}

/** The file of the site; one that is made, where the site has none. */
async function siteFile(request: Request, handler: Handler, url: URL, parts: Parts): Promise<Response> {
  const own = await handler(request);
  const { pathname } = url;
  const { files, origin } = parts;
  if (pathname === '/llms.txt' && own.status === 200) parts.links = { ...parts.links, hasLlmsTxt: true };
  if (!isMissing(own) || !isFile(pathname) || files === undefined || origin === undefined) return own;
  // Nothing of the request is in it, so that no client decides about the file.
  const ask = async (path: string): Promise<Response> => {
    const { protocol, host } = origin;
    const headers = { ...ASKED_FOR_ALL, host, 'x-forwarded-proto': protocol.slice(0, -1) };
    const asked = new Request(origin.origin + path, { headers, signal: AbortSignal.timeout(READ_TIMEOUT_MS) });
    crawling.add(asked);
    return handler(asked);
  };
  const text = await files.text(pathname, ask);
  if (text === undefined) return own;
  letGo(own);
  if (pathname === '/llms.txt') parts.links = { ...parts.links, hasLlmsTxt: true };
  const bytes = new TextEncoder().encode(text);
  const etag = etagOf(bytes);
  const headers = new Headers({ 'content-type': SITE_FILES[pathname], etag, 'cache-control': 'max-age=300' });
  if (isHeld(request.headers.get('if-none-match'), etag)) return new Response(null, { status: 304, headers });
  headers.set('content-length', String(bytes.length));
  return new Response(request.method === 'HEAD' ? null : bytes, { headers });
}

const crawling = new WeakSet<Request>();
/** Whether a request is one of the crawl for the files: what it says of host and scheme is the owner's word, not a client's. */
export const isOfCrawl = (request: Request): boolean => crawling.has(request);

const ASKED_FOR_ALL = { accept: 'text/html', 'accept-encoding': 'identity', 'user-agent': 'Legible gateway' };

const isRead = (method: string): boolean => method === 'GET' || method === 'HEAD';

/** The media types in which a page can be had. */
const FORMS = ['text/html', 'application/xhtml+xml', 'text/markdown'];

/**
 * The site's answer to a request that accepts neither form of a page: 406 in place of a public page (RFC 9110, section
 * 15.5.7), so that a program does not read HTML as what it has asked for. All other answers stay.
 */
async function unlessExcluded(request: Request, handler: Handler, url: URL, parts: Parts): Promise<Response> {
  const answer = withFields(await handler(request), url, parts.links);
  if (!isPublicPage(headOf(answer), parts.links.anonymousIsPublic)) return answer;
  letGo(answer);
  const bytes = new TextEncoder().encode('This page can be had as text/html and as text/markdown.\n');
  const headers = new Headers({ 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' });
  for (const name of ['vary', 'link']) {
    const value = answer.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  headers.set('content-length', String(bytes.length));
  return new Response(request.method === 'HEAD' ? null : bytes, { status: 406, headers });
}

const IN_PLAIN = [['accept-encoding', 'identity']] as const;

/** Markdown at the address of the page; its HTML where it has no Markdown version. */
async function negotiated(request: Request, handler: Handler, url: URL, parts: Parts): Promise<Response> {
  const headers = new Headers(request.headers);
  // The validators and ranges are those of the Markdown version, whose page has to be read whole.
  for (const name of REPLACED) headers.delete(name);
  for (const [name, value] of IN_PLAIN) headers.set(name, value);
  const asPublic = publicUrl(url, parts.origin);
  const known = parts.validated.find(url.href, headers);
  const recalled = known === undefined ? undefined : parts.converter.recall(known.key);
  if (known !== undefined && recalled !== undefined) {
    const conditional = new Headers(headers);
    conditional.set('if-none-match', known.etag);
    const changed = await handler(new Request(request, { method: 'GET', headers: conditional }));
    const fields = confirmedFields(known, changed, parts.links.anonymousIsPublic);
    if (fields !== undefined) return markdownResponse(request, fields, asPublic, recalled, true);
    if (changed.status !== 304) return converted(request, changed, headers, url, parts);
  }
  const answer = await handler(new Request(request, { method: 'GET', headers }));
  return converted(request, answer, headers, url, parts);
}

/** The Markdown version of an answer, whose entity tag is remembered, or the answer. */
async function converted(request: Request, answer: Response, sent: Headers, url: URL, parts: Parts): Promise<Response> {
  const read = await markdownOf(answer, url, parts);
  if (read.page !== undefined) {
    parts.validated.keep(url.href, sent, answer.headers, read.page.key);
    return markdownResponse(request, answer.headers, publicUrl(url, parts.origin), read.page, true);
  }
  return withoutBodyOfHead(request, withFields(read.answer, url, parts.links));
}

/**
 * What the site has at an address that ends in `.md`; the Markdown version of the page that it names, where the site has
 * nothing there. The page is asked for without what shows who asks, so that it is the public one.
 */
async function atMarkdownAddress(request: Request, handler: Handler, url: URL, parts: Parts): Promise<Response> {
  const own = await handler(request);
  if (!isMissing(own)) return own;
  for (const address of pageAddresses(url)) {
    const page = new URL(url.origin + address);
    const answer = await handler(anonymously(request, page));
    const read = await markdownOf(answer, page, parts);
    if (read.page !== undefined) {
      letGo(own);
      return markdownResponse(request, answer.headers, publicUrl(page, parts.origin), read.page, false);
    }
    letGo(read.answer);
  }
  return own;
}

const OF_THE_SENDER = [...CREDENTIALS, 'cookie', ...OF_ONE_FORM];

function anonymously(request: Request, url: URL): Request {
  const headers = new Headers(request.headers);
  for (const name of OF_THE_SENDER) headers.delete(name);
  headers.set('accept', 'text/html');
  headers.set('accept-encoding', 'identity');
  return new Request(url, { headers, signal: request.signal });
}

/** The Markdown version of an answer, or else the answer, whose body is still unread as far as its reader can tell. */
async function markdownOf(
  answer: Response,
  url: URL,
  { converter, limits, origin, links }: Parts,
): Promise<{ readonly page: MarkdownPage } | { readonly page: undefined; readonly answer: Response }> {
  const head = headOf(answer);
  const coding = answer.headers.get('content-encoding');
  const declared = Number(answer.headers.get('content-length') ?? 0);
  if (
    answer.body === null ||
    !isPublicPage(head, links.anonymousIsPublic) ||
    !mayBeTransformed(head) ||
    !isDecodable(coding)
  )
    return { page: undefined, answer };
  if (declared > limits.maxBytes) return { page: undefined, answer };
  const read: ReadBody = await readBody(answer.body, limits);
  if (read.kind === 'too-much') return { page: undefined, answer: withBody(answer, read.stream) };
  limits.room.give(read.bytes.length);
  const body = decompressed(read.bytes, coding, limits.maxBytes);
  const page =
    body === undefined
      ? undefined
      : converter.convert({ body, url: publicUrl(url, origin).href, contentType: answer.headers.get('content-type') });
  return page === undefined ? { page, answer: withBody(answer, read.bytes) } : { page };
}

function markdownResponse(
  request: Request,
  fields: Headers,
  url: URL,
  { bytes, etag, canonical }: MarkdownPage,
  isNegotiated: boolean,
): Response {
  const headers = markdownHeaders(fields, { url, canonical, etag, isNegotiated });
  if (isHeld(request.headers.get('if-none-match'), etag)) return new Response(null, { status: 304, headers });
  headers.set('content-length', String(bytes.length));
  return new Response(request.method === 'HEAD' ? null : bytes, { headers });
}

const headOf = ({ status, headers }: Response): AnswerHead => ({ status, get: (name) => headers.get(name) });

/** The answer with the fields that pages get. Where its fields cannot be changed, as those of fetch, a copy has them. */
function withFields(answer: Response, url: URL, links: PageLinks): Response {
  const added = addedFields(headOf(answer), url, links);
  if (added.length === 0) return answer;
  try {
    for (const [name, value] of added) answer.headers.set(name, value);
    return answer;
  } catch {
    const copy = withBody(answer, answer.body);
    for (const [name, value] of added) copy.headers.set(name, value);
    return copy;
  }
}

const withBody = ({ status, statusText, headers }: Response, body: BodyInit | null): Response =>
  new Response(body, { status, statusText, headers });

function withoutBodyOfHead(request: Request, answer: Response): Response {
  if (request.method !== 'HEAD' || answer.body === null) return answer;
  void answer.body.cancel();
  return withBody(answer, null);
}
