import check from '../../../../../src/scanner/checks/mcp/tool-titles.ts';
import { checkTable } from '../../../../support/check-table.ts';
import { handshake, tool } from '../../../../support/mcp-artifacts.ts';

const untitled = (name: string) => tool(name, { title: undefined });
const titled = (count: number) => Array.from({ length: count }, (_, at) => tool(`titled_${at}`));
const of = (...tools: ReturnType<typeof tool>[]) => ({ handshake: handshake(), tools });

checkTable(check, [
  { when: 'every tool has one', given: of(...titled(5)), expect: 'pass', says: /5 of 5/ },
  {
    when: 'it stands in the annotations',
    given: of(tool('a', { title: undefined, annotations: { title: 'A' } })),
    expect: 'pass',
  },
  { when: 'one of five lacks it', given: of(...titled(4), untitled('a')), expect: 'warn', says: /1 of 5/ },
  { when: 'two of nine lack it', given: of(...titled(7), untitled('a'), untitled('b')), expect: 'fail' },
  { when: 'the title is blank', given: of(tool('a', { title: ' ' })), expect: 'fail' },
  { when: 'the title is no text', given: of(tool('a', { title: 7 })), expect: 'fail' },
  { when: 'there are no tools', given: of(), expect: 'na' },
]);
