import { pathOf } from '../http/methods.ts';
import { ROUTES } from '../rest-facade/routes.ts';
import { sentPayment } from '../rest-facade/x402/payment-endpoint.ts';
import { ask } from '../tools/ask.ts';
import { MCP_PATHS } from '../transport/http.ts';
import { VIEW_PATH } from '../web/view.ts';

/** The paths of questions to the library. */
export const ASK_PATHS: ReadonlySet<string> = new Set(
  ROUTES.filter(({ tool }) => tool === ask.name).flatMap(({ path, aliases = [] }) => [path, ...aliases]),
);

/** Method and path of the calls that wait for a site. */
const LONG_CALLS: ReadonlySet<string> = new Set([
  // The form of the home page scans MCP servers, too.
  'POST /',
  'POST /dashboard',
  'POST /dashboard/logs',
  'POST /dashboard/batches',
  'POST /dashboard/sites',
  `GET ${VIEW_PATH}`,
  ...[...MCP_PATHS].map((path) => `POST ${path}`),
  ...ROUTES.filter((row) => row.waitsForSite).map(({ method, path }) => `${method} ${path}`),
]);

/**
 * Whether an answer waits by design: for a site, for a payment, or for the search of the library.
 * @param isLibraryReady the first question waits for the search of the library, which takes seconds from the sources
 */
export const isLongCall = (request: Request, isLibraryReady: boolean): boolean =>
  LONG_CALLS.has(`${request.method === 'HEAD' ? 'GET' : request.method} ${pathOf(request)}`) ||
  (ASK_PATHS.has(pathOf(request)) && !isLibraryReady) ||
  (request.method === 'POST' && sentPayment(request) !== undefined);
