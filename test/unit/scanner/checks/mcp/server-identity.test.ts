import check from '../../../../../src/scanner/checks/mcp/server-identity.ts';
import { checkTable } from '../../../../support/check-table.ts';
import { endedHandshake, handshake, plainAnswer, SERVER_INFO } from '../../../../support/mcp-artifacts.ts';

const BARE = { name: 'docs-search', version: '1.4.2' };
const given = (serverInfo: Readonly<Record<string, unknown>> | undefined) => ({ handshake: handshake({ serverInfo }) });

checkTable(check, [
  { when: 'everything', given: given(SERVER_INFO), expect: 'pass', says: /title, description and websiteUrl/ },
  { when: 'two extras', given: given({ ...BARE, title: 'Docs', icons: [{ src: 'a' }] }), expect: 'pass' },
  {
    when: 'one extra',
    given: given({ ...BARE, title: 'Docs' }),
    expect: 'warn',
    credit: 0.75,
    says: /websiteUrl and icons/,
  },
  { when: 'none', given: given(BARE), expect: 'warn', credit: 0.25 },
  { when: 'empty extras', given: given({ ...BARE, title: ' ', description: '', icons: [] }), expect: 'warn' },
  { when: 'extras of other types', given: given({ ...BARE, title: 1, icons: {}, websiteUrl: true }), expect: 'warn' },
  { when: 'no name', given: given({ ...SERVER_INFO, name: '' }), expect: 'fail', says: /it has no name\./ },
  { when: 'no version', given: given({ ...SERVER_INFO, version: undefined }), expect: 'fail', says: /no version/ },
  { when: 'a version that is a number', given: given({ ...SERVER_INFO, version: 1 }), expect: 'fail' },
  { when: 'no serverInfo', given: given(undefined), expect: 'fail', says: /no name and it has no version/ },
  { when: 'a template', given: given({ ...SERVER_INFO, name: 'MCP-Server' }), expect: 'fail', says: /template/ },
  { when: 'a name with that in it', given: given({ ...SERVER_INFO, name: 'acme-mcp-server' }), expect: 'pass' },
  { when: 'version 0.0.0', given: given({ ...SERVER_INFO, version: '0.0.0' }), expect: 'fail' },
  { when: 'version 0.0.1', given: given({ ...SERVER_INFO, version: '0.0.1' }), expect: 'pass' },
  { when: 'no session', given: { handshake: endedHandshake('authorization', plainAnswer(401)) }, expect: 'error' },
]);
