import { parseUrl } from '../../../parse-url.ts';
import { isText } from '../json/untrusted-json.ts';
import { asList, isObject } from '../json-ld/json-ld.ts';

/** Reverse DNS and a name (SEP-2127). */
const NAME = /^[a-zA-Z0-9.-]{1,200}\/[a-zA-Z0-9._-]{1,200}$/;
const SCHEMA = 'https://static.modelcontextprotocol.io/schemas/';
const MAX_REMOTES = 20;

/** Every document about an MCP server, of any version, contains some of these keys. */
export const SERVER_CARD_KEYS = [
  '$schema',
  'remotes',
  'serverInfo',
  'transport',
  'transports',
  'endpoint',
  'endpoints',
  'mcp_endpoint',
  'mcpServers',
  'servers',
  'protocolVersion',
  'tools',
  'entries',
];

export interface ServerCard {
  /** `legacy`: the shape of SEP-1649 and older ones. */
  readonly shape: 'sep-2127' | 'legacy';
  /** Required fields that are not there or not as they must be; for a legacy card its address only. */
  readonly missing: readonly string[];
  /** Minor faults, in trusted text. */
  readonly warnings: readonly string[];
  /** Absolute http(s) URL of the first Streamable HTTP endpoint; undefined for none. */
  readonly remoteUrl: string | undefined;
  /** Its address has variables that the caller fills in, so the scanner cannot ask it. */
  readonly isTemplate: boolean;
}

/**
 * Reads a server card. @param base the card's own URL: legacy cards name their endpoint by its path
 * @see https://github.com/modelcontextprotocol/experimental-ext-server-card (SEP-2127)
 */
export function readServerCard(root: Readonly<Record<string, unknown>>, base: string): ServerCard {
  const isToday =
    'remotes' in root || (typeof root.name === 'string' && NAME.test(root.name) && !('serverInfo' in root));
  return isToday ? todaysCard(root) : legacyCard(root, base);
}

function todaysCard(root: Readonly<Record<string, unknown>>): ServerCard {
  const remotes = asList(root.remotes).slice(0, MAX_REMOTES).filter(isObject);
  const remote = remotes.find(({ type, url }) => type === 'streamable-http' && isText(url));
  const address = remote === undefined ? '' : String(remote.url);
  const isTemplate = address.includes('{');
  const remoteUrl = isTemplate ? undefined : httpUrl(address);
  const warnings = [
    !(typeof root.$schema === 'string' && root.$schema.startsWith(SCHEMA)) &&
      '$schema does not name the server card schema',
    isText(root.name) && !NAME.test(String(root.name)) && 'name is not reverse DNS, a slash and a name',
    remotes.length === 0 && 'remotes lists no endpoint',
  ];
  return {
    shape: 'sep-2127',
    missing: [
      ...['name', 'version', 'description'].filter((field) => !isText(root[field])),
      ...(remotes.length > 0 && remoteUrl === undefined && !isTemplate ? ['remotes[] of type streamable-http'] : []),
    ],
    warnings: warnings.filter((warning) => warning !== false),
    remoteUrl,
    isTemplate,
  };
}

/** The endpoint of an old card stood in one of several places. */
function legacyCard(root: Readonly<Record<string, unknown>>, base: string): ServerCard {
  const parts = [
    root,
    ...['transport', 'transports', 'endpoints', 'servers', 'mcp'].flatMap((name) => asList(root[name])),
  ];
  const addresses = parts
    .slice(0, MAX_REMOTES)
    .filter(isObject)
    .flatMap((part) =>
      ['endpoint', 'mcp_endpoint', 'url', 'streamable-http', 'streamableHttp', 'http'].map((name) => part[name]),
    );
  const address = addresses.find((value) => typeof value === 'string' && httpUrl(value, base) !== undefined);
  const remoteUrl = typeof address === 'string' ? httpUrl(address, base) : undefined;
  return {
    shape: 'legacy',
    missing: remoteUrl === undefined ? ['the address of the endpoint'] : [],
    warnings: [],
    remoteUrl,
    isTemplate: false,
  };
}

function httpUrl(address: string, base?: string): string | undefined {
  const url = parseUrl(address, base);
  return url?.protocol === 'http:' || url?.protocol === 'https:' ? url.href : undefined;
}
