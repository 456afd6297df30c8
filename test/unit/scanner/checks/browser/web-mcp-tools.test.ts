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
  {
    when: 'a call that answers',
    given: { seen: seenPage({ tools: [{ ...SOUND, call: { outcome: 'answered', chars: 20, says: 'At 14:10' } }] }) },
    expect: 'pass',
    says: /; 1 was called and answers\.$/,
  },
  ...(['failed', 'nothing', 'silent'] as const).map((outcome) => ({
    when: `a call: ${outcome}`,
    given: { seen: seenPage({ tools: [SOUND, { ...SOUND, call: { outcome, chars: 0, says: 'no boat' } }] }) },
    expect: 'fail' as const,
    credit: 0.5,
  })),
  ...(['asks', 'not-sent'] as const).map((outcome) => ({
    when: `a call: ${outcome}`,
    given: { seen: seenPage({ tools: [{ ...SOUND, call: { outcome, chars: 0, says: '' } }] }) },
    expect: 'pass' as const,
  })),
  {
    when: 'a call that answers too much',
    given: { seen: seenPage({ tools: [{ ...SOUND, call: { outcome: 'answered', chars: 5_000_000, says: 'a' } }] }) },
    expect: 'warn',
  },
  { when: 'no tools', given: { seen: seenPage() }, expect: 'na' },
  { when: 'a page that hangs', given: { seen: seenPage({ outcome: 'hung', tools: [SOUND] }) }, expect: 'na' },
]);
