/** The typed client against the OpenAPI document: the same operations, with the same members in the same places. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type * as z from 'zod';
import type { AskInput, Calls, StartScanInput } from '../../../src/client/client.ts';
import { OPERATIONS } from '../../../src/client/operations.ts';
import type { Operation } from '../../../src/client/send.ts';
import { openApiDocument } from '../../../src/rest-facade/openapi/document.ts';
import examples from '../../../src/rest-facade/openapi/examples.json' with { type: 'json' };
import { ROUTES } from '../../../src/rest-facade/routes.ts';
import type { ask } from '../../../src/tools/ask.ts';
import type { compareScans } from '../../../src/tools/compare-scans.ts';
import type { explainScan } from '../../../src/tools/explain-scan.ts';
import type { getScan } from '../../../src/tools/get-scan.ts';
import type { listScans } from '../../../src/tools/list-scans.ts';
import type { listWatches } from '../../../src/tools/list-watches.ts';
import { TOOLS } from '../../../src/tools/registry.ts';
import type { reportResult } from '../../../src/tools/report-result.ts';
import type { scanMcp } from '../../../src/tools/scan-mcp.ts';
import type { startScan } from '../../../src/tools/start-scan.ts';
import type { viewPage } from '../../../src/tools/view-page.ts';
import type { watchSite } from '../../../src/tools/watch-site.ts';

interface ToolOf {
  startScan: typeof startScan;
  listScans: typeof listScans;
  getScan: typeof getScan;
  reportResult: typeof reportResult;
  explainScan: typeof explainScan;
  compareScans: typeof compareScans;
  viewPage: typeof viewPage;
  scanMcp: typeof scanMcp;
  watchSite: typeof watchSite;
  listWatches: typeof listWatches;
  askWithBody: typeof ask;
}
type Sent<Id extends keyof ToolOf> = NonNullable<Parameters<Calls[Id]>[0]>;
type Answered<Id extends keyof ToolOf> = Awaited<ReturnType<Calls[Id]>>;
/** Without what the client leaves out. */
type Input<Id extends keyof ToolOf> = Pick<
  z.input<ToolOf[Id]['input']>,
  keyof Sent<Id> & keyof z.input<ToolOf[Id]['input']>
>;
/** The types that are made from JSON Schema, against those that zod infers. */
type Fits<Id extends keyof ToolOf> = [Sent<Id>, Input<Id>] extends [Input<Id>, Sent<Id>]
  ? [Answered<Id>, z.output<ToolOf[Id]['output']>] extends [z.output<ToolOf[Id]['output']>, Answered<Id>]
    ? true
    : 'another answer'
  : 'another input';
/** Compiles only while they are the same. */
const FITS: { [Id in keyof ToolOf]: Fits<Id> } = {
  startScan: true,
  listScans: true,
  getScan: true,
  reportResult: true,
  explainScan: true,
  compareScans: true,
  viewPage: true,
  scanMcp: true,
  watchSite: true,
  listWatches: true,
  askWithBody: true,
};

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
    for (const id of Object.keys(FITS)) assert.ok(id in OPERATIONS, id);
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
