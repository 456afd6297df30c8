import { parseUrl } from '../../../basics/parse-url.ts';
import { asList, isObject, isText } from '../json/json.ts';

const MAX_ITEMS = 200;

/** Every agent card contains some of these keys. */
export const AGENT_CARD_KEYS = [
  'skills',
  'supportedInterfaces',
  'capabilities',
  'protocolVersion',
  'defaultInputModes',
];

export interface AgentCard {
  /** `0.3`: the address is in `url` instead of `supportedInterfaces[]`. */
  readonly version: '1.0' | '0.3';
  /** Required fields that are missing or of the wrong kind, as paths. */
  readonly missing: readonly string[];
  /** Valid but of little use, in trusted text. */
  readonly warnings: readonly string[];
  /** It declares the payment extension AP2. */
  readonly declaresAp2: boolean;
}

/**
 * Reads an A2A agent card against the fields that version 1.0 requires.
 * @see https://a2a-protocol.org/latest/specification/ (section 4.4, agent discovery objects)
 */
export function readAgentCard(root: Readonly<Record<string, unknown>>): AgentCard {
  const isOld = !('supportedInterfaces' in root) && isText(root.url);
  const skills = objectsIn(root.skills);
  const interfaces = objectsIn(root.supportedInterfaces);
  const missing = [
    ...['name', 'description', 'version'].filter((field) => !isText(root[field])),
    !isObject(root.capabilities) && 'capabilities',
    ...['defaultInputModes', 'defaultOutputModes', 'skills'].filter((field) => !Array.isArray(root[field])),
    ...['id', 'name', 'description'].map((field) => lacksSome(skills, field) && `skills[].${field}`),
    !isOld && interfaces.length === 0 && 'supportedInterfaces',
    ...['url', 'protocolBinding', 'protocolVersion'].map(
      (field) => lacksSome(interfaces, field) && `supportedInterfaces[].${field}`,
    ),
  ];
  const warnings = [
    Array.isArray(root.skills) && skills.length === 0 && 'skills is empty',
    skills.some(({ tags }) => !asList(tags).some(isText)) && 'some skills have no tags',
  ];
  return {
    version: isOld ? '0.3' : '1.0',
    missing: missing.filter((field) => field !== false),
    warnings: warnings.filter((warning) => warning !== false),
    declaresAp2: declaresAp2(root.capabilities),
  };
}

/** https://ap2-protocol.org: the extension is named by a URI of its repository. */
function declaresAp2(capabilities: unknown): boolean {
  return objectsIn(isObject(capabilities) ? capabilities.extensions : undefined).some(
    ({ uri }) => typeof uri === 'string' && /\/ap2(?:\/|$)/i.test(uri.slice(0, 500)),
  );
}

const objectsIn = (value: unknown) => (Array.isArray(value) ? value.slice(0, MAX_ITEMS).filter(isObject) : []);

const lacksSome = (items: readonly Readonly<Record<string, unknown>>[], field: string): boolean =>
  items.some((item) => !isText(item[field]));

const MAX_ENTRIES = 200;
/** `urn:air:{publisher}:{namespaces}:{name}`; the namespaces may be left out. */
const URN_AIR = /^urn:air:[a-z0-9.-]{1,253}(?::[A-Za-z0-9._~/-]{1,100}){1,10}$/;

export interface CatalogEntry {
  /** Media type of what the entry is about, lower-case. */
  readonly type: string;
  /** As written, relative to the catalog; undefined when the document is in `data`. */
  readonly url: string | undefined;
  readonly data: unknown;
}
export interface AiCatalog {
  /** Those with a type and one of url and data, in document order, at most 200. */
  readonly entries: readonly CatalogEntry[];
  /** Violations of the specification's rules and recommendations, in trusted text. */
  readonly errors: readonly string[];
  readonly warnings: readonly string[];
}

/**
 * Reads an AI catalog (AI Catalog 1.0, ARD). `displayName` is not asked for: the specification wants it left out where
 * the artifact carries a name of its own.
 * @see https://agenticresourcediscovery.org/spec/
 */
export function readAiCatalog(root: Readonly<Record<string, unknown>>): AiCatalog {
  const written = Array.isArray(root.entries) ? root.entries.slice(0, MAX_ENTRIES) : undefined;
  if (written === undefined) {
    return { entries: [], errors: [root.collections === undefined ? 'entries is no list' : COLLECTIONS], warnings: [] };
  }
  const objects = written.filter(isObject);
  const usable = objects.filter((entry) => isText(entry.type) && hasOneSource(entry));
  const count = (name: string) => objects.filter((entry) => !isText(entry[name])).length;
  const errors = [
    root.collections !== undefined && COLLECTIONS,
    objects.length < written.length && 'some entries are no objects',
    count('identifier') > 0 && `${count('identifier')} entries have no identifier`,
    count('type') > 0 && `${count('type')} entries have no type`,
    objects.some((entry) => !hasOneSource(entry)) && 'some entries do not have exactly one of url and data',
  ];
  const strange = objects.filter(({ identifier }) => isText(identifier) && !URN_AIR.test(String(identifier))).length;
  const warnings = [
    typeof root.specVersion !== 'string' && 'specVersion is missing',
    strange > 0 && `${strange} entries have an identifier that is no urn:air: name`,
  ];
  return {
    entries: usable.map(({ type, url, data }) => ({
      type: String(type).trim().toLowerCase(),
      url: typeof url === 'string' ? url : undefined,
      data,
    })),
    errors: errors.filter((error) => error !== false),
    warnings: warnings.filter((warning) => warning !== false),
  };
}

const COLLECTIONS = 'collections at the root is not part of the format';

const hasOneSource = ({ url, data }: Readonly<Record<string, unknown>>): boolean =>
  isText(url) !== (data !== undefined);

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
