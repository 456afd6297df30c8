import check from '../../../../../src/scanner/checks/mcp/error-handling.ts';
import type { McpProbes } from '../../../../../src/scanner/model/mcp.ts';
import { checkTable } from '../../../../support/check-table.ts';
import {
  errorOf,
  exchange,
  handshake,
  legacyHandshake,
  legacyProbes,
  noExchange,
  plainAnswer,
  probes,
} from '../../../../support/mcp-artifacts.ts';

const modern = (more: Partial<McpProbes> = {}) => ({ handshake: handshake(), probes: probes(more) });
const legacy = (more: Partial<McpProbes> = {}) => ({ handshake: legacyHandshake(), probes: legacyProbes(more) });
const STACK = '<pre>SyntaxError<br>&nbsp;at parse (/app/node_modules/body-parser/lib/json.js:92:19)</pre>';

checkTable(check, [
  { when: 'modern, as it should be', given: modern(), expect: 'pass' },
  { when: 'legacy, under 200', given: legacy(), expect: 'pass' },
  {
    when: 'modern, under 200',
    given: modern({ unknownMethod: errorOf(-32_601, 200) }),
    expect: 'warn',
    says: /under status 200, not 404/,
  },
  { when: 'another code', given: legacy({ unknownMethod: errorOf(-32_000, 200) }), expect: 'warn', says: /-32000/ },
  {
    when: 'a result for an unknown method',
    given: legacy({ unknownMethod: exchange() }),
    expect: 'warn',
    says: /without a JSON-RPC error/,
  },
  { when: 'a bare 404', given: modern({ unknownMethod: plainAnswer(404) }), expect: 'warn' },
  {
    when: 'an unknown method that is never answered',
    given: legacy({ unknownMethod: noExchange('timeout') }),
    expect: 'warn',
    says: /unknown method is not answered/,
  },
  { when: 'malformed: 399', given: legacy({ malformed: plainAnswer(399) }), expect: 'warn', says: /399, not 4xx/ },
  { when: 'malformed: 400', given: legacy({ malformed: plainAnswer(400) }), expect: 'pass' },
  { when: 'malformed: 499', given: legacy({ malformed: plainAnswer(499) }), expect: 'pass' },
  { when: 'malformed: 500', given: legacy({ malformed: plainAnswer(500) }), expect: 'warn', says: /500, not 4xx/ },
  { when: 'malformed: 200', given: legacy({ malformed: errorOf(-32_700, 200) }), expect: 'warn' },
  { when: 'malformed: no answer', given: legacy({ malformed: noExchange('unreachable') }), expect: 'warn' },
  {
    when: 'a stack trace',
    given: legacy({ malformed: plainAnswer(400, { text: STACK }) }),
    expect: 'warn',
    says: /^An error shows the inside of the server\.$/,
  },
  {
    when: 'a stack trace under 500',
    given: legacy({ malformed: plainAnswer(500, { text: STACK }) }),
    expect: 'fail',
    says: /^A malformed request is answered 500, not 4xx; an error shows/,
  },
  {
    when: 'both wrong',
    given: modern({ unknownMethod: plainAnswer(200), malformed: plainAnswer(200) }),
    expect: 'fail',
  },
  { when: 'no time left', given: modern({ malformed: noExchange('budget') }), expect: 'error' },
  { when: 'authorization', given: legacy({ unknownMethod: plainAnswer(401) }), expect: 'error' },
  { when: 'too many requests', given: modern({ unknownMethod: plainAnswer(429) }), expect: 'error' },
]);
