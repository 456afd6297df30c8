import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readApiDocument } from '../../../../../src/scanner/parse/agent-files/api-document.ts';

const serversOf = (text: string) => readApiDocument(text)?.calls?.servers;
const json = (root: object) => JSON.stringify({ info: { title: 'T' }, paths: { '/a': { get: {} } }, ...root });

describe('the servers of an API description', () => {
  const rows: [what: string, text: string, expected: string[]][] = [
    ['OpenAPI 3', json({ openapi: '3.0.0', servers: [{ url: '/api/v1' }] }), ['/api/v1']],
    [
      'Swagger 2 with a host',
      json({ swagger: '2.0', host: 'api.example', basePath: '/v1' }),
      ['https://api.example/v1'],
    ],
    [
      'Swagger 2 with schemes',
      json({ swagger: '2.0', host: 'api.example', schemes: ['http'] }),
      ['http://api.example'],
    ],
    ['Swagger 2 with a base path alone', json({ swagger: '2.0', basePath: '/api' }), ['/api']],
    ['Swagger 2 with the root as base path', json({ swagger: '2.0', basePath: '/' }), []],
    ['Swagger 2 with neither', json({ swagger: '2.0' }), []],
    ['YAML of Swagger 2 with a base path', 'swagger: "2.0"\nbasePath: /api\npaths:\n  /a:\n    get:\n', ['/api']],
    [
      'YAML of Swagger 2 with a host',
      'swagger: "2.0"\nhost: api.example\nbasePath: "/v1"\nschemes:\n- http\npaths:\n  /a:\n    get:\n',
      ['http://api.example/v1'],
    ],
    [
      'YAML of Swagger 2 with schemes in a line',
      'swagger: "2.0"\nhost: api.example\nschemes: [http, https]\npaths:\n  /a:\n    get:\n',
      ['https://api.example'],
    ],
    ['YAML of OpenAPI 3', 'openapi: 3.0.0\nservers:\n  - url: /v2\npaths:\n  /a:\n    get:\n', ['/v2']],
  ];
  for (const [what, text, expected] of rows) it(what, () => assert.deepEqual(serversOf(text), expected));
});
