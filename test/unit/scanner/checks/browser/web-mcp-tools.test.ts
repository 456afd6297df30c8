import check from '../../../../../src/scanner/checks/browser/web-mcp-tools.ts';
import { checkTable } from '../../../../support/check-table.ts';
import { seenPage } from '../../../../support/seen-page.ts';

const SOUND = {
  name: 'next_boat',
  description: 'Finds the next boat after a time and returns pier and fare.',
  inputSchema: '{"type":"object","properties":{"time":{"type":"string"}}}',
  readsOnly: true,
};

checkTable(check, [
  {
    when: 'a sound tool',
    given: { seen: seenPage({ tools: [SOUND] }) },
    expect: 'pass',
    says: /registers 1 tool with/,
  },
  {
    when: 'a tool without a schema',
    given: { seen: seenPage({ tools: [{ ...SOUND, inputSchema: 'null' }] }) },
    expect: 'pass',
  },
  {
    when: 'a short description',
    given: { seen: seenPage({ tools: [SOUND, { ...SOUND, name: 'fares', description: 'Shows the fares.' }] }) },
    expect: 'warn',
    credit: 0.5,
  },
  {
    when: 'no description',
    given: { seen: seenPage({ tools: [{ ...SOUND, description: '' }] }) },
    expect: 'fail',
    credit: 0,
    says: /^1 of 1 registered tool cannot/,
  },
  {
    when: 'a name with a space',
    given: { seen: seenPage({ tools: [{ ...SOUND, name: 'next boat' }] }) },
    expect: 'fail',
  },
  {
    when: 'a schema that is no object',
    given: { seen: seenPage({ tools: [{ ...SOUND, inputSchema: '{"type":"string"}' }] }) },
    expect: 'fail',
  },
  {
    when: 'a schema with an unknown type',
    given: { seen: seenPage({ tools: [{ ...SOUND, inputSchema: '{"type":"object","properties":7}' }] }) },
    expect: 'fail',
  },
  { when: 'no tools', given: { seen: seenPage() }, expect: 'na' },
  { when: 'a page that hangs', given: { seen: seenPage({ outcome: 'hung', tools: [SOUND] }) }, expect: 'na' },
]);
