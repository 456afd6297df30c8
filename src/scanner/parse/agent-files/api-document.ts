import { isObject, isText, parseUntrustedJson } from '../json/json.ts';
import { type ApiCalls, apiCallsIn, apiCallsInYaml } from './api-calls.ts';

/** Larger descriptions are not read. */
export const MAX_API_DOCUMENT_BYTES = 5_000_000;
/** Descriptions whose references were replaced by what they point at nest deeply. */
const MAX_DEPTH = 1000;
const MAX_PATHS = 10_000;
const METHODS = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query']);

/** What an API description has, counted; references in it are never followed. */
export interface ApiDocument {
  readonly format: 'openapi' | 'swagger' | 'asyncapi' | 'graphql';
  readonly hasInfo: boolean;
  /** Servers of OpenAPI and AsyncAPI, the host of Swagger 2; GraphQL names none and has true. */
  readonly hasServers: boolean;
  /** Paths, or channels of AsyncAPI; 0 for GraphQL. At most 10,000 are looked at. */
  readonly pathCount: number;
  readonly operationCount: number;
  /** Operations with an operationId, and a summary or a description. */
  readonly describedCount: number;
  /** What can be called without knowing more; undefined for forms other than OpenAPI and Swagger. */
  readonly calls?: ApiCalls;
}

/** Reads OpenAPI 3, Swagger 2 and AsyncAPI as JSON or YAML, and GraphQL SDL; undefined when it is none of them. */
export function readApiDocument(text: string): ApiDocument | undefined {
  const source = text.replace(/^\uFEFF/, '').trimStart();
  if (!source.startsWith('{')) return fromYaml(source) ?? fromGraphql(source);
  const { value } = parseUntrustedJson(source, MAX_API_DOCUMENT_BYTES, MAX_DEPTH);
  return isObject(value) ? fromJson(value) : undefined;
}

function formatOf(version: (name: string) => unknown): Exclude<ApiDocument['format'], 'graphql'> | undefined {
  const begins = (name: string, start: string) => String(version(name) ?? '').startsWith(start);
  if (begins('openapi', '3.')) return 'openapi';
  if (begins('swagger', '2.')) return 'swagger';
  return begins('asyncapi', '2.') || begins('asyncapi', '3.') ? 'asyncapi' : undefined;
}

function fromJson(root: Readonly<Record<string, unknown>>): ApiDocument | undefined {
  const format = formatOf((name) => (typeof root[name] === 'object' ? undefined : root[name]));
  if (format === undefined) return undefined;
  const paths = (
    format === 'asyncapi' ? entriesOf(root.channels) : entriesOf(root.paths).filter(([path]) => path.startsWith('/'))
  ).slice(0, MAX_PATHS);
  const operations = (
    format === 'asyncapi' ? [] : paths.flatMap(([, path]) => entriesOf(path).filter(([method]) => METHODS.has(method)))
  ).map(([, operation]) => operation);
  return {
    format,
    hasInfo: entriesOf(root.info).length > 0,
    hasServers: format === 'swagger' ? typeof root.host === 'string' : entriesOf(root.servers).length > 0,
    pathCount: paths.length,
    operationCount: operations.length,
    describedCount: operations.filter(isDescribed).length,
    ...(format === 'asyncapi' ? {} : { calls: apiCallsIn(root) }),
  };
}

const entriesOf = (value: unknown): [string, unknown][] =>
  typeof value === 'object' && value !== null ? Object.entries(value) : [];

const isDescribed = (operation: unknown): boolean =>
  isObject(operation) && isText(operation.operationId) && (isText(operation.summary) || isText(operation.description));

function fromYaml(source: string): ApiDocument | undefined {
  const versions = new Map<string, string>();
  const parts = new Set<string>();
  const paths = new Set<string>();
  const channels = new Set<string>();
  const operations = new Map<string, Set<string>>();
  for (const { path, value, isItem } of yamlKeys(source)) {
    const [root = '', second, third, fourth] = path;
    if (path.length === 1 && !isItem) versions.set(root, value);
    // A list or a key below it, or a flow collection that is not empty.
    if (path.length > 1 || isItem || isFilledFlow(value)) parts.add(root);
    if (root === 'channels' && second !== undefined && channels.size < MAX_PATHS) channels.add(second);
    if (root !== 'paths' || !second?.startsWith('/') || (!paths.has(second) && paths.size >= MAX_PATHS)) continue;
    paths.add(second);
    if (third === undefined || !METHODS.has(third)) continue;
    const operation = `${third} ${second}`;
    const fields = operations.get(operation) ?? new Set();
    operations.set(operation, fields);
    if (path.length === 4 && fourth !== undefined && value !== '') fields.add(fourth);
  }
  const format = formatOf((name) => versions.get(name));
  if (format === undefined) return undefined;
  const described = [...operations.values()].filter(
    (fields) => fields.has('operationId') && (fields.has('summary') || fields.has('description')),
  );
  return {
    format,
    hasInfo: parts.has('info'),
    hasServers: format === 'swagger' ? versions.has('host') : parts.has('servers'),
    pathCount: (format === 'asyncapi' ? channels : paths).size,
    operationCount: operations.size,
    describedCount: described.length,
    ...(format === 'asyncapi' ? {} : { calls: apiCallsInYaml(source) }),
  };
}

const isFilledFlow = (value: string) => /^[[{]\s*[^\s\]}]/.test(value);

const GRAPHQL = /^[ \t]{0,100}(?:extend )?(?:type[ \t]{1,20}Query\b|schema[ \t]{0,20}[{@])/m;

/** A schema that says where its queries begin. */
function fromGraphql(source: string): ApiDocument | undefined {
  if (!GRAPHQL.test(source.slice(0, MAX_API_DOCUMENT_BYTES))) return undefined;
  return { format: 'graphql', hasInfo: true, hasServers: true, pathCount: 0, operationCount: 0, describedCount: 0 };
}

const MAX_LINES = 200_000;
const MAX_NESTING = 32;

/** One `key: value` line of a YAML file, with the keys that enclose it. */
interface YamlKey {
  /** From the root, the key itself last. */
  readonly path: readonly string[];
  /** What follows on the line, without quotes and comment; '' for none. */
  readonly value: string;
  /** The line is an item of a list (`- key: value`, `- value`) and the path ends at the list. */
  readonly isItem: boolean;
}

/**
 * The mapping keys of block-style YAML by indentation, line by line: enough to tell what a document has, without values
 * that run over several lines, anchors or flow collections. Lines inside block texts come out as keys below the key of
 * that text. Undefined where tabs indent, which YAML forbids. Reads the first 200,000 lines.
 */
export function* yamlKeys(text: string): Generator<YamlKey, void, undefined> {
  const open: { indent: number; key: string }[] = [];
  let start = 0;
  for (let count = 0; count < MAX_LINES && start < text.length; count += 1) {
    const newline = text.indexOf('\n', start);
    const end = newline === -1 ? text.length : newline;
    const line = text.slice(start, end).trimEnd();
    start = end + 1;
    const content = line.trimStart();
    if (content === '' || content.startsWith('#') || content === '---') continue;
    if (content === '...') return;
    const indent = line.length - content.length;
    const isItem = content === '-' || content.startsWith('- ');
    // A list may be indented as little as its key, so only a lesser indent ends that key.
    while (open.length > 0 && isDone(open.at(-1)?.indent ?? 0, indent, isItem)) open.pop();
    const pair = isItem ? undefined : keyOf(content);
    if (pair !== undefined && open.length < MAX_NESTING) open.push({ indent, key: pair.key });
    else if (!isItem) continue;
    yield { path: open.map(({ key }) => key), value: pair?.value ?? '', isItem };
  }
}

const isDone = (keyIndent: number, indent: number, isItem: boolean) =>
  isItem ? keyIndent > indent : keyIndent >= indent;

/** Splits at the first colon that a space or the end follows, outside the quotes of a quoted key. */
function keyOf(content: string): { key: string; value: string } | undefined {
  const quote = content.startsWith('"') || content.startsWith("'") ? content.charAt(0) : '';
  const from = quote === '' ? 0 : content.indexOf(quote, 1);
  if (from === -1) return undefined;
  for (let at = content.indexOf(':', from); at !== -1; at = content.indexOf(':', at + 1)) {
    const next = content.charAt(at + 1);
    if (next !== '' && next !== ' ') continue;
    const key = content.slice(0, at).trim();
    return { key: unquote(key), value: scalarOf(content.slice(at + 1).trim()) };
  }
  return undefined;
}

function unquote(text: string): string {
  const quote = text.charAt(0);
  return (quote === '"' || quote === "'") && text.length > 1 && text.endsWith(quote) ? text.slice(1, -1) : text;
}

/** Without quotes, or without the comment that may follow what has none. */
function scalarOf(value: string): string {
  const quote = value.charAt(0);
  if (quote === '"' || quote === "'") {
    const close = value.indexOf(quote, 1);
    return close === -1 ? value : value.slice(1, close);
  }
  const hash = quote === '#' ? 0 : value.indexOf(' #');
  return hash === -1 ? value : value.slice(0, hash).trimEnd();
}
