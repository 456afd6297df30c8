import { EventEmitter } from 'node:events';
import type { Channel } from '../store.ts';

/** Keeps topics apart from the names that an EventEmitter treats in its own way, such as `error`. */
const eventOf = (topic: string): string => `topic:${topic}`;

/**
 * Messages between the listeners of one process. The embedded store has no way to wake another process, so what is
 * published in one is not heard in the others; whoever watches from there has to read the documents again.
 */
export function openChannel(): Channel {
  const events = new EventEmitter().setMaxListeners(0);
  return {
    async publish(topic, message) {
      // Every listener gets its own copy, as it would from over the network.
      events.emit(eventOf(topic), JSON.stringify({ message }));
    },
    async subscribe(topic, listener) {
      const hear = (text: string) => {
        try {
          listener(JSON.parse(text).message);
        } catch (error) {
          process.emitWarning(`A listener of the store's channel threw: ${String(error)}`);
        }
      };
      events.on(eventOf(topic), hear);
      return async () => {
        events.off(eventOf(topic), hear);
      };
    },
  };
}
