import type { H3 } from 'h3';
import { percentDecoded } from '../basics/parse-url.ts';
import { ServiceError } from '../errors.ts';
import { errorResponse } from './errors.ts';

/** HEAD is none of them: h3 answers it from GET as long as nothing else is mounted for it. */
const OTHERS = ['OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE'] as const;
/** Catch-all route: answers 404 for any method. */
const ANYWHERE = '/**';

/** The methods of a path, as its `Allow` header names them. @param methods those that are mounted for it */
export const allowOf = (methods: readonly string[]): string =>
  [...new Set([...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'])].join(', ');

/** Answers methods that a path lacks: OPTIONS with the allowed methods, any other with 405. */
export function answerOtherMethod(method: string, allow: string, baseUrl: string): Response {
  if (method === 'OPTIONS') return new Response(null, { status: 204, headers: { allow } });
  return errorResponse(new ServiceError('method_not_allowed', `This path answers ${allow}.`), baseUrl, { allow });
}

/** To be called when all else is mounted: OPTIONS, and methods that a path does not have, which h3 alone answers 404. */
export function mountOtherMethods(app: H3, baseUrl: string): void {
  const methodsOf = new Map<string, string[]>();
  // h3 offers no other list of its routes.
  for (const { route = ANYWHERE, method = '' } of app['~routes']) {
    methodsOf.set(route, [...(methodsOf.get(route) ?? []), method]);
  }
  for (const [path, methods] of methodsOf) {
    // A path that is mounted for every method answers them by itself.
    if (path === ANYWHERE || methods.includes('')) continue;
    const allow = allowOf(methods);
    for (const method of OTHERS.filter((other) => !methods.includes(other))) {
      app.on(method, path, () => answerOtherMethod(method, allow, baseUrl));
    }
  }
}

/**
 * The path under which h3 finds a handler: percent-encoded bytes decoded but for the separator, no slash at its end. What
 * asks for a path by its spelling alone can be passed by with another spelling of it.
 */
export function pathOf(request: { readonly url: string }): string {
  const { pathname } = new URL(request.url);
  const decoded = pathname.includes('%') ? pathname.split(/(%2f)/i).map(decode).join('') : pathname;
  let end = decoded.length;
  while (end > 1 && decoded.charAt(end - 1) === '/') end -= 1;
  return decoded.slice(0, end);
}

const decode = (part: string): string => (/^%2f$/i.test(part) ? part : percentDecoded(part));
