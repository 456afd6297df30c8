import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import check from '../../../../../src/scanner/checks/mcp/tool-names.ts';
import { checkTable } from '../../../../support/check-table.ts';
import { handshake, tool } from '../../../../support/mcp-artifacts.ts';

const given = (...names: string[]) => ({ handshake: handshake(), tools: names.map((name) => tool(name)) });

checkTable(check, [
  { when: 'snake, kebab and camel case', given: given('get_page', 'get-all', 'searchDocs2'), expect: 'pass' },
  { when: '64 characters', given: given('x'.repeat(64)), expect: 'pass', says: /The 1 name can/ },
  { when: '65 characters', given: given('x'.repeat(65)), expect: 'warn', says: /1 name with a dot or more than 64/ },
  { when: '128 characters', given: given('x'.repeat(128)), expect: 'warn' },
  { when: '129 characters', given: given('x'.repeat(129)), expect: 'fail', says: /does not allow/ },
  { when: 'a dot', given: given('files.read'), expect: 'warn' },
  {
    when: 'equal but for case',
    given: given('Search', 'search', 'SEARCH'),
    expect: 'warn',
    says: /1 name that another/,
  },
  { when: 'a slash', given: given('files/read'), expect: 'fail' },
  { when: 'a space', given: given('get page'), expect: 'fail' },
  { when: 'no characters', given: given(''), expect: 'fail' },
  { when: 'letters of another alphabet', given: given('sеarch'), expect: 'fail' },
  { when: 'a line feed at the end', given: given('search\n'), expect: 'fail' },
  { when: 'one name three times', given: given('a', 'b', 'a', 'a'), expect: 'fail', says: /4 tools: 1 name used more/ },
  { when: 'no tools', given: given(), expect: 'na' },
]);

describe('the evidence of M11', () => {
  it('names what decides, and only that', () => {
    assert.deepEqual(check.evaluate(given('a b', 'files.read')).evidence?.examples, ['a b']);
    assert.deepEqual(check.evaluate(given('files.read', 'list')).evidence?.examples, ['files.read']);
  });
});
