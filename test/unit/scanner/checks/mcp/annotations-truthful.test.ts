import check from '../../../../../src/scanner/checks/mcp/annotations-truthful.ts';
import { checkTable } from '../../../../support/check-table.ts';
import { handshake, TOOLS, tool } from '../../../../support/mcp-artifacts.ts';

const READS = { readOnlyHint: true, destructiveHint: false };
const WRITES = { readOnlyHint: false, destructiveHint: false };
const given = (name: string, annotations: object, properties: object = {}) => ({
  handshake: handshake(),
  tools: [...TOOLS, tool(name, { annotations: { ...annotations }, inputSchema: { type: 'object', properties } })],
});
const text = { type: 'string' };
const choice = (...values: unknown[]) => ({ type: 'string', enum: values });

checkTable(check, [
  { when: 'they fit', given: { handshake: handshake(), tools: TOOLS }, expect: 'pass' },
  { when: 'there are none', given: given('delete_page', {}), expect: 'pass' },
  {
    when: 'a deletion that says so',
    given: given('delete_page', { readOnlyHint: false, destructiveHint: true }),
    expect: 'pass',
  },
  {
    when: 'a reader that writes a file and says so',
    given: {
      handshake: handshake(),
      tools: [
        tool('get_export', {
          annotations: WRITES,
          description: 'Gets a page and saves it as a file in the folder given.',
        }),
      ],
    },
    expect: 'pass',
  },
  {
    when: 'read-only and destructive',
    given: given('get_page', { readOnlyHint: true, destructiveHint: true }),
    expect: 'fail',
    says: /in 1 place\./,
  },
  ...['delete_page', 'removePage', 'drop-table', 'purge.cache', 'revokeToken', 'truncate'].map((name) => ({
    when: `read-only and called ${name}`,
    given: given(name, READS),
    expect: 'fail' as const,
  })),
  { when: 'the deleting verb is not the first word', given: given('list_deleted_pages', READS), expect: 'pass' },
  { when: 'the first word only begins like a verb', given: given('removed_pages', READS), expect: 'pass' },
  {
    when: 'a deletion with destructiveHint false',
    given: given('delete_page', WRITES),
    expect: 'warn',
    says: /in 1 place\./,
  },
  { when: 'a reading verb with readOnlyHint false', given: given('get_page', WRITES), expect: 'warn' },
  { when: 'a reading verb in camel case', given: given('listPages', WRITES), expect: 'warn' },
  { when: 'a reading verb that also writes', given: given('get_or_create_page', WRITES), expect: 'pass' },
  { when: 'verbs that read here and write there', given: given('resolve_issue', WRITES), expect: 'pass' },
  {
    when: 'a parameter that reads or writes',
    given: given('pages', {}, { action: choice('get', 'set') }),
    expect: 'warn',
  },
  {
    when: 'the same under another key',
    given: given('pages', {}, { what: choice('list_pages', 'delete_page') }),
    expect: 'warn',
  },
  {
    when: 'things that are also verbs',
    given: given('pages', {}, { kind: choice('list', 'set', 'type', 'post') }),
    expect: 'pass',
  },
  { when: 'a choice among reads', given: given('pages', {}, { action: choice('get', 'list') }), expect: 'pass' },
  { when: 'a choice of rights', given: given('share', {}, { permission: choice('read', 'write') }), expect: 'pass' },
  {
    when: 'a choice of events',
    given: given('listen', {}, { event_type: choice('create', 'read', 'delete') }),
    expect: 'pass',
  },
  { when: 'HTTP methods', given: given('request', {}, { method: choice('get', 'post', 'delete') }), expect: 'pass' },
  {
    when: 'HTTP methods in capitals under another key',
    given: given('request', {}, { type: choice('GET', 'DELETE') }),
    expect: 'pass',
  },
  { when: 'values that are no text', given: given('pages', {}, { action: choice(1, null, 'get') }), expect: 'pass' },
  ...['action', 'method', 'operation'].map((key) => ({
    when: `a free ${key}`,
    given: given('pages', {}, { [key]: text }),
    expect: 'warn' as const,
  })),
  { when: 'a free method beside a URL', given: given('request', {}, { method: text, url: text }), expect: 'pass' },
  {
    when: 'a free method that is of HTTP',
    given: given('request', {}, { method: { ...text, description: 'HTTP method' } }),
    expect: 'pass',
  },
  {
    when: 'an action bound by a pattern',
    given: given('pages', {}, { action: { ...text, pattern: '^a$' } }),
    expect: 'pass',
  },
  {
    when: 'schemas that are junk',
    given: given('pages', {}, { action: 7, method: null, operation: [] }),
    expect: 'pass',
  },
  { when: 'a fault beside a doubt', given: given('delete_page', READS, { action: text }), expect: 'fail' },
  { when: 'no tools', given: { handshake: handshake(), tools: [] }, expect: 'na' },
]);
