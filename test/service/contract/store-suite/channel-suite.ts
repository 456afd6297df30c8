import assert from 'node:assert/strict';
import { once } from 'node:events';
import { it } from 'node:test';
import type { Store } from '../../../../src/store/store.ts';
import { eventually } from '../../../support/store-wait.ts';

export function channelSuite(store: () => Store): void {
  it('delivers a copy to every listener of the topic, in order', async () => {
    const { channel } = store();
    const heard: unknown[][] = [[], []];
    const ends = await Promise.all(heard.map((list) => channel.subscribe('news', (message) => list.push(message))));
    const message = { step: 1, list: ['ü'] };
    await channel.publish('news', message);
    message.list.push('later');
    await channel.publish('other', 'not heard');
    await channel.publish('news', null);
    await eventually('both hear both', () => heard.every((list) => list.length === 2));
    for (const list of heard) assert.deepEqual(list, [{ step: 1, list: ['ü'] }, null]);
    assert.notEqual(heard[0]?.[0], heard[1]?.[0]);
    await Promise.all(ends.map((end) => end()));
  });

  it('is silent after the subscription has ended', async () => {
    const { channel } = store();
    const heard: unknown[] = [];
    const other: unknown[] = [];
    const end = await channel.subscribe('error', (message) => heard.push(message));
    const endOther = await channel.subscribe('error', (message) => other.push(message));
    await channel.publish('error', 1);
    await eventually('the first is heard', () => heard.length === 1 && other.length === 1);
    await end();
    await end();
    await channel.publish('error', 2);
    await eventually('the second is heard by the other', () => other.length === 2);
    assert.deepEqual(heard, [1]);
    await endOther();
    await channel.publish('error', 3);
  });

  it('turns a listener that throws into a warning', async () => {
    const { channel } = store();
    const heard: unknown[] = [];
    const ends = [
      await channel.subscribe('bug', () => {
        throw new Error('a bug of ours');
      }),
      await channel.subscribe('bug', (message) => heard.push(message)),
    ];
    const warned = once(process, 'warning');
    await channel.publish('bug', 1);
    assert.match(String((await warned)[0]), /a bug of ours/);
    await eventually('the other hears it', () => heard.length === 1);
    await Promise.all(ends.map((end) => end()));
  });
}
