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

/** Documented in the body, or only for some responses of their status. */
const NOT_ALWAYS = new Set(['idempotency-key', 'idempotency-replayed', 'retry-after']);

const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: false });
ajv.addSchema(DOCUMENT as object, 'openapi');
const validators = new Map<string, ValidateFunction>();

const aliasesOf = (path: string) => ROUTES.find((route) => templateOf(route.path) === path)?.aliases ?? [];
const templateOf = (path: string) => path.replace(/:(\w+)/g, '{$1}');
const operations = Object.entries(DOCUMENT.paths).flatMap(([path, item]) =>
  Object.entries(item).flatMap(([method, operation]) => {
    const { responses } = operation as { responses: Record<string, DocumentedResponse | { $ref: string }> };
    return [path, ...aliasesOf(path).map(templateOf)].map((each) => ({
      method: method.toUpperCase(),
      pattern: new RegExp(`^${each.replace(/\{\w+\}/g, '[^/]+')}$`),
      responses,
    }));
  }),
);

/**
 * Fails when an operation of the description answers with a status it does not name, without a header it promises, or
 * with a body that is not as described. Other paths and methods are let through.
 */
export function assertDocumented(method: string, path: string, { status, headers, body }: Answer): void {
  const { pathname } = new URL(path, 'http://localhost');
  // Refused by Node's parser, before there is a request.
  if (status === 431) return;
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

/**
 * From now on every response of this origin through `fetch`, for any caller, is checked against the description.
 */
export function watchAnswers(origin: string): AnswerWatch {
  const { fetch } = globalThis;
  const faults = new Set<string>();
  const checks: Promise<void>[] = [];
  const watched: typeof fetch = async (input, init) => {
    const response = await fetch(input, init);
    const request = input instanceof Request ? input : undefined;
    const url = new URL(request?.url ?? String(input));
    if (url.origin === origin) {
      const method = (init?.method ?? request?.method ?? 'GET').toUpperCase();
      checks.push(faultOf(method, url.pathname, response).then((fault) => void (fault && faults.add(fault))));
    }
    return response;
  };
  globalThis.fetch = watched;
  return {
    async faults() {
      await Promise.all(checks.splice(0));
      return [...faults];
    },
    end() {
      if (globalThis.fetch === watched) globalThis.fetch = fetch;
    },
  };
}

interface AnswerWatch {
  /** Every answer until now that was not as described. */
  faults(): Promise<string[]>;
  end(): void;
}

async function faultOf(method: string, path: string, response: Response): Promise<string | undefined> {
  const { status, headers } = response;
  const isJson = headers.get('content-type')?.startsWith('application/json') === true;
  // Undefined for a body that its reader gave up.
  const text = isJson
    ? await response
        .clone()
        .text()
        .catch(() => undefined)
    : undefined;
  try {
    assertDocumented(method, path, { status, headers, body: text ? JSON.parse(text) : undefined });
    return undefined;
  } catch (fault) {
    return fault instanceof Error ? fault.message : String(fault);
  }
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
