import type { H3 } from 'h3';
import { ServiceError } from '../errors.ts';
import { prefers } from '../http/headers.ts';
import type { Layout } from './layout.ts';
import { markup } from './markup.ts';

const UNKNOWN_PATH = 'There is nothing at this path. /openapi.json lists those of the API, and /llms.txt the pages.';

/**
 * A page for those who read HTML.
 * @param message for all others
 * @throws ServiceError not_found for them
 */
export function notFound(layout: Layout, request: Request, message = UNKNOWN_PATH): Response {
  if (!prefers(request.headers.get('accept'), 'text/html', 'application/json')) {
    throw new ServiceError('not_found', message);
  }
  return layout(
    { title: 'Not found', description: 'There is no such page.', status: 404, isIndexed: false },
    markup`<div class="flow"><p class="eyebrow">Not found</p><h1>There is no such page</h1><p><a href="/docs">The library</a> lists the pages of the documentation, and <a href="/llms.txt">llms.txt</a> does so for agents.</p><p><a class="button" href="/">Scan a site</a></p></div>`,
  );
}

/** Paths for programs: they get JSON for any Accept header. */
const FOR_PROGRAMS = /^\/(?:api|\.well-known)(?:\/|$)/;

/** Catch-all page for unknown paths. */
export function mountNotFound(app: H3, layout: Layout): void {
  app.get('/**', ({ req, url }) => {
    if (FOR_PROGRAMS.test(url.pathname)) throw new ServiceError('not_found', UNKNOWN_PATH);
    return notFound(layout, req);
  });
}
