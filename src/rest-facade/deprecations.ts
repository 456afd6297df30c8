import type { ServerMiddleware } from 'srvx';
import { pathOf } from '../http/methods.ts';
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
