/** The servers of one configuration, as their host would start or reach them. Pure: nothing is read or started. */
import { isAbsolute, resolve } from 'node:path';
import { parse as parseToml } from 'smol-toml';
import { parseUrl } from '../../basics/parse-url.ts';
import { quote } from '../../scanner/checks/evidence.ts';
import { isObject, parseUntrustedJson } from '../../scanner/parse/json/json.ts';
import { withoutComments } from '../../scanner/parse/json/jsonc.ts';
import { isHttp } from '../../scanner/parse/url/normalise-url.ts';
import { CLAUDE_CODE, type ConfigPlace, type Machine, type McpHost, type References } from './hosts.ts';
import { resolveReferences } from './references.ts';
import { isSecret, secretValues, shownAddress, shownArguments } from './secrets.ts';

type Values = Readonly<Record<string, string>>;

export type ServerTarget =
  | {
      readonly kind: 'stdio';
      readonly command: string;
      readonly args: readonly string[];
      /** Beyond what every process gets. */
      readonly env: Values;
      readonly cwd: string;
    }
  /** `mayBePrivate` false: from a command line that did not allow it; configurations name hosts of their user's choice. */
  | { readonly kind: 'http'; readonly url: string; readonly headers: Values; readonly mayBePrivate?: boolean }
  /** Cannot be started from here; `why` is trusted text with quoted names in it. `isOff`: the user wants it so. */
  | { readonly kind: 'none'; readonly why: string; readonly isOff: boolean };

export interface ServerEntry {
  /** As the user calls it, made safe to print. */
  readonly name: string;
  /** The programs that would start it. */
  readonly hosts: readonly string[];
  readonly files: readonly string[];
  readonly target: ServerTarget;
  /** What would start or be reached, without secrets. */
  readonly shown: string;
  /** Names of the secrets that the configuration holds as plain text; never their values. */
  readonly secrets: readonly string[];
}

/** What one file holds. */
export interface ReadConfig {
  readonly place: ConfigPlace;
  readonly entries: readonly ServerEntry[];
  /** Why it could not be read, in trusted text; undefined where it could. */
  readonly problem: string | undefined;
}

/** Claude Code keeps its history in the same file. */
export const MAX_CONFIG_CHARS = 32 * 1024 * 1024;
const MAX_ENTRIES = 10_000;
const MAX_TEXT_CHARS = 32_768;
const MAX_ARGUMENTS = 1_000;

/** Reads the text of one configuration. */
export function readConfigText(place: ConfigPlace, text: string, machine: Machine): ReadConfig {
  const parsed = place.host.syntax === 'toml' ? tomlOf(text) : jsonOf(text);
  if ('problem' in parsed) return { place, entries: [], problem: parsed.problem };
  const { value } = parsed;
  if (!isObject(value)) return { place, entries: [], problem: 'expected an object at the top' };
  const maps = [...place.host.members.map((path) => memberAt(value, path)), projectServers(place.host, value, machine)];
  const found = maps.filter((map) => map !== undefined);
  const wrong = found.find((map) => !isObject(map));
  if (wrong !== undefined) {
    return { place, entries: [], problem: `expected ${memberName(place.host)} to be an object of servers by name` };
  }
  const named = found.flatMap((map) => Object.entries(isObject(map) ? map : {}));
  const problem =
    named.length > MAX_ENTRIES ? `it has ${named.length} servers; the first ${MAX_ENTRIES} were read` : undefined;
  const entries = named.slice(0, MAX_ENTRIES).map(([name, server]) => entryOf(place, name, server, machine));
  return { place, entries, problem };
}

const memberName = ({ members }: McpHost): string => (members[0] ?? []).join('.');

type Parsed = { readonly value: unknown } | { readonly problem: string };

function jsonOf(text: string): Parsed {
  const strict = withoutComments(text.replace(/^\uFEFF/, ''));
  const { value, problem } = parseUntrustedJson(strict, MAX_CONFIG_CHARS);
  if (problem === undefined) return { value };
  if (problem === 'empty') return { value: {} };
  if (problem === 'oversized') return { problem: 'it is too large or nested too deeply to be read' };
  return { problem: `it is no JSON${placeOfFault(strict)}` };
}

/** Where the parser stopped, without what the file holds there: it may be a secret. */
function placeOfFault(text: string): string {
  try {
    JSON.parse(text);
    return '';
  } catch (error) {
    const position = /position (\d{1,9})/.exec(error instanceof Error ? error.message : '')?.[1];
    if (position === undefined) return '';
    const before = text.slice(0, Number(position)).split('\n');
    return ` (line ${before.length}, column ${(before.at(-1) ?? '').length + 1})`;
  }
}

function tomlOf(text: string): Parsed {
  try {
    return { value: parseToml(text) };
  } catch (error) {
    const line = isObject(error) && typeof error.line === 'number' ? ` (line ${error.line})` : '';
    return { problem: `it is no TOML${line}` };
  }
}

/** Own members only, so that `constructor` is none. */
function memberAt(value: unknown, path: readonly string[]): unknown {
  let inner = value;
  for (const name of path) inner = isObject(inner) && Object.hasOwn(inner, name) ? inner[name] : undefined;
  return inner;
}

/** Claude Code keeps the servers of a project under its folder in the user's file. */
const projectServers = (host: McpHost, value: unknown, { folder }: Machine): unknown =>
  host === CLAUDE_CODE ? memberAt(value, ['projects', folder, 'mcpServers']) : undefined;

const none = (why: string, isOff = false): ServerTarget => ({ kind: 'none', why, isOff });

function entryOf({ host, file }: ConfigPlace, givenName: string, server: unknown, machine: Machine): ServerEntry {
  const name = quote(givenName, 80);
  const base = { name, hosts: [host.name], files: [file] };
  if (!isObject(server)) return { ...base, shown: '', secrets: [], target: none('expected an object for the server') };
  const target = targetOf(server, host, machine);
  const secrets = [...new Set(secretsOf(server, host.references, machine))].map((each) => quote(each, 80));
  return { ...base, secrets, target, shown: shownOf(target, server, host.references, machine) };
}

function targetOf(server: Readonly<Record<string, unknown>>, host: McpHost, machine: Machine): ServerTarget {
  if (server.disabled === true || server.enabled === false) return none('it is turned off in the configuration', true);
  try {
    const reader = createReader(host.references, machine);
    const address = server.url ?? server.httpUrl ?? server.serverUrl;
    const { command, args, env } = commandOf(server);
    if (command === undefined && address !== undefined) return remoteOf(server, address, reader, machine);
    if (command === undefined || command === '') return none('expected command or url');
    const cwd = server.cwd === undefined ? machine.folder : reader.text('cwd', server.cwd);
    return {
      kind: 'stdio',
      command: reader.text('command', command),
      args: reader.texts('args', args),
      env: { ...passedOn(server.env_vars, machine), ...reader.values('env', env) },
      cwd: isAbsolute(cwd) ? cwd : resolve(machine.folder, cwd),
    };
  } catch (error) {
    if (error instanceof UnusableEntry) return none(error.message);
    throw error;
  }
}

function remoteOf(
  server: Readonly<Record<string, unknown>>,
  address: unknown,
  reader: Reader,
  machine: Machine,
): ServerTarget {
  const url = reader.text('url', address);
  const parsed = parseUrl(url);
  if (parsed === undefined || !isHttp(parsed)) return none('expected url to be an http or https address');
  const token = server.bearer_token_env_var;
  const headers = {
    ...reader.values('headers', server.headers ?? server.http_headers),
    ...fromVariables(server.env_http_headers, machine),
    ...(typeof token === 'string' ? { authorization: `Bearer ${variableOf(token, machine)}` } : {}),
  };
  const wrong = Object.entries(headers).find(([name, value]) => !HEADER_NAME.test(name) || !HEADER_VALUE.test(value));
  if (wrong !== undefined) throw new UnusableEntry(quote(`headers: ${wrong[0]} cannot be sent as a header`, 200));
  return { kind: 'http', url: parsed.href, headers };
}

/** RFC 9110, sections 5.1 and 5.5; without the names by which the connection itself is steered. */
const HEADER_NAME =
  /^(?!(?:connection|content-length|host|keep-alive|te|transfer-encoding|upgrade)$)[\w!#$%&'*+.^`|~-]+$/i;
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

/** What keeps an entry from being started. */
class UnusableEntry extends Error {}

/** Without the bytes that end a name in an environment. */
const isUsableName = (name: string): boolean => name !== '' && !/[\0=]/.test(name);

interface Reader {
  text(member: string, value: unknown): string;
  texts(member: string, value: unknown): string[];
  values(member: string, value: unknown): Values;
}

function createReader(references: References, machine: Machine): Reader {
  const text = (member: string, value: unknown): string => {
    if (typeof value !== 'string') throw new UnusableEntry(`expected ${member} to be text`);
    if (value.length > MAX_TEXT_CHARS || value.includes('\0')) throw new UnusableEntry(`${member} is no usable text`);
    const resolved = resolveReferences(value, references, machine);
    if ('missing' in resolved) throw new UnusableEntry(quote(`${member}: ${resolved.missing}`, 200));
    return resolved.value;
  };
  return {
    text,
    texts(member, value) {
      if (value === undefined) return [];
      if (!Array.isArray(value) || value.length > MAX_ARGUMENTS) {
        throw new UnusableEntry(`expected ${member} to be a list of at most ${MAX_ARGUMENTS} texts`);
      }
      return value.map((each, index) => text(`${member}[${index}]`, each));
    },
    values(member, value) {
      if (value === undefined || value === null) return {};
      if (!isObject(value)) throw new UnusableEntry(`expected ${member} to be an object of names and strings`);
      const pairs = Object.entries(value).map(([name, each]) => {
        // Hosts pass numbers and booleans on as text.
        const plain = typeof each === 'number' || typeof each === 'boolean' ? String(each) : each;
        if (!isUsableName(name)) throw new UnusableEntry(quote(`${member}: ${name} is no usable name`, 200));
        return [name, text(`${member}.${name}`, plain)];
      });
      return Object.fromEntries(pairs);
    },
  };
}

function variableOf(name: string, { env }: Machine): string {
  const value = env[name];
  if (value === undefined) throw new UnusableEntry(quote(`the environment variable ${name} is not set`, 200));
  return value;
}

/** Codex: names of variables that are passed on where they are set. */
function passedOn(names: unknown, { env }: Machine): Values {
  const given = Array.isArray(names) ? names.filter((name) => typeof name === 'string') : [];
  return Object.fromEntries(given.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])));
}

/** Codex: headers whose values are in variables. */
const fromVariables = (map: unknown, machine: Machine): Values =>
  Object.fromEntries(
    Object.entries(isObject(map) ? map : {}).flatMap(([header, name]) =>
      typeof name === 'string' ? [[header, variableOf(name, machine)]] : [],
    ),
  );

/** What starts or is reached, as it may be shown. Of the environment and the headers the names alone. */
function shownOf(
  target: ServerTarget,
  server: Readonly<Record<string, unknown>>,
  references: References,
  machine: Machine,
): string {
  const written = (value: unknown): string => {
    if (typeof value !== 'string') return '';
    const resolved = resolveReferences(value, references, machine);
    return 'shown' in resolved ? resolved.shown : value;
  };
  if (target.kind === 'http') {
    const headers = Object.keys(target.headers);
    const { text } = shownAddress(written(server.url ?? server.httpUrl ?? server.serverUrl));
    return quote(headers.length === 0 ? text : `${text} (headers ${headers.join(', ')})`, 400);
  }
  if (target.kind === 'none') return '';
  const { command, args } = commandOf(server);
  const words = shownArguments([command, ...(Array.isArray(args) ? args : [])].map(written)).map(({ text }, at) =>
    at > 0 && /[\s"']|^$/.test(text) ? JSON.stringify(text) : text,
  );
  const names = Object.keys(target.env);
  const environment = names.length === 0 ? '' : ` (environment ${names.join(', ')})`;
  const folder = server.cwd === undefined ? '' : ` in ${written(server.cwd)}`;
  return quote(`${words.join(' ')}${folder}${environment}`, 400);
}

interface Command {
  readonly command: unknown;
  readonly args: unknown;
  readonly env: unknown;
}

/** Zed wrote the command as an object with path, args and env before 2025. */
const commandOf = ({ command, args, env }: Readonly<Record<string, unknown>>): Command =>
  isObject(command) ? { command: command.path, args: command.args, env: command.env } : { command, args, env };

/** The secrets that a server is given: it may repeat them in its answers. */
export const secretsGiven = (target: ServerTarget): string[] =>
  target.kind === 'http'
    ? [...secretValues(target.headers), ...shownAddress(target.url).values]
    : target.kind === 'stdio'
      ? [...secretValues(target.env), ...shownArguments(target.args).flatMap(({ values }) => values)]
      : [];

function secretsOf(server: Readonly<Record<string, unknown>>, references: References, machine: Machine): string[] {
  const isLiteral = (value: string): boolean => {
    const resolved = resolveReferences(value, references, machine);
    return 'value' in resolved && resolved.isLiteral;
  };
  const named = (word: string, map: unknown): string[] =>
    Object.entries(isObject(map) ? map : {}).flatMap(([name, value]) =>
      typeof value === 'string' && isSecret(name, value) && isLiteral(value) ? [`${word} ${name}`] : [],
    );
  const { command, args, env } = commandOf(server);
  const given = Array.isArray(args) ? args.slice(0, MAX_ARGUMENTS) : [];
  const literal = given.map((each) => (typeof each === 'string' && isLiteral(each) ? each : ''));
  const address = server.url ?? server.httpUrl ?? server.serverUrl;
  return [
    ...(typeof command === 'string' && shownArguments([command])[0]?.secret !== undefined ? ['command'] : []),
    ...named('variable', env),
    ...named('header', server.headers ?? server.http_headers),
    ...shownArguments(literal).flatMap(({ secret }) => secret ?? []),
    ...(typeof address === 'string' && isLiteral(address) ? shownAddress(address).secrets : []),
    ...(typeof server.bearer_token === 'string' ? ['bearer_token'] : []),
  ];
}

/** The same server under the same name in several files is one. */
export function mergeEntries(entries: readonly ServerEntry[]): ServerEntry[] {
  const merged = new Map<string, ServerEntry>();
  for (const entry of entries) {
    const key = JSON.stringify([entry.name, entry.target]);
    const before = merged.get(key);
    const union = (a: readonly string[], b: readonly string[]) => [...new Set([...a, ...b])];
    merged.set(
      key,
      before === undefined
        ? entry
        : {
            ...before,
            hosts: union(before.hosts, entry.hosts),
            files: union(before.files, entry.files),
            secrets: union(before.secrets, entry.secrets),
          },
    );
  }
  return [...merged.values()];
}
