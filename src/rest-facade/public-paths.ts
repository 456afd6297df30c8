import { PAID_SCAN_PATH } from '../payments/offer.ts';
import type { AnyTool } from '../tools/define-tool.ts';
import type { Route } from './routes.ts';

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
