/** The REST façade: mounts the table of routes, and answers what the middleware asks of it by path. */
import type { H3, H3Event } from 'h3';
import type { ServerMiddleware } from 'srvx';
import * as z from 'zod';
import { type Admission, type Credentials, identifyAnyway } from '../auth/admit.ts';
import type { Caller } from '../auth/caller.ts';
import { RateLimitedError } from '../auth/quotas.ts';
import { messageWithHint, ServiceError } from '../errors.ts';
import { bodyChunks, jsonResponse, readJsonObject } from '../http/body.ts';
import { errorResponse } from '../http/errors.ts';
import { eventStream, hasWholeAnswer } from '../http/events.ts';
import { allowOf, answerOtherMethod, pathOf } from '../http/methods.ts';
import { noteFailureBody, noteWindows } from '../http/request-context.ts';
import { PAID_SCAN_PATH } from '../payments/offer.ts';
import { isHeld } from '../scanner/parse/http-headers/request-headers.ts';
import type { AnyTool, Upload } from '../tools/define-tool.ts';
import { MAX_WAIT_SECONDS } from '../tools/find-scan.ts';
import type { Gate } from '../tools/gate.ts';
import { inputFromQuery } from './query.ts';
import { callOf, type Deprecation, ROUTES, type Route, takesBody } from './routes.ts';

const MAX_BODY_BYTES = 64 * 1024;

/** Payment answers of payable rows, in addition to the tool's own. */
export interface PayableRows {
  /** The result of a payment that may have been charged before: it comes before any free answer. Undefined for others. */
  collect(event: H3Event, caller: Caller, body: Readonly<Record<string, unknown>>): Promise<Response | undefined>;
  /**
   * The answer for a caller over the rate limit; undefined for a caller that does not offer to pay.
   * @param body the request's JSON object
   * @throws RateLimitedError whose message says how to pay
   */
  payInstead(
    event: H3Event,
    caller: Caller,
    body: Readonly<Record<string, unknown>>,
    refusal: RateLimitedError,
  ): Promise<Response | undefined>;
}

interface FacadeParts {
  readonly gate: Gate;
  readonly tools: readonly AnyTool[];
  readonly admission: Admission;
  readonly baseUrl: string;
  credentialsOf(event: H3Event): Credentials;
  readonly payable: PayableRows;
}

/**
 * Mounts every REST row on the app: request -> tool input, tool output or refusal -> response. It decides nothing. Any
 * other error is a bug, which the app's onError formats and logs.
 */
export function mountFacade(app: H3, { gate, tools, admission, baseUrl, credentialsOf, payable }: FacadeParts): void {
  for (const route of ROUTES) {
    const tool = tools.find(({ name }) => name === route.tool);
    if (tool === undefined) throw new Error(`route ${route.method} ${route.path} names the unknown tool ${route.tool}`);
    const answer = async (event: H3Event) => {
      const credentials = credentialsOf(event);
      const caller = await callerOf(credentials, route, tool, admission);
      const input = await inputOf(event, route, tool);
      // GET only: EventSource reconnects by itself, and sends no POST.
      if (route.method === 'GET' && hasWholeAnswer(event.req) && route.events?.(event.req, input) !== undefined) {
        return new Response(null, { status: 204, headers: varyOf(route) });
      }
      const collected = route.payable === true ? await payable.collect(event, caller, input) : undefined;
      if (collected !== undefined) return collected;
      const { failure } = tool;
      if (failure !== undefined) {
        noteFailureBody(event.req, (error) => (isOfTheRequest(error) ? undefined : failure.of(error, input)));
      }
      const ifNoneMatch = event.req.headers.get('if-none-match');
      const calling = gate.call({
        tool: route.tool,
        input,
        caller,
        request: event.req,
        ...(isUpload(event, route) ? { upload: uploadOf(event) } : {}),
        isHeld: (version) => isHeld(ifNoneMatch, etagOf(version)),
        onWindows: (windows) => noteWindows(event.req, windows),
      });
      const called = await calling.catch(async (error: unknown) => {
        if (route.payable !== true || !(error instanceof RateLimitedError)) throw error;
        const paid = await payable.payInstead(event, caller, input, error);
        if (paid === undefined) throw error;
        return paid;
      });
      if (called instanceof Response) return called;

      const headers = new Headers(varyOf(route));
      if (called.version !== undefined) {
        headers.set('etag', etagOf(called.version));
        headers.set('cache-control', 'private, no-cache');
      }
      if (called.notModified) return new Response(null, { status: 304, headers });
      const location = route.location === undefined ? undefined : called.output[route.location];
      if (typeof location === 'string') headers.set('location', location);
      const idempotencyKey = route.idempotencyField === undefined ? undefined : input[route.idempotencyField];
      if (typeof idempotencyKey === 'string') headers.set('idempotency-key', idempotencyKey);
      if (called.replayed) headers.set('idempotency-replayed', 'true');
      const eventsOf = route.events?.(event.req, input);
      if (eventsOf !== undefined) return eventStream(eventsOf(called.output), headers);
      if (route.success === 204) return new Response(null, { status: 204, headers });
      return jsonResponse(called.bytes(), route.success, headers);
    };
    // Refusals are returned as responses: h3 would wrap a thrown one into its own error.
    const answerOrRefuse = (event: H3Event) =>
      answer(event).catch((thrown: unknown) => {
        if (thrown instanceof ServiceError)
          return errorResponse(inRestWords(thrown, route), baseUrl, varyOf(route), event.req);
        throw thrown;
      });
    for (const path of pathsOf(route)) {
      app.on(route.method, path, answerOrRefuse);
      // h3 answers HEAD from a GET route only while nothing else matches, and mountMethodNotAllowed matches everything.
      if (route.method === 'GET') app.on('HEAD', path, answerOrRefuse);
    }
  }
  mountMethodNotAllowed(app, baseUrl);
}

function callerOf(credentials: Credentials, route: Route, tool: AnyTool, admission: Admission): Promise<Caller> {
  if ((route.access ?? tool.access) === 'key') return admission.requireKey(credentials);
  return tool.outlivesStore === true ? identifyAnyway(admission, credentials) : admission.identify(credentials);
}

/** The error with its hint as a call of REST, which a caller without a key finds among the public rows. */
function inRestWords(error: ServiceError, { access }: Route): ServiceError {
  if (error.hint === undefined) return error;
  const { code, retryAfterSeconds, cause } = error;
  const isList = error.hint.does.endsWith('those it has');
  return new ServiceError(
    code,
    messageWithHint(error, (tool) => callOf(tool, access, isList)),
    { retryAfterSeconds, cause },
  );
}

/** Of every answer to a row that chooses between JSON and a stream by Accept, refusals too. */
const varyOf = ({ events }: Route): Record<string, string> => (events === undefined ? {} : { vary: 'Accept' });

const pathsOf = ({ path, aliases = [] }: Route): readonly string[] => [path, ...aliases];

/** Request faults, which every row reports in the common envelope. */
const isOfTheRequest = ({ status }: ServiceError) => status < 500 && status !== 404 && status !== 429;

/** OPTIONS and wrong methods on known paths: h3 alone would answer 404. */
function mountMethodNotAllowed(app: H3, baseUrl: string): void {
  for (const path of new Set(ROUTES.flatMap(pathsOf))) {
    const methods = ROUTES.filter((route) => pathsOf(route).includes(path)).map(({ method }) => method);
    const allow = allowOf(methods);
    app.all(path, ({ req }) => answerOtherMethod(req.method, allow, baseUrl));
  }
}

/** Whether the body of a request is a file for a row that takes files. */
function isUpload({ req }: H3Event, { upload }: Route): boolean {
  const type = (req.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  return upload === true && type !== 'application/json' && !type.endsWith('+json');
}

const uploadOf = ({ req }: H3Event): Upload => ({
  chunks: bodyChunks(req),
  coding: req.headers.get('content-encoding') ?? undefined,
});

async function inputOf(event: H3Event, route: Route, tool: AnyTool): Promise<Record<string, unknown>> {
  const given =
    takesBody(route, tool) && !isUpload(event, route)
      ? {
          ...bodyOf(route, await readJsonObject(event.req, route.maxBodyBytes ?? MAX_BODY_BYTES)),
          ...waitOf(tool, event.url.searchParams),
        }
      : (route.query?.read(event.url.searchParams) ?? inputFromQuery(tool.input, event.url.searchParams));
  const key = event.req.headers.get('idempotency-key');
  return {
    ...route.defaults,
    ...given,
    ...route.fixed,
    ...event.context.params,
    ...(route.idempotencyField === undefined || key === null ? {} : { [route.idempotencyField]: key }),
  };
}

/** The member that says how long to wait: from the query string, so that a body has the members of the contract alone. */
function waitOf({ input, waitField }: AnyTool, query: URLSearchParams): Record<string, unknown> {
  if (waitField === undefined) return {};
  const member = (input.shape as Record<string, z.ZodType>)[waitField];
  return {
    [waitField]: undefined,
    ...(member === undefined ? {} : inputFromQuery(z.object({ [waitField]: member }), query)),
  };
}

/** @throws ServiceError invalid_request for a member that only this row has and that is not as it should be */
function bodyOf(route: Route, body: Record<string, unknown>): Record<string, unknown> {
  const issue = route.body?.safeParse(body).error?.issues[0];
  if (issue !== undefined) throw new ServiceError('invalid_request', `${issue.path.join('.')}: ${issue.message}.`);
  return body;
}

/** Weak: the same version may be written as other bytes, compressed or not. */
const etagOf = (version: string): string => `W/"${version}"`;

/**
 * What every response of a route that will be removed says, refusals too: Deprecation (RFC 9745), Sunset (RFC 8594) and
 * where it is explained.
 */
export function deprecationHeaders({ since, sunset, link }: Deprecation): Record<string, string> {
  return {
    deprecation: `@${Math.floor(Date.parse(since) / 1000)}`,
    sunset: new Date(sunset).toUTCString(),
    link: `<${link}>; rel="deprecation"; type="text/html", <${link}>; rel="sunset"; type="text/html"`,
  };
}

/** Puts them on the responses of the rows that carry a deprecation. */
export function createDeprecations(routes: readonly Route[]): ServerMiddleware {
  const rows = routes.flatMap(({ method, path, aliases = [], deprecated }) =>
    deprecated === undefined
      ? []
      : [path, ...aliases].map((each) => ({
          method,
          pattern: patternOf(each),
          headers: deprecationHeaders(deprecated),
        })),
  );
  if (rows.length === 0) return (_request, next) => next();
  return async (request, next) => {
    const response = await next();
    const pathname = pathOf(request);
    const method = request.method === 'HEAD' ? 'GET' : request.method;
    const row = rows.find((each) => each.method === method && each.pattern.test(pathname));
    for (const [name, value] of Object.entries(row?.headers ?? {})) {
      if (name === 'link') response.headers.append(name, value);
      else response.headers.set(name, value);
    }
    return response;
  };
}

/** A path of our own table in h3's syntax: `:name` is one segment. */
const patternOf = (path: string) => new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`);

interface Asked {
  readonly method: string;
  readonly url: string;
}

/** How long a request may wait for a scan by its own wish (ms), on rows whose tool can wait; 0 for all others. */
export function createWaitOf(routes: readonly Route[], tools: readonly AnyTool[]): (request: Asked) => number {
  const rows = routes.flatMap(({ method, path, tool: name }) => {
    const { waitField } = tools.find((tool) => tool.name === name) ?? {};
    if (waitField === undefined) return [];
    return [{ methods: method === 'GET' ? ['GET', 'HEAD'] : [method], pattern: patternOf(path), waitField }];
  });
  return ({ method, url }) => {
    if (!url.includes('?')) return 0;
    const { pathname, searchParams } = new URL(url);
    const row = rows.find(({ methods, pattern }) => methods.includes(method) && pattern.test(pathname));
    const seconds = row === undefined ? 0 : Number(searchParams.get(row.waitField));
    return seconds > 0 ? Math.min(seconds, MAX_WAIT_SECONDS) * 1000 : 0;
  };
}

/** Folders of public documents, which only explain the service. */
const DOCUMENT_FOLDERS = ['/.well-known/', '/oauth/', '/docs/'];

/**
 * Which paths scripts of any origin may use: the rows of public tools, and documents.
 * @param documents paths of documents about the service, as they were mounted
 * @param reachesPrivate callers without a key may scan private hosts: then no row that starts or reads scans is one
 */
export function publicPaths(
  routes: readonly Route[],
  tools: readonly AnyTool[],
  { documents: mounted, reachesPrivate }: { documents: readonly string[]; reachesPrivate: boolean },
): (pathname: string) => boolean {
  const toolOf = new Map(tools.map((tool) => [tool.name, tool]));
  const isPublic = (route: Route) => {
    if (route.isSameOrigin === true) return false;
    const tool = toolOf.get(route.tool);
    // A tool for keys with a row for everybody is one of scans; so is one that takes an address.
    if (reachesPrivate) return tool?.access === 'public' && tool.targetField === undefined;
    return (route.access ?? tool?.access) === 'public';
  };
  const documents = new Set(reachesPrivate ? mounted : [...mounted, PAID_SCAN_PATH]);
  const ofTools = routes.filter(isPublic).flatMap(({ path, aliases = [] }) => [path, ...aliases]);
  const plain = new Set(ofTools.filter((path) => !path.includes(':')));
  // The parameter is the last segment of all of them.
  const folders = ofTools.filter((path) => path.includes(':')).map((path) => path.slice(0, path.indexOf(':')));
  return (pathname) =>
    plain.has(pathname) ||
    folders.some((folder) => pathname.startsWith(folder)) ||
    documents.has(pathname) ||
    DOCUMENT_FOLDERS.some((folder) => pathname.startsWith(folder));
}
