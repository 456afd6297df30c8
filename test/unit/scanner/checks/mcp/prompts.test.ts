import check from '../../../../../src/scanner/checks/mcp/prompts.ts';
import { checkTable } from '../../../../support/check-table.ts';
import { handshake, PROMPTS } from '../../../../support/mcp-artifacts.ts';

type Entry = Readonly<Record<string, unknown>>;
const of = (...prompts: Entry[]) => ({ handshake: handshake(), prompts });
const many = (whole: number, poor: number) =>
  of(
    ...Array.from({ length: whole }, (_, at) => ({ name: `w${at}`, description: 'ten chars.' })),
    ...Array.from({ length: poor }, (_, at) => ({ name: `p${at}`, description: 'nine char' })),
  );
const withArguments = (declared: unknown) => of({ name: 'a', description: 'Explains a term.', arguments: declared });

checkTable(check, [
  { when: 'complete ones', given: of(...PROMPTS), expect: 'pass', says: /^1 of 1/ },
  { when: '9 of 10 complete', given: many(9, 1), expect: 'pass' },
  { when: '89 of 100 complete', given: many(89, 11), expect: 'warn' },
  { when: '1 of 2 complete', given: many(1, 1), expect: 'warn' },
  { when: '49 of 100 complete', given: many(49, 51), expect: 'fail', says: /^49 of 100/ },
  { when: 'no arguments', given: withArguments([]), expect: 'pass' },
  { when: 'an argument that is not described', given: withArguments([{ name: 'term' }]), expect: 'fail' },
  { when: 'an argument without a name', given: withArguments([{ description: 'A term' }]), expect: 'fail' },
  { when: 'an argument that is junk', given: withArguments([null]), expect: 'fail' },
  { when: 'arguments that are no list', given: withArguments({ term: 'A term' }), expect: 'fail' },
  { when: 'no name', given: of({ description: 'Explains a term.' }), expect: 'fail' },
  { when: 'a name twice', given: of(...PROMPTS, ...PROMPTS), expect: 'fail', says: /same name: 1 name\./ },
  { when: 'no prompts', given: of(), expect: 'na' },
]);
