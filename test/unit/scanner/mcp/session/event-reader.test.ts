import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { createEventReader, type ServerSentEvent } from '../../../../../src/scanner/mcp/session/answer.ts';
import { cpuMs } from '../../../../support/cpu-time.ts';

/** Hands a body over as it grows by these sizes, then whole. */
function read(body: string, sizes: readonly number[] = []): ServerSentEvent[] {
  const bytes = Buffer.from(body);
  const reader = createEventReader();
  const events: ServerSentEvent[] = [];
  let length = 0;
  for (const size of sizes) {
    length = Math.min(bytes.length, length + size);
    events.push(...reader(bytes.subarray(0, length)));
  }
  events.push(...reader(bytes));
  return events;
}

const ROWS: readonly (readonly [string, string, readonly (readonly [string, string])[]])[] = [
  ['an event', 'data: a\n\n', [['message', 'a']]],
  ['a named event', 'event: endpoint\ndata: /x\n\n', [['endpoint', '/x']]],
  ['several lines', 'data: a\ndata:b\ndata\n\n', [['message', 'a\nb\n']]],
  [
    'every kind of line end',
    'data: a\r\n\r\ndata: b\r\rdata: c\n\n',
    [
      ['message', 'a'],
      ['message', 'b'],
      ['message', 'c'],
    ],
  ],
  ['comments and other fields', ': hi\nid: 1\nretry: 5\ndata: a\n\n', [['message', 'a']]],
  ['an event without data', 'event: x\n\ndata: a\n\n', [['message', 'a']]],
  ['empty data', 'data: \n\n', [['message', '']]],
  ['what ends in the middle', 'data: a\n\ndata: b\n', [['message', 'a']]],
  ['a byte order mark', '\uFEFFdata: a\n\n', [['message', 'a']]],
  ['one leading space of two', 'data:  a\n\n', [['message', ' a']]],
  ['letters beyond ASCII', 'data: é😀\n\n', [['message', 'é😀']]],
];

describe('server-sent events', () => {
  for (const [name, body, expected] of ROWS) {
    it(name, () => {
      const events = expected.map(([event, data]) => ({ name: event, data }));
      assert.deepEqual(read(body), events);
      assert.deepEqual(read(body, Array(body.length * 4).fill(1)), events, 'in single bytes');
    });
  }

  it('do not depend on how the body is cut', () => {
    const parts = fc.constantFrom('data: a', 'event: x', ': c', '\n', '\r\n', '\r', 'é', 'data', ':', ' ');
    fc.assert(
      fc.property(
        fc.array(parts).map((all) => all.join('')),
        fc.array(fc.nat(7)),
        (body, sizes) => {
          assert.deepEqual(read(body, sizes), read(body));
        },
      ),
    );
  });

  it('cost no more in single bytes than in one piece', () => {
    const body = `data: ${'x'.repeat(200_000)}\n\n`;
    const tookMs = cpuMs(() => assert.equal(read(body, Array(body.length).fill(1)).length, 1));
    assert.ok(tookMs < 2000);
  });
});
