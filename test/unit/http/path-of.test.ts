import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { pathOf } from '../../../src/http/methods.ts';

describe('the path of a request', () => {
  const cases: [string, string][] = [
    ['/api/v1/ask', '/api/v1/ask'],
    ['/%61pi/v1/%61sk', '/api/v1/ask'],
    ['/api/v1/ask/', '/api/v1/ask'],
    ['/api/v1/ask///', '/api/v1/ask'],
    ['/', '/'],
    ['//', '/'],
    ['/api%2Fv1', '/api%2Fv1'],
    ['/api%2fv1/%61', '/api%2fv1/a'],
    ['/%', '/%'],
    ['/%E0%A4%A', '/%E0%A4%A'],
    ['/%C3%BC?a=%61', '/ü'],
  ];
  for (const [given, path] of cases) {
    it(given, () => assert.equal(pathOf({ url: `http://localhost${given}` }), path));
  }
});
