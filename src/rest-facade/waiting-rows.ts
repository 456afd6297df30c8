import type { AnyTool } from '../tools/define-tool.ts';
import { MAX_WAIT_SECONDS } from '../tools/wait-for-scan.ts';
import type { Route } from './routes.ts';

interface Asked {
  readonly method: string;
  readonly url: string;
}

/** How long a request may wait for a scan by its own wish (ms), on rows whose tool can wait; 0 for all others. */
export function createWaitOf(routes: readonly Route[], tools: readonly AnyTool[]): (request: Asked) => number {
  const rows = routes.flatMap(({ method, path, tool: name }) => {
    const { waitField } = tools.find((tool) => tool.name === name) ?? {};
    if (waitField === undefined) return [];
    const pattern = new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`);
    return [{ methods: method === 'GET' ? ['GET', 'HEAD'] : [method], pattern, waitField }];
  });
  return ({ method, url }) => {
    if (!url.includes('?')) return 0;
    const { pathname, searchParams } = new URL(url);
    const row = rows.find(({ methods, pattern }) => methods.includes(method) && pattern.test(pathname));
    const seconds = row === undefined ? 0 : Number(searchParams.get(row.waitField));
    return seconds > 0 ? Math.min(seconds, MAX_WAIT_SECONDS) * 1000 : 0;
  };
}
