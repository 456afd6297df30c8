import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const REGISTRY = 'src/tools/registry.ts';
const ROUTES = 'src/rest-facade/routes.ts';
const METHODS = ['GET', 'POST', 'PATCH', 'DELETE'];
const MAX_NAME = 40;

/** The requested tool cannot be added; the message says what to change. */
export class AddToolError extends Error {}

/** How files and code write the name of a tool: `rename-scan` and `renameScan`, which is its operation too. */
export const namesOf = (name: string): { readonly file: string; readonly binding: string } => ({
  file: name.replaceAll('_', '-'),
  binding: name.replace(/_(.)/g, (_, first: string) => first.toUpperCase()),
});

/**
 * Writes a tool, its entry in the registry, its route and a test. All of it compiles; the tool throws and the test fails
 * until both are edited.
 * @param root the repository
 * @param name snake case, as in rename_scan
 * @param path h3 syntax; `:id` is the only parameter, the id of a scan
 * @returns paths under the root, as written
 * @throws AddToolError for a malformed or used name, method or path; nothing is written then
 */
export function addTool(root: string, name: string, method = 'POST', path = defaultPath(name)): string[] {
  if (!/^[a-z]+(?:_[a-z]+)+$/.test(name) || name.length > MAX_NAME) {
    throw new AddToolError(
      `The name must be a verb and a noun in snake_case of at most ${MAX_NAME} letters, as in rename_scan.`,
    );
  }
  if (!METHODS.includes(method)) throw new AddToolError(`The method must be one of ${METHODS.join(', ')}.`);
  if (!/^\/api\/v1(?:\/(?:[a-z][a-z0-9-]*|:id))+$/.test(path) || path.split(':id').length > 2) {
    throw new AddToolError('The path must begin with /api/v1/ and may hold :id once, as in /api/v1/scans/:id/name.');
  }
  const { file, binding } = namesOf(name);
  const tool = `src/tools/${file}.ts`;
  const test = `test/service/contract/${file}.test.ts`;
  if (existsSync(join(root, tool))) throw new AddToolError(`There is a file ${tool}.`);
  const routes = read(root, ROUTES);
  if (routes.includes(`    method: '${method}',\n    path: '${path}',\n`)) {
    throw new AddToolError(`There is a route ${method} ${path}.`);
  }

  const isOfScan = path.includes(':id');
  const isRead = method === 'GET';
  const isSent = method === 'POST' || method === 'PATCH';
  const values: Readonly<Record<string, string>> = {
    name,
    file,
    binding,
    schema: `${binding.charAt(0).toUpperCase()}${binding.slice(1)}Response`,
    method,
    path,
    testPath: path.replace(':id', '$' + '{scanId}'),
    body: isSent ? ', body: INPUT' : '',
    isRead: String(isRead),
    isDelete: String(method === 'DELETE'),
    ...(isRead
      ? { find: 'findReadableScan', ids: 'Id of a scan of your account, or the share token of any scan' }
      : { find: 'findOwnScan', ids: 'Id of a scan of your account' }),
    shareTokenTest: isRead ? 'a share token reads it' : 'a share token, which only reads, answers 404',
    shareTokenStatus: isRead ? '200' : '404',
  };
  const fill = (template: string): string =>
    readFileSync(join(import.meta.dirname, 'templates', template), 'utf8').replace(
      /\{\{(\w+)\}\}/g,
      (_, each: string) => values[each] ?? each,
    );
  const written = new Map([
    [tool, fill(isOfScan ? 'scan-tool.txt' : 'tool.txt')],
    [test, fill(isOfScan ? 'scan-tool.test.txt' : 'tool.test.txt')],
    [REGISTRY, withEntry(read(root, REGISTRY), file, binding, isRead)],
    [ROUTES, withRoute(routes, file, { binding, method, path, isOfScan })],
  ]);
  for (const [where, text] of written) {
    mkdirSync(dirname(join(root, where)), { recursive: true });
    writeFileSync(join(root, where), text);
  }
  return [...written.keys()];
}

const defaultPath = (name: string): string => `/api/v1/${name.replaceAll('_', '-')}`;
const read = (root: string, path: string): string => readFileSync(join(root, path), 'utf8');

/** Imports of tools are in the order of their paths. */
function withImport(text: string, folder: string, file: string, binding: string): string {
  const lines = text.split('\n');
  const path = `${folder}${file}.ts`;
  const pathOf = (line: string) => /^import (?:type )?\{ \w+ \} from '([^']+)';$/.exec(line)?.[1] ?? '';
  const isOfFolder = (line: string) => pathOf(line).startsWith(folder);
  const next = lines.findIndex((line) => isOfFolder(line) && pathOf(line) > path);
  const at = next >= 0 ? next : lines.findLastIndex(isOfFolder) + 1;
  return lines.toSpliced(at, 0, `import { ${binding} } from '${path}';`).join('\n');
}

/** What reads comes before the marked line, the rest after it. */
function withEntry(registry: string, file: string, binding: string, isRead: boolean): string {
  const lines = withImport(registry, './', file, binding).split('\n');
  const marked = lines.findIndex((line) => line.includes('`npm run new-tool`'));
  if (marked < 0) throw new Error(`${REGISTRY} has no line that says where a new tool belongs.`);
  return lines.toSpliced(isRead ? marked : marked + 1, 0, `  ${binding},`).join('\n');
}

function withRoute(
  routes: string,
  file: string,
  { binding, method, path, isOfScan }: { binding: string; method: string; path: string; isOfScan: boolean },
): string {
  const row = [
    '  {',
    `    method: '${method}',`,
    `    path: '${path}',`,
    `    tool: ${binding}.name,`,
    '    success: 200,',
    `    operationId: '${binding}',`,
    ...(isOfScan ? ['    errors: [404],'] : []),
    '  },',
    '',
  ].join('\n');
  const withRow = beforeLast(routes, '];\n\n/** The path as documents write it', row);
  return withImport(withRow, '../tools/', file, binding);
}

function beforeLast(text: string, marker: string, added: string): string {
  const at = text.lastIndexOf(marker);
  if (at < 0) throw new Error(`There is no "${marker.trim()}" to write before.`);
  return text.slice(0, at) + added + text.slice(at);
}
