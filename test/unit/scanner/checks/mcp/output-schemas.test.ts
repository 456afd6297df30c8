import check from '../../../../../src/scanner/checks/mcp/output-schemas.ts';
import { checkTable } from '../../../../support/check-table.ts';
import { handshake, tool } from '../../../../support/mcp-artifacts.ts';

const of = (declared: number, without: number, invalid = 0) => ({
  handshake: handshake(),
  tools: [
    ...Array.from({ length: declared }, (_, at) => tool(`d${at}`)),
    ...Array.from({ length: without }, (_, at) => tool(`w${at}`, { outputSchema: undefined })),
    ...Array.from({ length: invalid }, (_, at) => tool(`i${at}`, { outputSchema: { type: 'text' } })),
  ],
});

checkTable(check, [
  { when: 'all declare it', given: of(2, 0), expect: 'pass' },
  { when: '4 of 5', given: of(4, 1), expect: 'pass', says: /^4 of 5/ },
  { when: '79 of 100', given: of(79, 21), expect: 'warn', credit: 0.79 },
  { when: 'none of many', given: of(0, 30), expect: 'warn', credit: 0 },
  { when: 'one of five is invalid', given: of(4, 0, 1), expect: 'fail', says: /^1 of 5 output schemas/ },
  { when: 'one of four is invalid', given: of(3, 0, 1), expect: 'pass' },
  { when: 'few declare it and one is invalid', given: of(0, 4, 1), expect: 'fail' },
  { when: 'no tools', given: of(0, 0), expect: 'na' },
]);
