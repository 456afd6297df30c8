import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { describe, it } from 'node:test';
import { openProtocolPipe } from '../../../../src/scanner/browser/protocol.ts';

const soon = () => new Promise((resolve) => setTimeout(resolve, 5));

function opened() {
  const [requests, messages] = [new PassThrough(), new PassThrough()];
  const [seen, dropped]: [object[], number[]] = [[], []];
  const pipe = openProtocolPipe(requests, messages, (bytes) => dropped.push(bytes));
  pipe.onmessage = (message) => seen.push(message);
  return { requests, messages, pipe, seen, dropped };
}

describe('the DevTools protocol over pipes', () => {
  it('writes requests that end with a zero byte, and delivers incoming messages', async () => {
    const { requests, messages, pipe, seen } = opened();
    pipe.send({ id: 1, method: 'Browser.getVersion', params: {} });
    messages.write('{"id":1,"result":{"product":"Chrome/156"}}\0');
    await soon();
    assert.equal(String(requests.read()), '{"id":1,"method":"Browser.getVersion","params":{}}\0');
    assert.deepEqual(seen, [{ id: 1, result: { product: 'Chrome/156' } }]);
  });

  it('gives an error to the session whose answer is too long, once', async () => {
    const { messages, pipe, seen, dropped } = opened();
    pipe.send({ id: 7, method: 'Runtime.callFunctionOn', params: {}, sessionId: 'AB' });
    for (let time = 0; time < 2; time += 1) messages.write(`{"id":7,"result":"${'x'.repeat(25_000_000)}"}\0`);
    await soon();
    assert.deepEqual(seen, [{ id: 7, sessionId: 'AB', error: { code: -32000, message: 'The answer is too long.' } }]);
    assert.deepEqual(dropped, []);
  });

  it('tells the length of an event that is too long, and delivers nothing of it', async () => {
    const { messages, seen, dropped } = opened();
    const event = `{"method":"Runtime.consoleAPICalled","params":"${'x'.repeat(1_500_000)}"}`;
    messages.write(`${event}\0`);
    await soon();
    assert.deepEqual([seen, dropped], [[], [event.length]]);
  });

  it('says when the browser has ended, and throws for nothing that is sent later', async () => {
    const { requests, messages, pipe } = opened();
    let closed = 0;
    pipe.onclose = () => {
      closed += 1;
    };
    messages.destroy();
    requests.destroy();
    await soon();
    pipe.send({ id: 2, method: 'Page.close', params: {} });
    assert.equal(closed, 1);
  });
});
