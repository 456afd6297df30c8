/** What the server's middleware asks of the table of routes by the path of a request. */
import type { ServerMiddleware } from 'srvx';
import { pathOf } from '../http/methods.ts';
import { PAID_SCAN_PATH } from '../payments/offer.ts';
import type { AnyTool } from '../tools/define-tool.ts';
import { MAX_WAIT_SECONDS } from '../tools/find-scan.ts';
import type { Deprecation, Route } from './routes.ts';

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
