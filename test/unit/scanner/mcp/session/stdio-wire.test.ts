import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createStdioWire, type StdioPeer } from '../../../../../src/scanner/mcp/session/stdio-wire.ts';
import { MCP_LIMITS } from '../../../../../src/scanner/mcp/session/wire.ts';

const request = (id: number) => ({
  method: 'ping',
  body: JSON.stringify({ jsonrpc: '2.0', id, method: 'ping' }),
  headers: {},
  sentId: id,
});

/** A peer whose process answers each line by `answers`. */
function peerThat(answers: (line: string, say: (line: string) => void) => void) {
  const written: string[] = [];
  let say: (line: string | undefined) => void = () => undefined;
  const peer: StdioPeer = {
    name: 'test',
    write(line) {
      written.push(line);
      queueMicrotask(() => answers(line, say));
    },
    onLine: (listener) => {
      say = listener;
    },
  };
  return { peer, written, say: (line: string) => say(line) };
}

describe('the wire of a server over stdio', () => {
  it('requests of the server: ping has a result, sampling, roots and elicitation are refused, none is taken for an answer', async () => {
    const { peer, written, say } = peerThat((line, reply) => {
      if (line.includes('"method":"ping"')) reply('{"jsonrpc":"2.0","id":1,"result":{"ok":true}}');
    });
    const wire = createStdioWire(peer, MCP_LIMITS, () => 0);
    for (const method of ['ping', 'sampling/createMessage', 'roots/list', 'elicitation/create'])
      say(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: {} }));
    const codes = written.map((line) => JSON.parse(line).error?.code);
    assert.deepEqual(codes, [undefined, -32601, -32601, -32601]);
    const exchange = await wire.post(request(1));
    assert.ok(exchange.answered && exchange.message?.result !== undefined);
  });

  it('lines that are no message: kept with the answer that follows, three at most', async () => {
    const { peer, say } = peerThat((line, reply) => {
      reply('');
      for (let at = 0; at < 5; at += 1) reply(`listening ${at}`);
      reply(`{"jsonrpc":"2.0","id":${JSON.parse(line).id},"result":{}}`);
    });
    const wire = createStdioWire(peer, MCP_LIMITS, () => 0);
    say('Server version 1.2.3');
    const first = await wire.post(request(1));
    assert.ok(first.answered);
    assert.deepEqual(first.strays, ['Server version 1.2.3', 'listening 0', 'listening 1']);
    const second = await wire.post(request(2));
    assert.deepEqual(second.answered && second.strays, ['listening 0', 'listening 1', 'listening 2']);
  });

  it('a server that asks without end: a hundred requests are answered', () => {
    const { peer, written, say } = peerThat(() => undefined);
    createStdioWire(peer, MCP_LIMITS, () => 0);
    for (let id = 0; id < 1_000; id += 1) say(JSON.stringify({ jsonrpc: '2.0', id, method: 'ping' }));
    assert.equal(written.length, 100);
  });

  it('a server that answers slowly: the session ends when its time is over', async (context) => {
    context.mock.timers.enable({ apis: ['setTimeout'] });
    let ms = 0;
    const { peer } = peerThat((line, reply) => {
      if (JSON.parse(line).id === 1) reply('{"jsonrpc":"2.0","id":1,"result":{}}');
    });
    const wire = createStdioWire(peer, MCP_LIMITS, () => ms);
    assert.ok((await wire.post(request(1))).answered);
    ms = MCP_LIMITS.sessionMs - 5;
    const late = wire.post(request(2));
    context.mock.timers.tick(5);
    assert.deepEqual([(await late).answered], [false]);
  });

  it('a server that never answers: the start is waited for once', async (context) => {
    context.mock.timers.enable({ apis: ['setTimeout'] });
    let ms = 0;
    const { peer } = peerThat(() => undefined);
    const wire = createStdioWire(peer, MCP_LIMITS, () => ms);
    for (const waits of [90_000, MCP_LIMITS.requestMs]) {
      const exchange = wire.post(request(1));
      context.mock.timers.tick(waits);
      ms += waits;
      assert.equal((await exchange).answered, false);
    }
  });
});
