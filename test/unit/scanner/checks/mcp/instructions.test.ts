import check from '../../../../../src/scanner/checks/mcp/instructions.ts';
import { checkTable } from '../../../../support/check-table.ts';
import { endedHandshake, handshake, plainAnswer, tool } from '../../../../support/mcp-artifacts.ts';

const given = (instructions: unknown, toolCount = 2) => ({
  handshake: handshake({ instructions }),
  tools: Array.from({ length: toolCount }, (_, at) => tool(`tool_${at}`)),
});

checkTable(check, [
  { when: '39 characters', given: given('x'.repeat(39)), expect: 'warn', says: /39 characters, too few/ },
  { when: '40 characters', given: given('x'.repeat(40)), expect: 'pass' },
  { when: '40 characters with space around', given: given(`\n ${'x'.repeat(39)} \n`), expect: 'warn' },
  { when: '2048 characters', given: given('x'.repeat(2048), 9), expect: 'pass' },
  { when: '2049 characters', given: given('x'.repeat(2049)), expect: 'warn', says: /cut them off after 2048/ },
  { when: 'none, 4 tools', given: given(undefined, 4), expect: 'warn', says: /no instructions for 4 tools/ },
  { when: 'none, 1 tool', given: given(undefined, 1), expect: 'warn', says: /for 1 tool\./ },
  { when: 'none, 5 tools', given: given(undefined, 5), expect: 'fail' },
  { when: 'blank, 5 tools', given: given(' \n', 5), expect: 'fail' },
  { when: 'of another type, 5 tools', given: given({ text: 'x'.repeat(100) }, 5), expect: 'fail' },
  { when: 'none, tools unknown', given: { handshake: handshake({ instructions: undefined }) }, expect: 'error' },
  { when: 'there, tools unknown', given: { handshake: handshake() }, expect: 'pass' },
  { when: 'no session', given: { handshake: endedHandshake('not-mcp', plainAnswer(404)) }, expect: 'error' },
]);
