import { documentedPath, isSent, ROUTES, type Route } from '../src/rest-facade/routes.ts';
import type { AnyTool } from '../src/tools/define-tool.ts';
import { TOOLS } from '../src/tools/registry.ts';
import { formatted } from './formatted.ts';

/** `src/client/operations.ts`: the client imports nothing of the service, so it has its rows as a copy. */
export function clientOperations(): string {
  const rows = clientRoutes().map(({ route, tool }) => [route.operationId, operationOf(route, tool)]);
  return formatted(
    'src/client/operations.ts',
    `/** Made by \`npm run generate\`: every call of the API, by the operationId of the OpenAPI description. */
export const OPERATIONS = ${JSON.stringify(Object.fromEntries(rows), null, 2)} as const;
export type OperationId = keyof typeof OPERATIONS;
`,
  );
}

/** The rows of the client: not those for browsers without a key, nor the second form of a call that has one with a body. */
export const clientRoutes = (): { readonly route: Route; readonly tool: AnyTool }[] =>
  ROUTES.filter(({ path, query }) => path.startsWith('/api/v1/') && query === undefined).map((route) => {
    const tool = TOOLS.find(({ name }) => name === route.tool);
    if (tool === undefined) throw new Error(`there is no tool ${route.tool}`);
    return { route, tool };
  });

const inPath = ({ path }: Route): string[] => [...path.matchAll(/:(\w+)/g)].map(([, member = '']) => member);

function operationOf(route: Route, tool: AnyTool) {
  const { method, idempotencyField, fixed = {} } = route;
  const { unlisted = [], waitField } = tool;
  const elsewhere = new Set([...inPath(route), idempotencyField, ...unlisted, ...Object.keys(fixed)]);
  const sent = Object.keys(tool.input.shape).filter((member) => !elsewhere.has(member));
  const inQuery = isSent(method) ? sent.filter((member) => member === waitField) : sent;
  const inBody = sent.filter((member) => !inQuery.includes(member));
  return {
    method,
    path: documentedPath(route),
    ...(inBody.length === 0 ? {} : { body: inBody }),
    ...(inQuery.length === 0 ? {} : { query: inQuery }),
    ...(idempotencyField === undefined ? {} : { headers: { [idempotencyField]: 'idempotency-key' } }),
  };
}
