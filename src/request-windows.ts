import type { DrawnWindow } from './auth/quotas.ts';

/** By the request object, which every layer of the server hands on. */
const drawn = new WeakMap<Request, DrawnWindow[]>();

/** Notes what a request drew on, or was refused by: the headers of its response tell it. */
export function noteWindows(request: Request, windows: readonly DrawnWindow[]): void {
  drawn.set(request, [...windowsOf(request), ...windows]);
}

export const windowsOf = (request: Request): readonly DrawnWindow[] => drawn.get(request) ?? [];
