import check from '../../../../../src/scanner/checks/mcp/context-budget.ts';
import { checkTable } from '../../../../support/check-table.ts';
import { handshake, tool } from '../../../../support/mcp-artifacts.ts';

const of = (count: number, overrides: Parameters<typeof tool>[1] = {}) => ({
  handshake: handshake(),
  tools: Array.from({ length: count }, (_, at) => tool(`t${at}`, { contextBytes: 400, ...overrides })),
});

checkTable(check, [
  { when: '25 small tools', given: of(25), expect: 'pass', says: /25 tools take about 2500 tokens/ },
  { when: '26 small tools', given: of(26), expect: 'warn', says: /26 tools \(at most 25\)/ },
  { when: '60 small tools', given: of(60), expect: 'warn' },
  {
    when: '50 small tools, one of which searches the others',
    given: { ...of(49), tools: [...of(49).tools, tool('search_tools', { contextBytes: 200 })] },
    expect: 'pass',
  },
  { when: '61 small tools', given: of(61), expect: 'fail' },
  { when: '8,000 tokens', given: of(4, { contextBytes: 8_000 }), expect: 'pass', says: /8000 tokens/ },
  {
    when: 'a byte more',
    given: of(1, { contextBytes: 8_001 }),
    expect: 'warn',
    says: /1 tool of more than 2000 tokens/,
  },
  { when: '8,001 tokens in all', given: of(5, { contextBytes: 6_401 }), expect: 'warn', says: /about 8002 tokens/ },
  { when: '16,000 tokens', given: of(10, { contextBytes: 6_400 }), expect: 'warn', says: /about 16000 tokens/ },
  { when: 'more', given: of(10, { contextBytes: 6_401 }), expect: 'fail' },
  { when: 'a description of 2,048 characters', given: of(1, { description: 'd'.repeat(2_048) }), expect: 'pass' },
  { when: 'one of 2,049', given: of(1, { description: 'd'.repeat(2_049) }), expect: 'warn', says: /1 description of/ },
  { when: 'one tool of 2 MB', given: of(1, { contextBytes: 2_000_000 }), expect: 'fail', says: /500000 tokens/ },
  { when: 'no tools', given: of(0), expect: 'na' },
]);
