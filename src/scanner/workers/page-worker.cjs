// Entry of a pool worker. JavaScript on purpose: a worker cannot start from a .ts file on Node 20, and Piscina would
// require() a TypeScript entry, which turns its whole import graph into slow CommonJS. CommonJS on purpose: a thread that
// runs out of memory while it require()s an ES module takes the whole process with it (a fatal error of Node).
async function load() {
  try {
    return await import('./page-worker.ts');
  } catch (error) {
    if (error.code !== 'ERR_UNKNOWN_FILE_EXTENSION') throw error;
    const { register } = await import('tsx/esm/api');
    register();
    // The query makes it another module: Node remembers that the first import failed.
    return await import('./page-worker.ts?tsx');
  }
}

// Begun when the thread starts, so that the first page does not wait for it.
const worker = load();
worker.catch(() => {});

module.exports = async (job) => (await worker).default(job);
/** Resolves once the worker is loaded. */
module.exports.isReady = async () => void (await worker);
module.exports.subjectOf = async (job) => (await worker).subjectOf(job);
