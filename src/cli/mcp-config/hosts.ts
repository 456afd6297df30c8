/** Which programs configure MCP servers, in which files, and how each of them writes one. */
import { posix, win32 } from 'node:path';

/** What the places of configurations depend on. */
export interface Machine {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  readonly platform: NodeJS.Platform;
  /** The folder that the command runs in: the project. */
  readonly folder: string;
}

/**
 * How a value refers to the environment: `braces` is `${NAME}` and `${NAME:-default}`, `dollar` is `$NAME` too, `named`
 * is `${env:NAME}` with `${workspaceFolder}`, `${userHome}` and `${input:id}`, `none` keeps values as they are.
 */
export type References = 'none' | 'braces' | 'dollar' | 'named';

export interface McpHost {
  readonly name: string;
  /** Where the format and the places are documented. */
  readonly source: string;
  readonly syntax: 'json' | 'toml';
  /** Members that lead to the servers by name, in the order in which they are looked for. */
  readonly members: readonly (readonly string[])[];
  readonly references: References;
}

const host = (
  name: string,
  source: string,
  members: McpHost['members'],
  references: References,
  syntax: McpHost['syntax'] = 'json',
): McpHost => ({ name, source, members, references, syntax });

const MCP_SERVERS = [['mcpServers']];

const CLAUDE_DESKTOP = host(
  'Claude Desktop',
  'https://modelcontextprotocol.io/docs/develop/connect-local-servers',
  MCP_SERVERS,
  'none',
);
export const CLAUDE_CODE = host('Claude Code', 'https://code.claude.com/docs/en/mcp', MCP_SERVERS, 'braces');
const CURSOR = host('Cursor', 'https://cursor.com/docs/context/mcp', MCP_SERVERS, 'named');
const VS_CODE = host(
  'VS Code',
  'https://code.visualstudio.com/docs/copilot/reference/mcp-configuration',
  [['servers'], ['mcp', 'servers']],
  'named',
);
const WINDSURF = host('Windsurf', 'https://docs.windsurf.com/windsurf/cascade/mcp', MCP_SERVERS, 'named');
const ZED = host('Zed', 'https://zed.dev/docs/ai/mcp', [['context_servers']], 'none');
const CODEX = host('Codex', 'https://developers.openai.com/codex/mcp', [['mcp_servers']], 'none', 'toml');
const GEMINI_CLI = host(
  'Gemini CLI',
  'https://github.com/google-gemini/gemini-cli/blob/main/docs/tools/mcp-server.md',
  MCP_SERVERS,
  'dollar',
);
/** A file that any host may have written. */
const ANY_HOST = host(
  'mcp.json',
  'https://gofastmcp.com/integrations/mcp-json-configuration',
  [['mcpServers'], ['servers'], ['mcp', 'servers'], ['context_servers']],
  'braces',
);

/** A file that may hold a configuration. */
export interface ConfigPlace {
  readonly host: McpHost;
  readonly file: string;
}

/** Every place where the known hosts look on this machine; those of the project last. Nothing is read. */
export function configPlaces({ env, home, platform, folder }: Machine): ConfigPlace[] {
  const { join } = platform === 'win32' ? win32 : posix;
  const roaming = env.APPDATA ?? join(home, 'AppData', 'Roaming');
  const config = env.XDG_CONFIG_HOME ?? join(home, '.config');
  const applications = {
    darwin: join(home, 'Library', 'Application Support'),
    win32: roaming,
  };
  const data = platform === 'darwin' || platform === 'win32' ? applications[platform] : config;
  const at = (of: McpHost, ...path: readonly [string, ...string[]]): ConfigPlace => ({ host: of, file: join(...path) });
  return [
    at(CLAUDE_DESKTOP, data, 'Claude', 'claude_desktop_config.json'),
    at(CLAUDE_CODE, env.CLAUDE_CONFIG_DIR ?? home, '.claude.json'),
    at(CURSOR, home, '.cursor', 'mcp.json'),
    at(VS_CODE, data, 'Code', 'User', 'mcp.json'),
    at(VS_CODE, data, 'Code', 'User', 'settings.json'),
    at(WINDSURF, home, '.codeium', 'windsurf', 'mcp_config.json'),
    platform === 'win32'
      ? at(ZED, roaming, 'Zed', 'settings.json')
      : at(ZED, platform === 'darwin' ? join(home, '.config') : config, 'zed', 'settings.json'),
    at(CODEX, env.CODEX_HOME ?? join(home, '.codex'), 'config.toml'),
    at(GEMINI_CLI, home, '.gemini', 'settings.json'),
    at(CLAUDE_CODE, folder, '.mcp.json'),
    at(CURSOR, folder, '.cursor', 'mcp.json'),
    at(VS_CODE, folder, '.vscode', 'mcp.json'),
    at(ZED, folder, '.zed', 'settings.json'),
    at(CODEX, folder, '.codex', 'config.toml'),
    at(GEMINI_CLI, folder, '.gemini', 'settings.json'),
    at(ANY_HOST, folder, 'mcp.json'),
  ];
}

/** The ends of paths, lower-case, by which a file that the user names tells its host. */
const ENDINGS: readonly (readonly [string, McpHost])[] = [
  ['claude_desktop_config.json', CLAUDE_DESKTOP],
  ['/.claude.json', CLAUDE_CODE],
  ['/.mcp.json', CLAUDE_CODE],
  ['/.cursor/mcp.json', CURSOR],
  ['/.vscode/mcp.json', VS_CODE],
  ['/user/mcp.json', VS_CODE],
  ['/user/settings.json', VS_CODE],
  ['/mcp_config.json', WINDSURF],
  ['/zed/settings.json', ZED],
  ['/.zed/settings.json', ZED],
  ['/.gemini/settings.json', GEMINI_CLI],
  ['.toml', CODEX],
];

/** The host of a file, by its absolute path. */
export function hostOfFile(file: string): McpHost {
  const path = file.replaceAll('\\', '/').toLowerCase();
  return ENDINGS.find(([ending]) => path.endsWith(ending))?.[1] ?? ANY_HOST;
}
