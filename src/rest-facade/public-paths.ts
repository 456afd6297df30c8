import type { AnyTool } from '../tools/define-tool.ts';
import type { Route } from './routes.ts';

/** Documents about the service, beside everything under /.well-known and the OAuth endpoints, which only explain. */
const DOCUMENTS = new Set([
  '/api/v1/openapi.json',
  '/openapi.json',
  '/api/x402/scan',
  '/discovery/resources',
  '/auth.md',
  '/llms.txt',
  '/llms-full.txt',
  '/robots.txt',
  '/sitemap.xml',
  '/register',
  '/mcp/server-card',
]);
const DOCUMENT_FOLDERS = ['/.well-known/', '/oauth/', '/docs/'];

/** Which paths anybody may use, from anywhere: the rows of public tools, and documents. */
export function publicPaths(routes: readonly Route[], tools: readonly AnyTool[]): (pathname: string) => boolean {
  const access = new Map(tools.map((tool) => [tool.name, tool.access]));
  const ofTools = routes
    .filter((route) => (route.access ?? access.get(route.tool)) === 'public')
    .flatMap(({ path, aliases = [] }) => [path, ...aliases]);
  const plain = new Set(ofTools.filter((path) => !path.includes(':')));
  // The parameter is the last segment of all of them.
  const folders = ofTools.filter((path) => path.includes(':')).map((path) => path.slice(0, path.indexOf(':')));
  return (pathname) =>
    plain.has(pathname) ||
    folders.some((folder) => pathname.startsWith(folder)) ||
    DOCUMENTS.has(pathname) ||
    DOCUMENT_FOLDERS.some((folder) => pathname.startsWith(folder));
}
