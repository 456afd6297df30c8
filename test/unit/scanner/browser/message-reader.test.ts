import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createMessageReader } from '../../../../src/scanner/browser/message-reader.ts';

function readIn(chunks: readonly string[]) {
  const messages: string[] = [];
  const dropped: { readonly bytes: number; readonly id: number | undefined }[] = [];
  const read = createMessageReader({
    onMessage: (text) => messages.push(text),
    onDropped: (one) => dropped.push(one),
  });
  for (const chunk of chunks) read(Buffer.from(chunk));
  return { messages, dropped };
}
const inPieces = (text: string, length: number): string[] =>
  Array.from({ length: Math.ceil(text.length / length) }, (_, at) => text.slice(at * length, (at + 1) * length));

describe('messages of the DevTools protocol', () => {
  const short = '{"method":"Page.loadEventFired","params":{}}';

  for (const [name, chunks, messages] of [
    ['one in a chunk', [`${short}\0`], [short]],
    ['several in a chunk', [`${short}\0{"id":1}\0`], [short, '{"id":1}']],
    ['one byte by byte', inPieces(`${short}\0`, 1), [short]],
    ['the end of one with the start of another', [`${short}\0{"id`, '":1}\0'], [short, '{"id":1}']],
    ['one that has not ended', [short], []],
    ['nothing', ['\0\0'], []],
  ] as const)
    it(`are read: ${name}`, () => assert.deepEqual(readIn(chunks), { messages, dropped: [] }));

  it('are read with letters of several bytes that chunks cut', () => {
    const bytes = Buffer.from('{"method":"é"}\0');
    const messages: string[] = [];
    const read = createMessageReader({ onMessage: (text) => messages.push(text), onDropped: () => assert.fail() });
    for (const byte of bytes) read(Buffer.from([byte]));
    assert.deepEqual(messages, ['{"method":"é"}']);
  });

  it('are dropped where an event is longer than a megabyte, and those around it are read', () => {
    const long = `{"method":"Runtime.consoleAPICalled","params":"${'x'.repeat(2_000_000)}"}`;
    const { messages, dropped } = readIn([`${short}\0`, ...inPieces(long, 65_536), `\0${short}\0`]);
    assert.deepEqual(messages, [short, short]);
    assert.deepEqual(dropped, [{ bytes: long.length, id: undefined }]);
  });

  it('are read where an answer is as long, and dropped with its id above 24 megabytes', () => {
    const answer = (chars: number) => `{"id":71,"result":"${'x'.repeat(chars)}"}`;
    const whole = readIn([...inPieces(answer(2_000_000), 65_536), '\0']);
    assert.deepEqual([whole.messages.length, whole.dropped], [1, []]);
    const long = answer(25_000_000);
    const { messages, dropped } = readIn([...inPieces(long, 65_536), `\0${short}\0`]);
    assert.deepEqual(messages, [short]);
    assert.deepEqual(dropped, [{ bytes: long.length, id: 71 }]);
  });
});
