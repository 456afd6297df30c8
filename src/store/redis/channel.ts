import type { Channel } from '../store.ts';
import type { Connection } from './connection.ts';

/** Pub/sub. A connection that was lost subscribes again by itself; what was published meanwhile is not heard. */
export function openChannel({ run, subscriber }: Connection, prefix: string): Channel {
  const nameOf = (topic: string) => `${prefix}:topic:${topic}`;
  return {
    async publish(topic, message) {
      await run((redis) => redis.publish(nameOf(topic), JSON.stringify({ message })));
    },
    subscribe: (topic, listener) =>
      run(async () => {
        const redis = await subscriber();
        const hear = (text: string) => {
          try {
            listener(JSON.parse(text).message);
          } catch (error) {
            process.emitWarning(`A listener of the store's channel threw: ${String(error)}`);
          }
        };
        await redis.subscribe(nameOf(topic), hear);
        return async () => {
          // While Redis is away, or the store is closed, there is nothing left to end.
          await redis.unsubscribe(nameOf(topic), hear).catch(() => undefined);
        };
      }),
  };
}
