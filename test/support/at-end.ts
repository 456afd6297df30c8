/** What test files of one process share, an engine for example, and what closes it after the last of them. */

const closers: (() => unknown)[] = [];

/** `close` runs after the last test file of this process: a hook of node:test would run after the first that imports it. */
export function atEnd(close: () => unknown): void {
  closers.push(close);
}

/** Closes all of it, the latest first. */
export async function closeShared(): Promise<void> {
  for (const close of closers.splice(0).reverse()) await close();
}
