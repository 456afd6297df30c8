// Entry of the accessibility worker; see page-worker.mjs for why it is JavaScript, and for the second import.
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

export default async (job) => (await audit)(job);
