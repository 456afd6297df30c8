/** The reference of the REST API for people, with samples of calls. */
import { isDeepStrictEqual } from 'node:util';
import type { Document } from './document.ts';

type Json = { readonly [member: string]: unknown };

interface ReferenceParts {
  /** The OpenAPI document, as JSON data. */
  readonly openApi: unknown;
  readonly baseUrl: string;
  /** Methods of the TypeScript client by operationId. */
  readonly clientMethods: ReadonlyMap<string, string>;
}

/** The order of operations under a path. */
const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;
/** A longer example is cut: the whole of it is in the description. */
const MAX_EXAMPLE_LINES = 40;

/** The reference of the REST API, generated from its OpenAPI description. */
export function apiReference({ openApi, baseUrl, clientMethods }: ReferenceParts): Document {
  const root = objectOf(openApi);
  const resolve = (value: unknown): Json => {
    const node = objectOf(value);
    const { $ref } = node;
    return typeof $ref === 'string' ? objectOf(at(root, $ref.split('/').slice(1))) : node;
  };
  const operations = Object.entries(objectOf(root.paths)).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = objectOf(item)[method];
      return operation === undefined ? [] : [{ path, method, operation: objectOf(operation) }];
    }),
  );
  const tags = listOf(root.tags).map(objectOf);
  const sections = tags.map(({ name, description }) => {
    const ofTag = operations.filter(({ operation }) => listOf(operation.tags).includes(name));
    return [
      `## ${name}`,
      text(description),
      ...ofTag.flatMap(({ path, method, operation }) =>
        operationParts(
          `${method.toUpperCase()} ${path}`,
          operation,
          samplesOf({ path, method, operation }, { baseUrl, clientMethods, resolve }),
          resolve,
        ),
      ),
    ].join('\n\n');
  });
  return {
    path: '/docs/api-reference',
    title: 'API reference',
    description:
      'Every REST operation of Legible in curl and TypeScript: parameters, bodies, answers and errors, made from its OpenAPI description.',
    type: 'APIReference',
    body: [
      'Machines read the same as [OpenAPI 3.1](/openapi.json). For a walk through, see [the API](/docs/api); for what is refused and why, [errors](/docs/errors).',
      `\`$KEY\` and \`key\` are your [API key](/docs/keys). The TypeScript samples use this client, which repeats failed calls by the [rules](/docs/errors):`,
      `\`\`\`ts\nimport { createClient } from 'legible/client';\n\nconst legible = createClient({ baseUrl: '${baseUrl}', apiKey: key });\n\`\`\``,
      ...sections,
    ].join('\n\n'),
  };
}

type Resolve = (value: unknown) => Json;

function operationParts(title: string, operation: Json, samples: readonly string[], resolve: Resolve): string[] {
  const parameters = listOf(operation.parameters).map(resolve);
  const body = bodySchema(operation.requestBody, resolve);
  const responses = Object.entries(objectOf(operation.responses)).map(
    ([status, value]) => [status, resolve(value)] as const,
  );
  const example = exampleOf(responses);
  return [
    `### ${title}`,
    `**${text(operation.summary)}.** ${text(operation.description)}`,
    needsKey(operation) ? 'Needs an [API key](/docs/keys).' : 'Needs no key.',
    ...samples,
    ...(parameters.length === 0
      ? []
      : [
          '#### Parameters',
          table(
            ['name', 'in', 'type', 'what'],
            parameters.map((parameter) => [
              `\`${text(parameter.name)}\`${parameter.required === true ? ', required' : ''}`,
              text(parameter.in),
              typeOf(resolve(parameter.schema)),
              text(parameter.description),
            ]),
          ),
        ]),
    ...(body === undefined ? [] : ['#### Body', membersTable(body, resolve)]),
    '#### Answers',
    table(
      ['status', 'what'],
      responses.map(([status, response]) => [status, text(response.description)]),
    ),
    ...(example === undefined ? [] : ['An answer, from a real call:', `\`\`\`json\n${example}\n\`\`\``]),
  ];
}

function samplesOf(
  { path, method, operation }: { path: string; method: string; operation: Json },
  { baseUrl, clientMethods, resolve }: Omit<ReferenceParts, 'openApi'> & { resolve: Resolve },
): string[] {
  const parameters = listOf(operation.parameters).map(resolve);
  const placed = (place: string): SampledMember[] =>
    parameters
      .filter((parameter) => parameter.in === place)
      .map((parameter) => ({
        name: text(parameter.name),
        required: parameter.required === true,
        schema: resolve(parameter.schema),
      }));
  const body = bodySchema(operation.requestBody, resolve);
  const sampled: SampledOperation = {
    method: method.toUpperCase(),
    path,
    needsKey: needsKey(operation),
    inPath: placed('path'),
    inQuery: placed('query'),
    inBody:
      body === undefined
        ? undefined
        : Object.entries(objectOf(body.properties)).map(([name, value]) => ({
            name,
            required: listOf(body.required).includes(name),
            schema: resolve(value),
          })),
    clientMethod: clientMethods.get(text(operation.operationId)),
  };
  return [`\`\`\`sh\n${curlOf(sampled, baseUrl)}\n\`\`\``, `\`\`\`ts\n${typeScriptOf(sampled, baseUrl)}\n\`\`\``];
}

/** A key is needed unless one of the alternatives asks for nothing. */
const needsKey = ({ security }: Json): boolean =>
  !listOf(security).some((alternative) => isDeepStrictEqual(alternative, {}));

function bodySchema(requestBody: unknown, resolve: Resolve): Json | undefined {
  const json = objectOf(objectOf(resolve(requestBody).content)['application/json']);
  return json.schema === undefined ? undefined : resolve(json.schema);
}

function membersTable(schema: Json, resolve: Resolve): string {
  const alternatives = listOf(schema.anyOf ?? schema.oneOf).map(resolve);
  if (alternatives.length > 0) return alternatives.map((each) => membersTable(each, resolve)).join('\n\nor\n\n');
  const required = listOf(schema.required);
  return table(
    ['member', 'type', 'what'],
    Object.entries(objectOf(schema.properties)).map(([name, value]) => {
      const member = resolve(value);
      return [`\`${name}\`${required.includes(name) ? ', required' : ''}`, typeOf(member), text(member.description)];
    }),
  );
}

/** A schema in a few words: `integer, 1 to 2000, default 100`. */
function typeOf(schema: Json): string {
  const { type, enum: choices, minimum, maximum, default: standard, anyOf } = schema;
  const kind = Array.isArray(choices)
    ? choices.map((choice) => `\`${String(choice)}\``).join(', ')
    : Array.isArray(anyOf)
      ? anyOf.map((each) => typeOf(objectOf(each))).join(' or ')
      : Array.isArray(type)
        ? type.join(' or ')
        : text(type);
  const range = typeof minimum === 'number' && typeof maximum === 'number' ? `, ${minimum} to ${maximum}` : '';
  return `${kind}${range}${standard === undefined ? '' : `, default \`${String(standard)}\``}`;
}

function exampleOf(responses: readonly (readonly [string, Json])[]): string | undefined {
  const success = responses.find(([status]) => status.startsWith('2'))?.[1];
  const { example } = objectOf(objectOf(success?.content)['application/json']);
  if (example === undefined) return undefined;
  const lines = JSON.stringify(example, null, 2).split('\n');
  return lines.length <= MAX_EXAMPLE_LINES ? lines.join('\n') : [...lines.slice(0, MAX_EXAMPLE_LINES), '…'].join('\n');
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replace(/\|/g, '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

const at = (root: Json, keys: readonly string[]): unknown =>
  keys.reduce<unknown>((node, key) => objectOf(node)[key], root);
const text = (value: unknown): string => (typeof value === 'string' ? value.replace(/\s+/g, ' ') : '');
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
// Every member is looked at as unknown.
const objectOf = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};

/** A parameter or a member of a body, as far as a sample needs it. */
interface SampledMember {
  readonly name: string;
  readonly required: boolean;
  readonly schema: { readonly [keyword: string]: unknown };
}

interface SampledOperation {
  /** In capitals. */
  readonly method: string;
  /** `{name}` is a parameter. */
  readonly path: string;
  readonly needsKey: boolean;
  readonly inPath: readonly SampledMember[];
  readonly inQuery: readonly SampledMember[];
  /** Undefined without a body. */
  readonly inBody: readonly SampledMember[] | undefined;
  /** The method of the TypeScript client; undefined where it has none. */
  readonly clientMethod: string | undefined;
}

/** Values of the members that a call cannot do without. */
const VALUES: Readonly<Record<string, string>> = {
  host: 'example.com',
  url: 'https://example.com/',
  endpoint: 'https://mcp.example.com/mcp',
  with: 'scn_donwryoh3dwjbrlx3xmu',
  query: 'How is the score computed?',
  checkId: 'P5',
  reason: 'The text is in the HTML: curl shows it.',
  text: '192.0.2.1 - - [27/Nov/2026:10:00:00 +0000] "GET / HTTP/1.1" 200 512 "-" "ChatGPT-User/1.0"',
};
/** The same of lists, which are in bodies alone. */
const LISTS: Readonly<Record<string, readonly string[]>> = {
  urls: ['https://example.com/', 'https://example.org/'],
  labels: ['clients'],
};
/** No schema says that one of several members is needed: samples have these. */
const SAMPLED: ReadonlySet<string> = new Set(['text', 'labels']);
const SCAN_ID = 'scn_wi5u3jpay4gfuzlzghir';
const SHARE_TOKEN = '8FE0948OP9VY088lLPbKsQ';

type Values = Readonly<Record<string, string | readonly string[]>>;

/** The required members with their values. Without a key a scan is known by its share token alone. */
function valuesOf(members: readonly SampledMember[], needsKey: boolean): Values {
  const sampled = members.filter(({ name, required }) => required || SAMPLED.has(name));
  return Object.fromEntries(
    sampled.map(({ name, schema }) => {
      const [first] = Array.isArray(schema.enum) ? schema.enum : [];
      const known = name === 'id' ? (needsKey ? SCAN_ID : SHARE_TOKEN) : VALUES[name];
      return [name, LISTS[name] ?? known ?? String(first ?? `<${name}>`)];
    }),
  );
}

/** @param baseUrl of the service, without a slash at its end */
function curlOf(operation: SampledOperation, baseUrl: string): string {
  const { method, needsKey } = operation;
  const { url, body } = requestOf(operation, baseUrl);
  const lines = [
    `curl -s ${isUsual(method, body) ? '' : `-X ${method} `}${url.includes('?') ? `'${url}'` : url}`,
    ...(needsKey ? ['-H "Authorization: Bearer $KEY"'] : []),
    ...(body === undefined ? [] : ["-H 'Content-Type: application/json'", `-d '${JSON.stringify(body)}'`]),
  ];
  return lines.join(' \\\n  ');
}

/** curl sends a GET, and with a body a POST. */
const isUsual = (method: string, body: unknown): boolean => method === (body === undefined ? 'GET' : 'POST');

/** With the client `legible` where it has a method for the operation, else with `fetch`. */
function typeScriptOf(operation: SampledOperation, baseUrl: string): string {
  const { method, needsKey, clientMethod, inPath, inQuery, inBody = [] } = operation;
  if (clientMethod !== undefined) {
    const input = valuesOf([...inPath, ...inQuery, ...inBody], needsKey);
    const call = awaited(`legible.${clientMethod}`, Object.keys(input).length === 0 ? '' : literalOf(input));
    return method === 'DELETE' ? call : `const answer = ${call}`;
  }
  const { url, body } = requestOf(operation, baseUrl);
  const options =
    body === undefined
      ? ''
      : `, {\n  method: '${method}',\n  headers: { 'Content-Type': 'application/json' },\n  body: JSON.stringify(${literalOf(body)}),\n}`;
  return `const response = ${awaited('fetch', `'${url}'${options}`)}\nconst answer = ${awaited('response.json', '')}`;
}

const awaited = (name: string, inputs: string): string => `await ${name}(${inputs});`;

function requestOf({ path, needsKey, inPath, inQuery, inBody }: SampledOperation, baseUrl: string) {
  const values = valuesOf(inPath, needsKey);
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values[name] ?? name)));
  const query = new URLSearchParams(
    Object.entries(valuesOf(inQuery, needsKey)).map(([name, value]) => [name, String(value)]),
  ).toString();
  return {
    url: `${baseUrl}${filled}${query === '' ? '' : `?${query}`}`,
    body: inBody === undefined ? undefined : valuesOf(inBody, needsKey),
  };
}

const quoted = (text: string): string => `'${text}'`;

/** `{ url: 'https://example.com/' }`; names that are no identifiers do not occur. */
const literalOf = (values: Values): string =>
  `{ ${Object.entries(values)
    .map(
      ([name, value]) => `${name}: ${typeof value === 'string' ? quoted(value) : `[${value.map(quoted).join(', ')}]`}`,
    )
    .join(', ')} }`;
