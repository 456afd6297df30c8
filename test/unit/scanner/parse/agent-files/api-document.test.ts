import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type ApiDocument, readApiDocument } from '../../../../../src/scanner/parse/agent-files/api-document.ts';
import { assertQuick } from '../assert-quick.ts';

const OPERATION = { operationId: 'list', summary: 'Lists' };
const OPENAPI = {
  openapi: '3.1.0',
  info: { title: 'T', version: '1' },
  servers: [{ url: 'https://api.site.example' }],
  paths: {
    '/a': { parameters: [], get: OPERATION, post: { ...OPERATION, summary: undefined, description: 'Makes' } },
    '/b': { get: { summary: 'no id' }, delete: { operationId: 'no words' } },
    'x-notes': { get: OPERATION },
  },
};
const YAML = `# An API
openapi: "3.0.3"
info:
  title: T
  description: |
    openapi: no key of the file
    paths: neither
servers:
- url: https://api.site.example
paths:
  /a:
    parameters:
      - name: get
    get:
      operationId: listA
      summary: Lists # all of them
      responses:
        '200': { description: fine }
    post:
      operationId: makeA
      description: >-
        Makes one.
        delete:
          operationId: no operation
  '/b/{id}':
    get:
      summary: no id
components:
  schemas:
    get: { operationId: x, summary: y }
`;

const pluralize = (document: Partial<ApiDocument>): ApiDocument => ({
  format: 'openapi',
  hasInfo: true,
  hasServers: true,
  pathCount: 0,
  operationCount: 0,
  describedCount: 0,
  ...document,
});

describe('readApiDocument', () => {
  const rows: { when: string; text: string; expect: Omit<ApiDocument, 'calls'> | undefined }[] = [
    {
      when: 'OpenAPI 3',
      text: JSON.stringify(OPENAPI),
      expect: pluralize({ pathCount: 2, operationCount: 4, describedCount: 2 }),
    },
    {
      when: 'OpenAPI 3 with nothing in it',
      text: '{"openapi":"3.0.0","info":{},"servers":[],"paths":null}',
      expect: pluralize({ hasInfo: false, hasServers: false }),
    },
    {
      when: 'Swagger 2',
      text: JSON.stringify({
        ...OPENAPI,
        openapi: undefined,
        swagger: '2.0',
        servers: undefined,
        host: 'site.example',
      }),
      expect: pluralize({ format: 'swagger', pathCount: 2, operationCount: 4, describedCount: 2 }),
    },
    {
      when: 'AsyncAPI',
      text: JSON.stringify({ asyncapi: '3.0.0', info: OPENAPI.info, channels: { a: {}, b: {} } }),
      expect: pluralize({ format: 'asyncapi', hasServers: false, pathCount: 2 }),
    },
    { when: 'YAML', text: YAML, expect: pluralize({ pathCount: 2, operationCount: 3, describedCount: 2 }) },
    {
      when: 'YAML with Windows lines',
      text: YAML.replaceAll('\n', '\r\n'),
      expect: pluralize({ pathCount: 2, operationCount: 3, describedCount: 2 }),
    },
    {
      when: 'YAML of Swagger 2',
      text: 'swagger: "2.0"\nhost: site.example\ninfo: {title: T}\npaths:\n  /a:\n    get:\n      operationId: a\n      summary: b\n',
      expect: pluralize({ format: 'swagger', pathCount: 1, operationCount: 1, describedCount: 1 }),
    },
    {
      when: 'YAML of AsyncAPI',
      text: 'asyncapi: 2.6.0\ninfo:\n  title: T\nchannels:\n  user/signedup:\n    publish:\n      operationId: x\n',
      expect: pluralize({ format: 'asyncapi', hasServers: false, pathCount: 1 }),
    },
    {
      when: 'YAML without servers',
      text: 'openapi: 3.1.0\ninfo:\n  title: T\nservers: []\n',
      expect: pluralize({ hasServers: false }),
    },
    {
      when: 'a GraphQL schema',
      text: 'type User { id: ID }\n\ntype Query {\n  me: User\n}\n',
      expect: pluralize({ format: 'graphql' }),
    },
    { when: 'a version that is not out', text: '{"openapi":"4.0.0"}', expect: undefined },
    { when: 'a version that is no text', text: '{"openapi":{"3.":1}}', expect: undefined },
    { when: 'other JSON', text: '{"error":"not found"}', expect: undefined },
    { when: 'broken JSON', text: '{"openapi":"3.1.0",', expect: undefined },
    { when: 'prose', text: '# API\n\nThe openapi: 3.1.0 format describes APIs.\n', expect: undefined },
    { when: 'nothing', text: '', expect: undefined },
  ];
  for (const { when, text, expect } of rows) {
    it(`reads ${when}`, () => {
      const document = readApiDocument(text);
      assert.deepEqual(document && { ...document, calls: undefined }, expect && { ...expect, calls: undefined });
    });
  }

  it('takes names of the language for what they are', () => {
    const text = '{"openapi":"3.1.0","paths":{"/__proto__":{"constructor":{"operationId":"a","summary":"b"}}}}';
    assert.equal(readApiDocument(text)?.operationCount, 0);
  });

  it('is quick on input made to be slow', () => {
    assertQuick(() => readApiDocument(`${'\n'.repeat(500_000)}type`));
    assertQuick(() => readApiDocument(`${' '.repeat(500_000)}x: y`));
    assertQuick(() => readApiDocument('a: '.repeat(200_000)));
    assertQuick(() =>
      readApiDocument(Array.from({ length: 50_000 }, (_, at) => `${' '.repeat(at % 60)}k${at}:`).join('\n')),
    );
    assertQuick(() => readApiDocument(`{"openapi":"3.1.0","paths":${'{"/a":'.repeat(50_000)}`));
  });
});
