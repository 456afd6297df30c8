import check from '../../../../../src/scanner/checks/mcp/behaviour-annotations.ts';
import { checkTable } from '../../../../support/check-table.ts';
import { handshake, tool } from '../../../../support/mcp-artifacts.ts';

const ALL = { readOnlyHint: true, destructiveHint: false, openWorldHint: true };
const of = (whole: number, rest: number, annotations: object = {}) => ({
  handshake: handshake(),
  tools: [
    ...Array.from({ length: whole }, (_, at) => tool(`w${at}`, { annotations: ALL })),
    ...Array.from({ length: rest }, (_, at) => tool(`r${at}`, { annotations: { ...annotations } })),
  ],
});

checkTable(check, [
  { when: 'all three on all', given: of(3, 0), expect: 'pass' },
  {
    when: 'false counts as said',
    given: of(1, 1, { readOnlyHint: false, destructiveHint: false, openWorldHint: false }),
    expect: 'pass',
  },
  {
    when: 'one of many lacks openWorldHint',
    given: of(30, 1, { readOnlyHint: true, destructiveHint: false }),
    expect: 'warn',
    says: /^30 of 31/,
  },
  {
    when: 'all say only that they read',
    given: of(0, 3, { readOnlyHint: true }),
    expect: 'warn',
    says: /^0 of 3 .* 3 say/,
  },
  {
    when: 'all say that they write and whether they destroy',
    given: of(0, 3, { readOnlyHint: false, destructiveHint: true }),
    expect: 'warn',
  },
  {
    when: 'all say that they write, not whether they destroy',
    given: of(0, 3, { readOnlyHint: false }),
    expect: 'fail',
  },
  { when: 'a fifth says nothing', given: of(4, 1), expect: 'warn' },
  { when: '21 of 100 say nothing', given: of(79, 21), expect: 'fail' },
  {
    when: 'hints that are text',
    given: of(0, 1, { readOnlyHint: 'true', destructiveHint: 'false', openWorldHint: 'no' }),
    expect: 'fail',
  },
  { when: 'none at all', given: of(0, 2), expect: 'fail', says: /^0 of 2/ },
  { when: 'no tools', given: of(0, 0), expect: 'na' },
]);
