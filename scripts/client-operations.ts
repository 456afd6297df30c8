import { documentedPath, ROUTES, type Route } from '../src/rest-facade/routes.ts';
import { TOOLS } from '../src/tools/registry.ts';

const LINE_WIDTH = 120;

/** `src/client/operations.ts`: the client imports nothing of the service, so it has its rows as a copy. */
export function clientOperations(): string {
  const rows = ROUTES.filter(isForClients).map((route) => {
    const members = Object.entries(membersOf(route)).map(([name, value]) => `    ${name}: ${value},\n`);
    return `  ${route.operationId}: {\n${members.join('')}  },\n`;
  });
  return `/** Made by \`npm run generate\`: every call of the API, by the operationId of the OpenAPI description. */
export const OPERATIONS = {
${rows.join('')}} as const;
export type OperationId = keyof typeof OPERATIONS;
`;
}

/** Not those for browsers without a key, nor the second form of a call that has one with a body. */
const isForClients = ({ path, query }: Route): boolean => path.startsWith('/api/v1/') && query === undefined;

function membersOf(route: Route): Record<string, string> {
  const { method, path, tool: name, idempotencyField } = route;
  const { input, unlisted = [], waitField } = TOOLS.find((tool) => tool.name === name) ?? { input: { shape: {} } };
  const elsewhere = new Set([...[...path.matchAll(/:(\w+)/g)].map(([, member]) => member), idempotencyField]);
  const sent = Object.keys(input.shape).filter((member) => !elsewhere.has(member) && !unlisted.includes(member));
  const inQuery = method === 'POST' ? sent.filter((member) => member === waitField) : sent;
  const inBody = sent.filter((member) => !inQuery.includes(member));
  return {
    method: `'${method}'`,
    path: `'${documentedPath(route)}'`,
    ...(inBody.length === 0 ? {} : { body: listOf(inBody) }),
    ...(inQuery.length === 0 ? {} : { query: listOf(inQuery) }),
    ...(idempotencyField === undefined ? {} : { headers: `{ ${idempotencyField}: 'idempotency-key' }` }),
  };
}

/** As the formatter writes it: on one line where there is room. */
function listOf(names: readonly string[]): string {
  const quoted = names.map((name) => `'${name}'`);
  const line = `[${quoted.join(', ')}]`;
  return line.length + '    query: ,'.length <= LINE_WIDTH
    ? line
    : `[\n${quoted.map((name) => `      ${name},\n`).join('')}    ]`;
}
