import assert from 'node:assert/strict';
import { it } from 'node:test';
import { forPeople } from '../../../src/web/home.ts';

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
