import assert from 'node:assert/strict';
import { it } from 'node:test';
import { forPeople, withScheme } from '../../src/web/form-words.ts';

it('an address without a scheme is one of https', () => {
  for (const [written, meant] of [
    ['example.com', 'https://example.com'],
    ['localhost:8080/docs', 'https://localhost:8080/docs'],
    ['http://example.com', 'http://example.com'],
    ['FTP://example.com', 'FTP://example.com'],
    ['', ''],
  ] as const) {
    assert.equal(withScheme(written), meant);
  }
});

it('a form calls no field by the name programs use', () => {
  for (const [message, words] of [
    ['url leads to a private network.', 'The address leads to a private network.'],
    ['endpoint must start with http://.', 'The address must start with http://.'],
    ['url: the host name does not exist.', 'The host name does not exist.'],
    ['pageLimit: expected a whole number.', 'Expected a whole number.'],
    ['Too many calls: wait.', 'Too many calls: wait.'],
  ] as const) {
    assert.equal(forPeople({ message }), words);
  }
});
