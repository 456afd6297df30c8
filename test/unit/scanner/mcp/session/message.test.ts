import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { countValues, parseMessages, pickMessage } from '../../../../../src/scanner/mcp/session/message.ts';
import { MAX_DEPTH, TOO_DEEP } from '../../../../../src/scanner/model/mcp.ts';

const nested = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`;
const inMessage = (value: string): string => `{"jsonrpc":"2.0","id":1,"result":${value}}`;

/** How many arrays lie in each other, and what lies in the innermost. */
function depthOf(value: unknown): { depth: number; end: unknown } {
  let depth = 0;
  let end = value;
  for (; Array.isArray(end); end = end[0]) depth += 1;
  return { depth, end };
}

describe('JSON-RPC messages', () => {
  for (const text of ['', 'null', '5', '[]', '{}', '{"id":1,"result":{}}', '<html>', '{"jsonrpc":"1.0","id":1}']) {
    it(`there are none in ${text === '' ? 'nothing' : text}`, () => assert.deepEqual(parseMessages(text), []));
  }

  it('may be in a batch, after a byte order mark', () => {
    const batch = parseMessages(`\uFEFF[${inMessage('1')},null,7,${inMessage('2')}]`);
    assert.deepEqual(
      batch.map(({ result }) => result),
      [1, 2],
    );
  });

  it('the response to the request is picked, else a response, else any', () => {
    const notification = { jsonrpc: '2.0', method: 'x' };
    const other = { jsonrpc: '2.0', id: 9, result: {} };
    const mine = { jsonrpc: '2.0', id: 2, error: {} };
    assert.equal(pickMessage([notification, other, mine], 2), mine);
    assert.equal(pickMessage([notification, other, mine], 3), other);
    assert.equal(pickMessage([notification], 3), notification);
    assert.equal(pickMessage([], 3), undefined);
  });

  it('are cut off where they are nested too deep', () => {
    const kept = MAX_DEPTH - 1;
    assert.deepEqual(depthOf(parseMessages(inMessage(nested(kept)))[0]?.result), { depth: kept, end: undefined });
    for (const depth of [kept + 1, 20_000, 1_000_000]) {
      assert.deepEqual(depthOf(parseMessages(inMessage(nested(depth)))[0]?.result), { depth: kept, end: TOO_DEEP });
    }
  });

  it('hold a limited number of values', () => {
    for (const [text, count] of [
      ['1', 1],
      ['[]', 2],
      ['{"a,b[{":"\\",[{\\\\","c":[1,{}]}', 6],
      ['[[],[],[]]', 7],
    ] as const) {
      assert.equal(countValues(text), count, text);
    }
  });

  it('may have keys that objects are born with', () => {
    const deep = nested(100);
    const [message] = parseMessages(inMessage(`{"__proto__":${deep},"constructor":${deep}}`));
    assert.deepEqual(Object.keys(message?.result as object), ['__proto__', 'constructor']);
    assert.equal(JSON.stringify(message).split(TOO_DEEP.slice(1)).length, 3);
  });
});
