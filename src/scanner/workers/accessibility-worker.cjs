// Entry of the accessibility worker; see page-worker.cjs for why it is CommonJS, and for the second import.
async function load() {
  try {
    return (await import('./accessibility-worker.ts')).default;
  } catch (error) {
    if (error.code !== 'ERR_UNKNOWN_FILE_EXTENSION') throw error;
    const { register } = await import('tsx/esm/api');
    register();
    return (await import('./accessibility-worker.ts?tsx')).default;
  }
}

const audit = load();
audit.catch(() => {});

module.exports = async (job) => (await audit)(job);
