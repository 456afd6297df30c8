import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import check from '../../../../../src/scanner/checks/mcp/secure-transport.ts';
import type { McpExchange, McpHandshake } from '../../../../../src/scanner/model/mcp.ts';
import { checkTable } from '../../../../support/check-table.ts';
import {
  endedHandshake,
  exchange,
  handshake,
  noExchange,
  plainAnswer,
  probes,
} from '../../../../support/mcp-artifacts.ts';

const at = (url: string, overrides: Partial<McpHandshake> = {}) => ({
  handshake: handshake({ endpoint: url, finalUrl: url, ...overrides }),
  probes: probes(),
});
const foreign = (foreignOrigin: McpExchange) => ({ handshake: handshake(), probes: probes({ foreignOrigin }) });
const refused = (refusedRedirect: string, endpoint = 'https://mcp.example/mcp') => ({
  handshake: endedHandshake('redirect', plainAnswer(307), { endpoint, finalUrl: endpoint, refusedRedirect }),
});

checkTable(check, [
  { when: 'https and 403', given: foreign(plainAnswer(403)), expect: 'pass', says: /foreign Origin is refused/ },
  { when: 'https and 400', given: foreign(plainAnswer(400)), expect: 'pass' },
  { when: 'https and 200', given: foreign(exchange()), expect: 'warn', says: /foreign Origin is accepted/ },
  { when: 'https and 399', given: foreign(plainAnswer(399)), expect: 'warn' },
  { when: 'https and 499', given: foreign(plainAnswer(499)), expect: 'pass' },
  { when: 'https and 500', given: foreign(plainAnswer(500)), expect: 'error' },
  { when: 'https and 429', given: foreign(plainAnswer(429)), expect: 'error' },
  { when: 'https and no answer', given: foreign(noExchange()), expect: 'error' },
  { when: 'plain http', given: at('http://mcp.example/mcp'), expect: 'fail', says: /plain http/ },
  { when: 'plain http on a private address', given: at('http://10.0.0.8/mcp'), expect: 'fail' },
  { when: 'plain http on a name that only looks local', given: at('http://localhost.example/mcp'), expect: 'fail' },
  { when: 'plain http on 127.0.0.1.example', given: at('http://127.0.0.1.example/mcp'), expect: 'fail' },
  { when: 'localhost', given: at('http://localhost:3000/mcp'), expect: 'pass' },
  { when: 'a name under localhost', given: at('http://app.localhost:3000/mcp'), expect: 'pass' },
  { when: '127.0.0.1', given: at('http://127.0.0.1:3000/mcp'), expect: 'pass' },
  { when: '::1', given: at('http://[::1]:3000/mcp'), expect: 'pass' },
  { when: 'a redirect to plain http', given: refused('http://mcp.example/mcp'), expect: 'fail', says: /from https to/ },
  { when: 'a redirect to another https origin', given: refused('https://other.example/mcp'), expect: 'error' },
  { when: 'a redirect that is no address', given: refused('http://['), expect: 'error' },
  {
    when: 'https and authorization',
    given: { handshake: endedHandshake('authorization', plainAnswer(401)) },
    expect: 'pass',
    says: /^The connection is encrypted or stays on this machine\.$/,
  },
  {
    when: 'plain http and authorization',
    given: {
      handshake: endedHandshake('authorization', plainAnswer(401), {
        endpoint: 'http://mcp.example/mcp',
        finalUrl: 'http://mcp.example/mcp',
      }),
    },
    expect: 'fail',
  },
  { when: 'no session', given: { handshake: endedHandshake('not-mcp', plainAnswer(404)) }, expect: 'error' },
]);

describe('the evidence of M5', () => {
  it("can be repeated with another site's Origin", () => {
    const { evidence } = check.evaluate(foreign(exchange()));
    assert.equal(evidence?.request?.headers?.Origin, 'https://foreign-origin.example');
    assert.match(evidence?.request?.body ?? '', /server\/discover/);
  });
});
