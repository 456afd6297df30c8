import * as z from 'zod';
import type { ErrorStatus } from '../../errors.ts';

export type JsonSchema = { readonly [keyword: string]: unknown };

/** The error envelope of REST. */
const ErrorEnvelope = z
  .object({
    error: z.object({
      code: z.string().describe('Stable; see the status for the class of error'),
      message: z.string().describe('For people: names the field and the remedy'),
    }),
  })
  .meta({ id: 'Error' });

const REFERENCE = '#/components/schemas/';

/** Every schema with an id, by it, sorted; they refer to each other. */
export function namedSchemas(): Record<string, JsonSchema> {
  const { schemas } = z.toJSONSchema(z.globalRegistry, { uri: (id) => `${REFERENCE}${id}`, io: 'output' });
  const named = Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(named.map(([name, schema]) => [name, open(schema)]));
}

/** @throws Error for a schema without an id */
export function referenceTo(schema: z.ZodType): JsonSchema {
  const name = z.globalRegistry.get(schema)?.id;
  if (name === undefined) throw new Error('a schema of the OpenAPI description has no name: give it meta({ id })');
  return { $ref: `${REFERENCE}${name}` };
}

/** An input schema as JSON Schema. */
export function inputSchema(schema: z.ZodType): JsonSchema {
  return open(z.toJSONSchema(schema, { io: 'input' }));
}

/**
 * Without the identifiers that only stand-alone schemas need, and without `additionalProperties: false`: answers may
 * gain members within a version, and clients that were generated earlier must not refuse them.
 */
function open(schema: unknown): JsonSchema {
  const { $schema: _, $id: __, ...rest } = opened(schema) as JsonSchema;
  return rest;
}

function opened(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(opened);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([keyword, member]) => !(keyword === 'additionalProperties' && member === false))
      .map(([keyword, member]) => [keyword, opened(member)]),
  );
}

const text = (description: string, schema: JsonSchema = { type: 'string' }) => ({ description, schema });
const count = (description: string) => text(description, { type: 'integer', minimum: 0 });

/** Headers under the names that responses refer to them by. */
export const HEADERS = {
  'X-RateLimit-Limit': count('Calls allowed in the window that will refuse first'),
  'X-RateLimit-Remaining': count('Calls left in that window; 0 on a 429'),
  'RateLimit-Policy': text('Every window the call drew on (draft-ietf-httpapi-ratelimit-headers)'),
  RateLimit: text('What is left of the window that will refuse first, and the seconds until it frees a call'),
  'Retry-After': text('Seconds after which the same call can succeed', { type: 'integer', minimum: 1 }),
  'X-Request-Id': text('Quote it when you report a problem', { type: 'string', format: 'uuid' }),
  'WWW-Authenticate': text('Bearer challenge with the URL of the protected resource metadata (RFC 9728)'),
  Location: text('Where to poll; the same as pollUrl'),
  'Idempotency-Key': text('The key of the request'),
  'Idempotency-Replayed': text('true when this is the answer of an earlier request with the same key'),
  'PAYMENT-REQUIRED': text('The body of the 402 in base64'),
  'PAYMENT-RESPONSE': text('The settlement, as base64 of JSON'),
  'X-PAYMENT-RESPONSE': text('The same, under its name in version 1'),
  ETag: text('Mark of this version; send it as If-None-Match'),
} as const;
export type HeaderName = keyof typeof HEADERS;

/** References to named headers, as a response holds them. */
export const headerReferences = (names: readonly HeaderName[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

const EVERY_RESPONSE: readonly HeaderName[] = [
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'RateLimit-Policy',
  'RateLimit',
  'X-Request-Id',
];

export const successHeaders = (more: readonly HeaderName[]) => headerReferences([...EVERY_RESPONSE, ...more]);

interface ErrorWords {
  readonly name: string;
  readonly description: string;
  readonly headers?: readonly HeaderName[];
  readonly example: { readonly code: string; readonly message: string };
}

/** The error responses, by status. */
const ERRORS = {
  400: {
    name: 'BadRequest',
    description: 'Invalid body, parameter, URL or Idempotency-Key; the message names the field',
    example: {
      code: 'invalid_url',
      message: 'url: expected an absolute http or https URL of at most 2000 characters.',
    },
  },
  401: {
    name: 'Unauthorized',
    description: 'No key, or one that is malformed or revoked',
    headers: ['WWW-Authenticate'],
    example: { code: 'missing_key', message: 'An API key is needed: send "Authorization: Bearer <API key>".' },
  },
  403: {
    name: 'Forbidden',
    description: 'The key is valid, but its account has no Pro subscription',
    example: {
      code: 'subscription_required',
      message: 'API access needs a Pro subscription; the account of this key is on the free plan.',
    },
  },
  404: {
    name: 'NotFound',
    description: 'There is no such thing, or it belongs to another account',
    example: {
      code: 'not_found',
      message:
        'id: your account has no such scan, and no scan has such a share token. GET /api/v1/scans shows those it has.',
    },
  },
  409: {
    name: 'InFlight',
    description: 'The first request with this Idempotency-Key is not done yet',
    headers: ['Retry-After'],
    example: {
      code: 'idempotency_in_flight',
      message: 'Idempotency-Key: the first request with it is still running. Try again shortly.',
    },
  },
  413: {
    name: 'TooLarge',
    description: 'The body is over 64 KiB',
    example: { code: 'payload_too_large', message: 'The body is larger than 65536 bytes.' },
  },
  415: {
    name: 'UnsupportedMediaType',
    description: 'The body is not declared as JSON',
    example: { code: 'unsupported_media_type', message: 'Content-Type: expected application/json.' },
  },
  421: {
    name: 'WrongHost',
    description: 'The Host header names another host than this service; the message names the right one',
    example: {
      code: 'wrong_host',
      message: 'Host: this service is https://legible.example. Send the request there.',
    },
  },
  422: {
    name: 'IdempotencyMismatch',
    description: 'This Idempotency-Key was used with another body',
    example: {
      code: 'idempotency_mismatch',
      message: 'Idempotency-Key: it was used for another request within 24 hours. Use a new key.',
    },
  },
  429: {
    name: 'RateLimited',
    description: 'Too many calls; wait as long as Retry-After says',
    headers: ['Retry-After'],
    example: { code: 'rate_limited', message: 'Too many calls: at most 10 in a minute. Try again in 42 s.' },
  },
  500: {
    name: 'InternalError',
    description: 'Our fault; the message holds nothing but the request id',
    example: {
      code: 'internal_error',
      message: 'Something went wrong on our side. Quote request 5f0c7d3e-6f5f-4b7c-9a56-0a5fe8f6a3f1.',
    },
  },
  502: {
    name: 'BadGateway',
    description:
      'The target could not be scanned, or the payment is not confirmed. Try again, with the same payment if there is one',
    example: {
      code: 'mcp_scan_failed',
      message:
        'endpoint: the server refuses connections on this port. Check the address and the server, then try again.',
    },
  },
  503: {
    name: 'Unavailable',
    description: 'Temporarily unavailable; try again with backoff',
    headers: ['Retry-After'],
    example: { code: 'unavailable', message: 'Too many MCP servers are being scanned. Try again in a few seconds.' },
  },
} as const satisfies Record<ErrorStatus, ErrorWords>;

/** components.responses: one for each error status. */
export function errorResponses(): Record<string, unknown> {
  return Object.fromEntries(
    Object.values<ErrorWords>(ERRORS).map(({ name, description, headers = [], example }) => [
      name,
      {
        description,
        headers: successHeaders(headers),
        content: {
          'application/json': { schema: referenceTo(ErrorEnvelope), example: { error: example } },
        },
      },
    ]),
  );
}

/** An error status whose body is not the common envelope. */
export function ownError(status: ErrorStatus, schema: JsonSchema) {
  const { description, headers = [] }: ErrorWords = ERRORS[status];
  return { description, headers: successHeaders(headers), content: { 'application/json': { schema } } };
}

export const errorReference = (status: ErrorStatus) => ({ $ref: `#/components/responses/${ERRORS[status].name}` });
