// Entry of a pool worker; see page-worker.cjs for why it is CommonJS, and for the second import.
async function load() {
  try {
    return (await import('./mcp-worker.ts')).default;
  } catch (error) {
    if (error.code !== 'ERR_UNKNOWN_FILE_EXTENSION') throw error;
    const { register } = await import('tsx/esm/api');
    register();
    return (await import('./mcp-worker.ts?tsx')).default;
  }
}

// Begun when the thread starts, so that the first session does not wait for it.
const grade = load();
grade.catch(() => {});

module.exports = async (job) => (await grade)(job);
