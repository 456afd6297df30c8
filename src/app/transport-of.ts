import { OPERATION_PATHS } from '../http/answer-in-time.ts';
import { ROUTES } from '../rest-facade/routes.ts';
import { ask } from '../tools/ask.ts';
import { MCP_PATHS } from '../transport/http.ts';

const ASK_PATHS: ReadonlySet<string> = new Set(
  ROUTES.filter(({ tool }) => tool === ask.name).flatMap(({ path, aliases = [] }) => [path, ...aliases]),
);

/** What serves a path, as metrics name it. */
export function transportOf(path: string): 'mcp' | 'ask' | 'rest' | 'operations' | 'pages' {
  if (MCP_PATHS.has(path)) return 'mcp';
  if (ASK_PATHS.has(path)) return 'ask';
  if (OPERATION_PATHS.has(path)) return 'operations';
  return path.startsWith('/api/') ? 'rest' : 'pages';
}
