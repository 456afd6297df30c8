/** Holds answers of the service to its own OpenAPI description. */
import assert from 'node:assert/strict';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { openApiDocument } from '../../src/rest-facade/openapi/document.ts';
import { ROUTES } from '../../src/rest-facade/routes.ts';
import { TOOLS } from '../../src/tools/registry.ts';

const DOCUMENT = openApiDocument({ routes: ROUTES, tools: TOOLS, baseUrl: 'http://localhost', examples: {} });

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** Parsed JSON; undefined where there is none. */
  readonly body: unknown;
}

interface DocumentedResponse {
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly content?: { readonly 'application/json'?: { readonly schema: object } };
}

/** Told in a body's own time or only on some answers of their status. */
const NOT_ALWAYS = new Set(['idempotency-key', 'idempotency-replayed', 'retry-after']);

const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: false });
ajv.addSchema(DOCUMENT as object, 'openapi');
const validators = new Map<string, ValidateFunction>();

const operations = ROUTES.flatMap(({ method, path, aliases = [] }) => {
  const documented = DOCUMENT.paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
  const { responses } = documented as { responses: Record<string, DocumentedResponse | { $ref: string }> };
  return [path, ...aliases].map((each) => ({
    method,
    pattern: new RegExp(`^${each.replace(/:\w+/g, '[^/]+')}$`),
    responses,
  }));
});

/**
 * Fails when an operation of the description answers with a status it does not name, without a header it promises, or
 * with a body that is not as described. Other paths and methods are let through.
 */
export function assertDocumented(method: string, path: string, { status, headers, body }: Answer): void {
  const { pathname } = new URL(path, 'http://localhost');
  const operation = operations.find((each) => each.method === method && each.pattern.test(pathname));
  if (operation === undefined) return;
  const found = operation.responses[status];
  assert.ok(found, `${method} ${pathname} answers ${status}, which the description does not name`);
  const response = resolved(found);
  for (const name of Object.keys(response.headers ?? {})) {
    if (NOT_ALWAYS.has(name.toLowerCase())) continue;
    assert.ok(headers.has(name), `${method} ${pathname} answers ${status} without ${name}`);
  }
  const schema = response.content?.['application/json']?.schema;
  if (schema === undefined || body === undefined) return;
  const validate = validatorOf(schema);
  assert.ok(validate(body), `${method} ${pathname} ${status}: ${ajv.errorsText(validate.errors)}`);
}

function resolved(response: DocumentedResponse | { $ref: string }): DocumentedResponse {
  if (!('$ref' in response)) return response;
  const name = response.$ref.replace('#/components/responses/', '');
  // The references of the description are made from this very list.
  return DOCUMENT.components.responses[name] as DocumentedResponse;
}

function validatorOf(schema: object): ValidateFunction {
  const key = JSON.stringify(schema);
  const known = validators.get(key);
  if (known !== undefined) return known;
  const absolute = JSON.parse(key.replaceAll('"#/components', '"openapi#/components')) as object;
  const made = ajv.compile(absolute);
  validators.set(key, made);
  return made;
}
