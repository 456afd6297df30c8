import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { eventStream, frameOf, type ServerSentEvent } from '../../../src/http/events.ts';

const event = (id: string): ServerSentEvent => ({ id, data: { id } });

describe('eventStream', () => {
  it('sends a comment while nothing comes, and none afterwards', async () => {
    async function* slow() {
      yield event('1');
      await delay(60);
      yield event('2');
    }
    const text = await eventStream(slow(), new Headers(), 20).text();
    const [first, second] = [frameOf(event('1')), frameOf(event('2'))];
    assert.ok(text.startsWith(first) && text.endsWith(second), text);
    assert.match(text.slice(first.length, -second.length), /^(?:: keepalive\n\n)+$/);
  });

  it('asks for no event before it is read, and ends the events when the reader leaves', async () => {
    const seen: string[] = [];
    function* events() {
      try {
        for (let at = 0; ; at += 1) {
          seen.push(String(at));
          yield event(String(at));
        }
      } finally {
        seen.push('ended');
      }
    }
    const { body } = eventStream(events(), new Headers());
    await delay(5);
    assert.deepEqual(seen, []);
    const reader = body?.getReader();
    await reader?.read();
    assert.deepEqual(seen, ['0']);
    await reader?.cancel();
    assert.deepEqual(seen, ['0', 'ended']);
  });

  it('does not outlive a reader who leaves while it waits', async () => {
    let goOn = () => {};
    const waits = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    async function* waiting() {
      await waits;
      yield event('late');
    }
    const reader = eventStream(waiting(), new Headers(), 5).body?.getReader();
    await reader?.read();
    const cancelled = reader?.cancel();
    await delay(20);
    goOn();
    await cancelled;
    assert.equal((await reader?.read())?.done, true);
  });

  it('fails for the reader when the events do', async () => {
    // biome-ignore lint/correctness/useYield: it fails before its first event.
    async function* failing(): AsyncGenerator<ServerSentEvent> {
      throw new Error('broken');
    }
    await assert.rejects(eventStream(failing(), new Headers()).text(), /broken/);
  });
});
