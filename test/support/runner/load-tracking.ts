/**
 * node:test follows every promise with a hook, to know the suite in which `describe` and `it` are called. Away from the
 * loading of a file nothing calls them, and the hook took a tenth of the processor time of the service's tests.
 */
import { type AsyncHook, createHook } from 'node:async_hooks';

export interface LoadTracking {
  start(): void;
  stop(): void;
}

/** Call it before anything calls node:test, whose first call enables its hook. */
export function createLoadTracking(): LoadTracking {
  let hook: AsyncHook | undefined;
  const kind: AsyncHook = Object.getPrototypeOf(createHook({}));
  const { enable } = kind;
  kind.enable = function (this: AsyncHook) {
    hook = this;
    kind.enable = enable;
    return enable.call(this);
  };
  return { start: () => void hook?.enable(), stop: () => void hook?.disable() };
}
