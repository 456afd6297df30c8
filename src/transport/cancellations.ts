/** Finds the call that a `notifications/cancelled` names. */
import type { Channel } from '../store/store.ts';

type CallId = string | number;

export interface Cancellations {
  /**
   * Enters a call that begins. Its signal aborts when the client cancels the call, and not when the connection breaks.
   * @param client whose ids these are: clients choose them, so two clients may use the same one
   */
  enter(client: string, id: CallId): { readonly signal: AbortSignal; leave(): void };
  /**
   * Cancels the call of a client with this id. When several of its calls have this id, none is cancelled, because the
   * intended one is unknown.
   */
  cancel(client: string, id: CallId): Promise<void>;
  close(): Promise<void>;
}

const TOPIC = 'mcp-cancelled';

/** @param channel reaches the calls of other processes; undefined for those of this process alone */
export function createCancellations(channel?: Channel): Cancellations {
  const calls = new Map<string, Set<AbortController>>();
  const abort = (key: string) => {
    const [only, ...others] = calls.get(key) ?? [];
    if (others.length === 0) only?.abort(new Error('The client cancelled the call.'));
  };
  // A channel that is unavailable costs only the cancellations of other processes.
  const listening = channel?.subscribe(TOPIC, (key) => abort(String(key))).catch(() => undefined);
  return {
    enter(client, id) {
      const [key, controller] = [keyOf(client, id), new AbortController()];
      const known = calls.get(key) ?? new Set();
      calls.set(key, known.add(controller));
      return {
        signal: controller.signal,
        leave() {
          known.delete(controller);
          if (known.size === 0 && calls.get(key) === known) calls.delete(key);
        },
      };
    },
    async cancel(client, id) {
      abort(keyOf(client, id));
      await channel?.publish(TOPIC, keyOf(client, id)).catch(() => undefined);
    },
    async close() {
      await (await listening)?.();
    },
  };
}

/** The number 1 and the text "1" are different ids. */
const keyOf = (client: string, id: CallId): string => `${client} ${JSON.stringify(id)}`;

/** The id in a `notifications/cancelled`; undefined for any other message. */
export function cancelledIdOf(message: unknown): CallId | undefined {
  const { method, params } = Object(message) as Readonly<Record<string, unknown>>;
  if (method !== 'notifications/cancelled') return undefined;
  const { requestId } = Object(params) as Readonly<Record<string, unknown>>;
  return typeof requestId === 'string' || Number.isSafeInteger(requestId) ? (requestId as CallId) : undefined;
}
