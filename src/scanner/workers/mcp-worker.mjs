// Entry of a pool worker. JavaScript on purpose: a worker cannot start from a .ts file on Node 20, and Piscina would
// require() a TypeScript entry, which turns its whole import graph into slow CommonJS.
async function load() {
  try {
    return (await import('./mcp-worker.ts')).default;
  } catch (error) {
    if (error.code !== 'ERR_UNKNOWN_FILE_EXTENSION') throw error;
    const { register } = await import('tsx/esm/api');
    register();
    // The query makes it another module: Node remembers that the first import failed.
    return (await import('./mcp-worker.ts?tsx')).default;
  }
}

// Begun when the thread starts, so that the first session does not wait for it.
const grade = load();
grade.catch(() => {});

export default async (job) => (await grade)(job);
