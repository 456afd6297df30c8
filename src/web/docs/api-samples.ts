/** Calls of an operation to copy, in curl and in TypeScript, made of what the OpenAPI description says of it. */

/** A parameter or a member of a body, as far as a sample needs it. */
export interface SampledMember {
  readonly name: string;
  readonly required: boolean;
  readonly schema: { readonly [keyword: string]: unknown };
}

export interface SampledOperation {
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
  url: 'https://example.com/',
  endpoint: 'https://mcp.example.com/mcp',
  with: 'scn_donwryoh3dwjbrlx3xmu',
  query: 'How is the score computed?',
  checkId: 'P5',
  reason: 'The text is in the HTML: curl shows it.',
};
const SCAN_ID = 'scn_wi5u3jpay4gfuzlzghir';
const SHARE_TOKEN = '8FE0948OP9VY088lLPbKsQ';

type Values = Readonly<Record<string, string>>;

/** The required members with their values. Without a key a scan is known by its share token alone. */
function valuesOf(members: readonly SampledMember[], needsKey: boolean): Values {
  const required = members.filter((member) => member.required);
  return Object.fromEntries(
    required.map(({ name, schema }) => {
      const [first] = Array.isArray(schema.enum) ? schema.enum : [];
      const known = name === 'id' ? (needsKey ? SCAN_ID : SHARE_TOKEN) : VALUES[name];
      return [name, known ?? String(first ?? `<${name}>`)];
    }),
  );
}

/** @param baseUrl of the service, without a slash at its end */
export function curlOf(operation: SampledOperation, baseUrl: string): string {
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
export function typeScriptOf(operation: SampledOperation, baseUrl: string): string {
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
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? name));
  const query = new URLSearchParams(valuesOf(inQuery, needsKey)).toString();
  return {
    url: `${baseUrl}${filled}${query === '' ? '' : `?${query}`}`,
    body: inBody === undefined ? undefined : valuesOf(inBody, needsKey),
  };
}

/** `{ url: 'https://example.com/' }`; names that are no identifiers do not occur. */
const literalOf = (values: Values): string =>
  `{ ${Object.entries(values)
    .map(([name, value]) => `${name}: '${value}'`)
    .join(', ')} }`;
