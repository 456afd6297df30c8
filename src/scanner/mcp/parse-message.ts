import { isObject } from '../parse/json-ld.ts';
import { MAX_DEPTH, TOO_DEEP } from './artifacts.ts';

/** More values than any server lists within one body; those beyond are left out like those too deep. */
const MAX_VALUES = 300_000;

export type Message = Readonly<Record<string, unknown>>;

/**
 * The JSON-RPC messages of a text (a batch has several), what is nested too deep cut off; none when it holds no
 * JSON-RPC 2.0.
 */
export function parseMessages(text: string): Message[] {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return [];
  }
  cutOff(value);
  return (Array.isArray(value) ? value : [value]).filter(
    (entry): entry is Message => isObject(entry) && entry.jsonrpc === '2.0',
  );
}

/** The response to a request, else the first that is a response, else the first message. */
export const pickMessage = (messages: readonly Message[], id: number | undefined): Message | undefined =>
  messages.find((message) => isResponseTo(message, id)) ?? messages.find(isResponse) ?? messages[0];

export const isResponseTo = (message: Message, id: number | undefined): boolean =>
  id !== undefined && message.id === id && isResponse(message);

const isResponse = (message: Message): boolean => 'result' in message || 'error' in message;

/**
 * Puts TOO_DEEP in the place of every array and object that is nested deeper than MAX_DEPTH. JSON.parse takes any depth,
 * but whatever walks or prints its result by recursion does not. Works on the value itself, level by level.
 */
function cutOff(root: unknown): void {
  let level: Container[] = isContainer(root) ? [root] : [];
  let count = 0;
  for (let depth = 1; level.length > 0; depth += 1) {
    const next: Container[] = [];
    for (const container of level) {
      for (const key of Array.isArray(container) ? container.keys() : Object.keys(container)) {
        const value = container[key];
        if (!isContainer(value)) continue;
        count += 1;
        if (depth >= MAX_DEPTH || count > MAX_VALUES) container[key] = TOO_DEEP;
        else next.push(value);
      }
    }
    level = next;
  }
}

/** Arrays are written to by their index as objects are by their keys. */
type Container = Record<PropertyKey, unknown>;
const isContainer = (value: unknown): value is Container => typeof value === 'object' && value !== null;
