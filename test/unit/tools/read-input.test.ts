/** What the gate says of an input that does not fit: all faults in one message, each with its field and the remedy. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Caller } from '../../../src/auth/caller.ts';
import { ServiceError } from '../../../src/errors.ts';
import { asAgentsCall } from '../../../src/tools/define-tool.ts';
import { readInput, unknownFieldText } from '../../../src/tools/read-input.ts';
import { PAID_TOOLS, TOOLS } from '../../../src/tools/registry.ts';
import { listTools } from '../../../src/transport/features/tools.ts';

const OPERATOR: Caller = { kind: 'operator', accountId: 'acc' };
const ADDRESS: Caller = { kind: 'address', address: '192.0.2.1' };
const toolOf = (name: string) => TOOLS.find((each) => each.name === name) ?? assert.fail(name);

function refusal(name: string, input: unknown, { caller = OPERATOR, refusesUnknown = true } = {}): ServiceError {
  try {
    readInput(toolOf(name), { input, caller, refusesUnknown });
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
  return assert.fail('the input was accepted');
}

describe('an input with faults', () => {
  it('has all of them named at once, the unknown names with the nearest known one', () => {
    const { code, message } = refusal('start_scan', { page_limit: 5, pageLimit: 0, colour: 'red' });
    assert.equal(code, 'invalid_request');
    assert.match(message, /^"page_limit": start_scan has no such argument\. Did you mean pageLimit\? "colour": /);
    assert.match(message, /"colour": start_scan has no such argument\. Expected: url, pageLimit/);
    assert.match(message, /url: expected an absolute http or https URL of at most 2000 characters\./);
    assert.match(message, /pageLimit: expected a whole number from 1 to 2000\./);
  });

  const SLIPS: readonly [string, string, string][] = [
    ['start_scan', 'pageLimt', 'pageLimit'],
    ['start_scan', 'URL', 'url'],
    ['start_scan', 'idempotency-key', 'idempotencyKey'],
    ['get_scan', 'ids', 'id'],
    ['get_scan', 'scan_id', 'id'],
    ['start_scan', 'siteUrl', 'url'],
    ['compare_scans', 'With', 'with'],
    ['scan_mcp', 'endpont', 'endpoint'],
  ];
  for (const [tool, slip, name] of SLIPS) {
    it(`${tool} takes ${slip} for ${name}`, () => {
      assert.ok(refusal(tool, { [slip]: 'x' }).message.includes(`Did you mean ${name}?`));
    });
  }

  it('has no unlisted argument among the expected ones', () => {
    const getScan = asAgentsCall(toolOf('get_scan'));
    assert.deepEqual(getScan.unlisted, ['pages']);
    const text = unknownFieldText(getScan, 'colour');
    assert.match(text, /Expected: id, checkId, page, detail, cursor, waitSeconds\./);
    assert.doesNotMatch(text, /pages/);
  });

  it('has the code of its first field', () => {
    assert.equal(refusal('start_scan', { url: '', pageLimit: 'many' }).code, 'invalid_url');
    assert.equal(refusal('start_scan', { pageLimit: 'many', url: 'https://example.com/' }).code, 'invalid_request');
  });

  it('without a key has the arguments named that need one', () => {
    const { message } = refusal(
      'start_scan',
      { checks: ['S1'], exclude: ['/a'], idempotencyKey: 'a' },
      { caller: ADDRESS },
    );
    assert.match(message, /url: expected.*exclude: only a call with an API key.*checks: only a call with an API key/);
  });

  it('has an idempotency key without effect named to agents, and ignores it over REST', () => {
    const input = { url: 'https://example.com/', idempotencyKey: 'a' };
    assert.equal(readInput(toolOf('start_scan'), { input, caller: ADDRESS }).url, input.url);
    const agents = asAgentsCall(toolOf('start_scan'));
    assert.throws(() => readInput(agents, { input, caller: ADDRESS }), /idempotencyKey: only a call with an API key/);
  });

  it('has at most eight of thousands named, and fast', () => {
    const many = Object.fromEntries(Array.from({ length: 100_000 }, (_, at) => [`pageLimi${at}`, at]));
    const startedAt = performance.now();
    assert.equal(refusal('start_scan', many).message.match(/no such argument/g)?.length, 8);
    assert.ok(performance.now() - startedAt < 1000);
  });
});

describe('unknown arguments', () => {
  it('are ignored where the transport ignores them, and by ask everywhere', () => {
    const input = { url: 'https://example.com/', colour: 'red' };
    const read = readInput(toolOf('start_scan'), { input, caller: OPERATOR });
    assert.deepEqual([read.url, 'colour' in read], ['https://example.com/', false]);
    const asked = { query: 'llms.txt', newField: 1 };
    assert.equal(readInput(toolOf('ask'), { input: asked, caller: ADDRESS, refusesUnknown: true }).query, 'llms.txt');
  });

  it('are ruled out by the listed schema of every tool that refuses them', () => {
    for (const { name, inputSchema } of listTools([...TOOLS, ...PAID_TOOLS])) {
      assert.equal(inputSchema.additionalProperties, name === 'ask' ? undefined : false, name);
    }
  });
});
