import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import check from '../../../../../src/scanner/checks/mcp/handshake.ts';
import { checkTable } from '../../../../support/check-table.ts';
import {
  ENDPOINT,
  endedHandshake,
  errorOf,
  exchange,
  handshake,
  legacyHandshake,
  noExchange,
  plainAnswer,
} from '../../../../support/mcp-artifacts.ts';

const notMcp = (decisive: Parameters<typeof endedHandshake>[1]) => ({ handshake: endedHandshake('not-mcp', decisive) });
const hop = { url: 'https://mcp.example/old', status: 308 };

checkTable(check, [
  { when: 'modern', given: { handshake: handshake() }, expect: 'pass', says: /answers server\/discover\.$/ },
  { when: 'legacy', given: { handshake: legacyHandshake() }, expect: 'pass', says: /answers initialize, not/ },
  {
    when: 'a revision that is refused',
    given: { handshake: legacyHandshake({ protocolVersion: '2025-06-18', refusedRevision: '2025-11-25' }) },
    expect: 'warn',
    says: /refuses revision 2025-11-25 instead of answering/,
  },
  { when: 'one redirect', given: { handshake: handshake({ hops: [hop] }) }, expect: 'warn', says: /after a redirect/ },
  {
    when: 'three redirects',
    given: { handshake: handshake({ hops: [hop, hop, hop] }) },
    expect: 'warn',
    says: /after 3 redirects/,
  },
  {
    when: '401',
    given: { handshake: endedHandshake('authorization', plainAnswer(401)) },
    expect: 'warn',
    says: /answers 401/,
  },
  { when: '403', given: { handshake: endedHandshake('forbidden', plainAnswer(403)) }, expect: 'fail', says: /403/ },
  {
    when: 'HTTP+SSE only',
    given: { handshake: endedHandshake('legacy-sse', plainAnswer(405)) },
    expect: 'fail',
    says: /deprecated HTTP\+SSE/,
  },
  {
    when: 'a redirect off the origin',
    given: { handshake: endedHandshake('redirect', plainAnswer(307), { refusedRedirect: 'http://169.254.169.254/' }) },
    expect: 'fail',
    says: /off its origin/,
  },
  {
    when: 'too much to read',
    given: { handshake: endedHandshake('oversize', noExchange('too_large')) },
    expect: 'fail',
    says: /4 MiB/,
  },
  {
    when: 'an HTML page',
    given: notMcp(plainAnswer(200, { contentType: 'text/html', text: '<!doctype html><h1>Welcome</h1>' })),
    expect: 'fail',
    says: /200 with an HTML page/,
  },
  { when: 'nothing', given: notMcp(plainAnswer(404)), expect: 'fail', says: /404, neither with JSON nor with events/ },
  {
    when: 'another JSON API',
    given: notMcp(exchange({ message: undefined, text: '{"ok":true}' })),
    expect: 'fail',
    says: /200 with JSON that is no result/,
  },
  {
    when: 'JSON-RPC without either method',
    given: notMcp(errorOf(-32_601, 404)),
    expect: 'fail',
    says: /404 with JSON-RPC error -32601/,
  },
  {
    when: 'events that lead nowhere',
    given: notMcp(exchange({ contentType: 'text/event-stream', message: undefined, events: ['message'] })),
    expect: 'fail',
    says: /events, none of which/,
  },
  { when: 'an answer without an end', given: notMcp(noExchange('budget')), expect: 'fail', says: /come to an end/ },
]);

describe('the evidence of M1', () => {
  const evidenceOf = (given: Parameters<typeof check.evaluate>[0]) => check.evaluate(given).evidence;

  it('names era and revision as the server wrote it', () => {
    const given = { handshake: legacyHandshake({ protocolVersion: '2024-11-05' }) };
    assert.equal(evidenceOf(given)?.measured, 'legacy era, revision 2024-11-05');
  });
  it('shows where a refused redirect leads, and no message does', () => {
    const refusedRedirect = 'http://169.254.169.254/latest/meta-data/';
    const given = { handshake: endedHandshake('redirect', plainAnswer(307), { hops: [hop], refusedRedirect }) };
    assert.deepEqual(evidenceOf(given)?.examples, ['308 https://mcp.example/old', `to ${refusedRedirect}`]);
    assert.doesNotMatch(check.evaluate(given).message, /169/);
  });
  it('shows status, type and the start of what answered', () => {
    const text = `<!doctype html>${'x'.repeat(500)}`;
    const evidence = evidenceOf(notMcp(plainAnswer(200, { contentType: 'text/html', text })));
    assert.equal(evidence?.status, 200);
    assert.equal(evidence?.contentType, 'text/html');
    assert.equal(evidence?.snippet, text.slice(0, 200));
    assert.equal(evidence?.url, ENDPOINT);
  });
  it('can be had again by the request of the era', () => {
    const methodOf = (given: Parameters<typeof check.evaluate>[0]) =>
      JSON.parse(evidenceOf(given)?.request?.body ?? '{}').method;
    assert.equal(methodOf({ handshake: handshake() }), 'server/discover');
    assert.equal(methodOf({ handshake: legacyHandshake() }), 'initialize');
    assert.equal(methodOf(notMcp(plainAnswer(404))), 'server/discover');
    const refusal = plainAnswer(404);
    assert.equal(methodOf({ handshake: endedHandshake('not-mcp', refusal, { initialize: refusal }) }), 'initialize');
    const stream = { handshake: endedHandshake('legacy-sse', plainAnswer(200), { initialize: refusal }) };
    assert.deepEqual(evidenceOf(stream)?.request, { accept: 'text/event-stream' });
  });
});
