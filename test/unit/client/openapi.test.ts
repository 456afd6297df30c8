/** The typed client against the OpenAPI document: the same operations, with the same members in the same places. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type * as z from 'zod';
import type { AskInput, LegibleClient, StartScanInput } from '../../../src/client/client.ts';
import { OPERATIONS } from '../../../src/client/operations.ts';
import type { Operation } from '../../../src/client/send.ts';
import { openApiDocument } from '../../../src/rest-facade/openapi/document.ts';
import examples from '../../../src/rest-facade/openapi/examples.json' with { type: 'json' };
import { ROUTES } from '../../../src/rest-facade/routes.ts';
import type { compareScans } from '../../../src/tools/compare-scans.ts';
import type { explainScan } from '../../../src/tools/explain-scan.ts';
import type { getScan } from '../../../src/tools/get-scan.ts';
import type { listScans } from '../../../src/tools/list-scans.ts';
import { TOOLS } from '../../../src/tools/registry.ts';
import type { scanMcp } from '../../../src/tools/scan-mcp.ts';
import type { startScan } from '../../../src/tools/start-scan.ts';

/** Compiles only while the client's inputs and outputs are those of the tool. */
type Fits<
  Method extends (...args: never[]) => Promise<unknown>,
  Tool extends { input: z.ZodObject; output: z.ZodObject },
> =
  NonNullable<Parameters<Method>[0]> extends LooseInput<Tool>
    ? z.output<Tool['output']> extends Awaited<ReturnType<Method>>
      ? true
      : 'another output'
    : 'another input';
type LooseInput<Tool extends { input: z.ZodObject }> = {
  [Name in keyof z.input<Tool['input']>]: z.input<Tool['input']>[Name] | undefined;
};
const FITS: {
  startScan: Fits<LegibleClient['startScan'], typeof startScan>;
  getScan: Fits<LegibleClient['getScan'], typeof getScan>;
  listScans: Fits<LegibleClient['listScans'], typeof listScans>;
  explainScan: Fits<LegibleClient['explainScan'], typeof explainScan>;
  compareScans: Fits<LegibleClient['compareScans'], typeof compareScans>;
  scanMcp: Fits<LegibleClient['scanMcp'], typeof scanMcp>;
} = { startScan: true, getScan: true, listScans: true, explainScan: true, compareScans: true, scanMcp: true };

const document = JSON.parse(
  JSON.stringify(openApiDocument({ routes: ROUTES, tools: TOOLS, baseUrl: 'https://legible.example', examples })),
);
interface Described {
  method: string;
  path: string;
  operation: {
    operationId: string;
    parameters?: { name: string; in: string }[];
    requestBody?: { content: Record<string, { schema: { $ref?: string; properties?: object } }> };
  };
}
const described = Object.entries<Record<string, Described['operation']>>(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]): Described => ({ method: method.toUpperCase(), path, operation })),
);
/** Calls of browsers and of people without a key, and the form of ask for query strings. */
const NOT_FOR_CLIENTS = new Set(['startAnonymousScan', 'getSharedScan', 'ask']);

describe('the client and the OpenAPI document', () => {
  it('every call of the API under /api/v1 has its method', () => {
    const keyed = described
      .filter(({ path, operation: { operationId } }) => path.startsWith('/api/v1/') && operationId in FITS)
      .map(({ operation }) => operation.operationId);
    assert.deepEqual(keyed.sort(), Object.keys(FITS).sort());
    const missing = described
      .filter(({ path }) => path.startsWith('/api/v1/') && !/mcp$|openapi/.test(path))
      .map(({ operation }) => operation.operationId)
      .filter((id) => !(id in OPERATIONS) && !NOT_FOR_CLIENTS.has(id));
    assert.deepEqual(missing, []);
  });

  for (const [id, given] of Object.entries(OPERATIONS)) {
    const operation: Operation = given;
    it(`${id}: method, path, query, body and headers`, () => {
      const found = described.find((each) => each.operation.operationId === id && each.path.startsWith('/api/'));
      assert.ok(found, 'the document has it');
      assert.equal(found.method, operation.method);
      assert.equal(found.path, operation.path);
      const named = (place: string) =>
        (found.operation.parameters ?? []).filter((parameter) => parameter.in === place).map(({ name }) => name);
      assert.deepEqual(named('query').sort(), [...(operation.query ?? [])].sort());
      const headers = named('header').map((name) => name.toLowerCase());
      for (const header of Object.values(operation.headers ?? {})) assert.ok(headers.includes(header), header);
      const schema = found.operation.requestBody?.content['application/json']?.schema;
      const name = schema?.$ref?.split('/').at(-1) ?? '';
      const members = Object.keys(document.components.schemas[name]?.properties ?? schema?.properties ?? {});
      for (const member of operation.body ?? []) assert.ok(members.includes(member), `${member} of ${members}`);
    });
  }

  it('inputs have no member that is not sent', () => {
    const inputs = {
      startScan: [
        'url',
        'pageLimit',
        'exclude',
        'canonicalOrigin',
        'checks',
        'idempotencyKey',
      ] satisfies (keyof StartScanInput)[],
      askWithBody: ['query', 'mode', 'itemType', 'prev'] satisfies (keyof AskInput)[],
    };
    for (const [id, members] of Object.entries(inputs)) {
      const operation: Operation = OPERATIONS[id as keyof typeof inputs];
      const sent = [...(operation.body ?? []), ...Object.keys(operation.headers ?? {})];
      assert.deepEqual(
        members.filter((member) => !sent.includes(member)),
        [],
      );
    }
  });
});
