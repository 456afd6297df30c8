import { PAID_SCAN_PATH } from '../payments/offer.ts';
import type { AnyTool } from '../tools/define-tool.ts';
import type { Route } from './routes.ts';

/** Public documents about the service, in addition to those under /.well-known and the OAuth endpoints. */
const DOCUMENTS = [
  '/api/v1/openapi.json',
  '/openapi.json',
  '/discovery/resources',
  '/auth.md',
  '/llms.txt',
  '/llms-full.txt',
  '/robots.txt',
  '/sitemap.xml',
  '/register',
  '/mcp/server-card',
];
const DOCUMENT_FOLDERS = ['/.well-known/', '/oauth/', '/docs/'];

/**
 * Which paths scripts of any origin may use: the rows of public tools, and documents.
 * @param reachesPrivate callers without a key may scan private hosts: then no row that starts or reads scans is one
 */
export function publicPaths(
  routes: readonly Route[],
  tools: readonly AnyTool[],
  { reachesPrivate }: { reachesPrivate: boolean },
): (pathname: string) => boolean {
  const toolOf = new Map(tools.map((tool) => [tool.name, tool]));
  const isPublic = (route: Route) => {
    const tool = toolOf.get(route.tool);
    // A tool for keys with a row for everybody is one of scans; so is one that takes an address.
    if (reachesPrivate) return tool?.access === 'public' && tool.targetField === undefined;
    return (route.access ?? tool?.access) === 'public';
  };
  const documents = new Set(reachesPrivate ? DOCUMENTS : [...DOCUMENTS, PAID_SCAN_PATH]);
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
