import { inputSchema, type JsonSchema, namedSchemas, referenceTo } from '../src/rest-facade/openapi/responses.ts';
import type { Route } from '../src/rest-facade/routes.ts';
import type { AnyTool } from '../src/tools/define-tool.ts';
import { clientRoutes } from './client-operations.ts';
import { formatted } from './formatted.ts';
import { firstSentence } from './tool-table.ts';

/** `src/client/calls.ts`: what each call of the client takes and answers, as types that need no zod. */
export function clientCalls(): string {
  const schemas = namedSchemas();
  const calls = clientRoutes().map(({ route, tool }) => callOf(route, tool));
  const answers = reached(
    calls.map(({ answer }) => answer),
    schemas,
  );
  return formatted(
    'src/client/calls.ts',
    [
      '/** Made by `npm run generate` from the schemas of the tools: what each call of the API takes and answers. */',
      `/** By the operationId of the OpenAPI description. */
export interface Calls {
${calls.map(({ method }) => method).join('\n')}
}`,
      ...inputTypes(calls),
      ...answers.map((name) => `export interface ${name} ${typeOf(schemas[name])}`),
    ].join('\n\n'),
  );
}

interface Call {
  readonly method: string;
  /** The name of its type, and the members; undefined where nothing is sent. */
  readonly input: { readonly name: string; readonly members: string } | undefined;
  /** The name of its schema; undefined for a call that answers nothing. */
  readonly answer: string | undefined;
}

/** The types of inputs: calls with the same input share one. */
function inputTypes(calls: readonly Call[]): string[] {
  const names = new Map<string, string>();
  return calls.flatMap(({ input }) => {
    if (input === undefined) return [];
    const { name, members } = input;
    const same = names.get(members);
    names.set(members, same ?? name);
    return [same === undefined ? `export interface ${name} {\n${members}\n}` : `export type ${name} = ${same};`];
  });
}

function callOf(route: Route, tool: AnyTool): Call {
  const { operationId, success, defaults } = route;
  const { properties, required = [] } = inputSchema(tool.input) as ObjectSchema;
  const name = `${operationId.charAt(0).toUpperCase()}${operationId.slice(1)}Input`;
  const { unlisted = [], waitField } = tool;
  // Waiting is what `waitForScan` of the client does.
  const sent = Object.keys(tool.input.shape).filter((member) => member !== waitField && !unlisted.includes(member));
  const members = sent.map((member) => {
    const schema = {
      ...properties?.[member],
      ...(defaults?.[member] === undefined ? {} : { default: defaults[member] }),
    };
    return memberOf(member, schema, { isOptional: !required.includes(member), isReadonly: true });
  });
  const isOptional = !sent.some((member) => required.includes(member));
  const type = members.length === 0 ? 'Record<never, never>' : name;
  const answer = success === 204 ? undefined : nameIn(referenceTo(tool.output));
  const parameters = `input${isOptional ? '?' : ''}: ${type}, signal?: AbortSignal`;
  return {
    method: `${comment(firstSentence(tool.description))}${operationId}(${parameters}): Promise<${answer ?? 'void'}>;`,
    input: members.length === 0 ? undefined : { name, members: members.join('\n') },
    answer,
  };
}

/** The names of these schemas and of all that they refer to, in the order in which they are found. */
function reached(names: readonly (string | undefined)[], schemas: Readonly<Record<string, JsonSchema>>): string[] {
  const found = new Set(names.filter((name) => name !== undefined));
  // Iterating a Set also visits members added meanwhile.
  for (const name of found) {
    for (const [, other = ''] of JSON.stringify(schemas[name]).matchAll(/"\$ref":"[^"]*\/(\w+)"/g)) found.add(other);
  }
  return [...found];
}

const nameIn = ({ $ref }: JsonSchema): string => String($ref).split('/').at(-1) ?? '';

interface ObjectSchema {
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
}

/** A JSON Schema of zod as a type. @throws Error for one that no call has had until now */
function typeOf(schema: JsonSchema = {}): string {
  const { $ref, const: constant, enum: values, anyOf, type, items, readOnly } = schema;
  if ($ref !== undefined) return nameIn(schema);
  if (constant !== undefined) return JSON.stringify(constant);
  if (Array.isArray(values)) return values.map((value) => JSON.stringify(value)).join(' | ');
  if (Array.isArray(anyOf)) return anyOf.map(typeOf).join(' | ');
  if (Array.isArray(type)) return type.map((each) => typeOf({ ...schema, type: each })).join(' | ');
  switch (type) {
    case undefined:
      return 'unknown';
    case 'string':
    case 'number':
    case 'boolean':
    case 'null':
      return type;
    case 'integer':
      return 'number';
    case 'array':
      return `${readOnly === true ? 'readonly ' : ''}(${typeOf(Object(items))})[]`;
    case 'object':
      return objectType(schema);
  }
  throw new Error(`The client has no type for ${JSON.stringify(schema)} yet.`);
}

function objectType(schema: JsonSchema): string {
  const { properties, required = [] } = schema as ObjectSchema;
  if (properties === undefined) return `Record<string, ${typeOf(Object(schema.additionalProperties))}>`;
  const members = Object.entries(properties).map(([name, member]) =>
    memberOf(name, member, { isOptional: !required.includes(name), isReadonly: false }),
  );
  return `{\n${members.join('\n')}\n}`;
}

function memberOf(
  name: string,
  schema: JsonSchema,
  { isOptional, isReadonly }: { readonly isOptional: boolean; readonly isReadonly: boolean },
): string {
  const limits = limitsOf(schema);
  const words = [
    schema.description,
    ...(limits === '' ? [] : [schema.description === undefined ? limits : `(${limits})`]),
  ];
  const prefix = isReadonly ? 'readonly ' : '';
  const [mark, or] = isOptional ? ['?', ' | undefined'] : ['', ''];
  const text = words.filter((part) => part !== undefined).join(' ');
  return `${comment(text)}${prefix}${JSON.stringify(name)}${mark}: ${typeOf(schema)}${or};`;
}

/** What a type does not say, such as "1 to 2,000, default 100". */
function limitsOf({ minimum, maximum, minLength, maxLength, minItems, maxItems, default: value }: JsonSchema): string {
  return [
    range(minimum, maximum),
    range(minLength, maxLength, ' characters'),
    range(minItems, maxItems, ' entries'),
    ...(value === undefined ? [] : [`default ${value}`]),
  ]
    .filter((part) => part !== '')
    .join(', ');
}

/** Of both bounds; zod gives whole numbers without an upper one that of JavaScript. */
const range = (least: unknown, most: unknown, unit = ''): string =>
  typeof least !== 'number' || typeof most !== 'number' || most === Number.MAX_SAFE_INTEGER
    ? ''
    : `${least} to ${most.toLocaleString('en')}${unit}`;

/** A line with these words, in which tools have the names of their methods. */
function comment(words: string): string {
  if (words === '') return '';
  const named = words.replace(/\b[a-z]+_[a-z_]+\b/g, (word) => METHOD_OF.get(word) ?? word).replaceAll('*/', '*\\/');
  return `/** ${/[.!?]$/.test(named) ? named : `${named}.`} */\n`;
}

const METHOD_OF = new Map(clientRoutes().map(({ route, tool }) => [tool.name, route.operationId]));
