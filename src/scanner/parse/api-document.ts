import { isText, parseForeignJson } from './foreign-json.ts';
import { isObject } from './json-ld.ts';
import { yamlKeys } from './yaml-keys.ts';

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
}

/** Reads OpenAPI 3, Swagger 2 and AsyncAPI as JSON or YAML, and GraphQL SDL; undefined when it is none of them. */
export function readApiDocument(text: string): ApiDocument | undefined {
  const source = text.replace(/^\uFEFF/, '').trimStart();
  if (!source.startsWith('{')) return fromYaml(source) ?? fromGraphql(source);
  const { value } = parseForeignJson(source, MAX_API_DOCUMENT_BYTES, MAX_DEPTH);
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
  };
}

const isFilledFlow = (value: string) => /^[[{]\s*[^\s\]}]/.test(value);

const GRAPHQL = /^[ \t]{0,100}(?:extend )?(?:type[ \t]{1,20}Query\b|schema[ \t]{0,20}[{@])/m;

/** A schema that says where its queries begin. */
function fromGraphql(source: string): ApiDocument | undefined {
  if (!GRAPHQL.test(source.slice(0, MAX_API_DOCUMENT_BYTES))) return undefined;
  return { format: 'graphql', hasInfo: true, hasServers: true, pathCount: 0, operationCount: 0, describedCount: 0 };
}
