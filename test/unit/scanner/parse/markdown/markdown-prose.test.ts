import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { markdownProse } from '../../../../../src/scanner/parse/markdown/markdown-text.ts';

describe('markdownProse', () => {
  it('parts prose and fenced code', () => {
    assert.deepEqual(markdownProse('# a\r\n```sh\r\n# b\r\n```\nc'), {
      lines: ['# a', 'c'],
      code: ['```sh', '# b', '```'],
      unclosedFenceLine: undefined,
    });
  });
  it('tells a fence that is never closed', () => {
    assert.equal(markdownProse('a\n\n```\nb\n~~~\n').unclosedFenceLine, 3);
  });
  it('knows code in list items', () => {
    const nested = '- a\n\n  ```\n  b\n    ```\n- c';
    assert.deepEqual(markdownProse(nested), {
      lines: ['- a', '', '- c'],
      code: ['  ```', '  b', '    ```'],
      unclosedFenceLine: undefined,
    });
    assert.equal(markdownProse('10. a\n\n    ```\n    b\n    ```\n\nc').unclosedFenceLine, undefined);
  });
  it('forgets a list that has ended', () => {
    assert.deepEqual(markdownProse('- a\n\nb\n\n     ```\nc').code, []);
  });
});
