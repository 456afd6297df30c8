/** How the pools start their threads. */

/** Of the entries, which are JavaScript files: a bundle has them in the folder of its code. */
export const ENTRIES = new URL('.', import.meta.url);

/**
 * Settings of Piscina for one entry. Threads do not inherit the options of this process: an entry loads what it needs
 * by itself, and a loader that is registered for the process would cost each thread half a second.
 */
export const threadOf = (entry: string, entries: URL) => ({
  filename: new URL(`${entry}.mjs`, entries).href,
  execArgv: [],
});
