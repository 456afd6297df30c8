import check from '../../../../../src/scanner/checks/mcp/protocol-revision.ts';
import { checkTable } from '../../../../support/check-table.ts';
import { endedHandshake, handshake, legacyHandshake, plainAnswer } from '../../../../support/mcp-artifacts.ts';

const legacy = (protocolVersion: string) => ({ handshake: legacyHandshake({ protocolVersion }) });

checkTable(check, [
  { when: 'the current revision', given: { handshake: handshake() }, expect: 'pass', says: /2026-07-28/ },
  {
    when: 'the current one among newer and older ones',
    given: { handshake: handshake({ supportedVersions: ['2027-02-01', '2026-07-28', '2025-11-25'] }) },
    expect: 'pass',
  },
  { when: '2025-11-25', given: legacy('2025-11-25'), expect: 'warn', says: /is 2025-11-25; 2026-07-28/ },
  { when: '2025-06-18', given: legacy('2025-06-18'), expect: 'warn', says: /is 2025-06-18;/ },
  { when: '2025-03-26', given: legacy('2025-03-26'), expect: 'warn', says: /is 2025-03-26;/ },
  { when: '2024-11-05', given: legacy('2024-11-05'), expect: 'warn', says: /is 2024-11-05;/ },
  { when: 'a revision nobody knows', given: legacy('1.0'), expect: 'fail' },
  {
    when: 'authorization',
    given: { handshake: endedHandshake('authorization', plainAnswer(401)) },
    expect: 'error',
    says: /behind authorization/,
  },
  {
    when: 'no session',
    given: { handshake: endedHandshake('not-mcp', plainAnswer(404)) },
    expect: 'error',
    says: /no session/,
  },
]);
