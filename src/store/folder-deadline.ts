/**
 * Deadlines for the folder of the embedded store. A file system that hangs (a network mount whose server is gone) would
 * otherwise hold up the start and the event loop for ever.
 */
import { spawn } from 'node:child_process';
import { open, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';

const START_DEADLINE_MS = 10_000;
const READY_DEADLINE_MS = 3_000;
/** The file that LMDB maps into memory. */
const dataFile = (dataDir: string) => join(dataDir, 'store', 'data.mdb');

/** Reads one byte of a file in a separate process; a missing file is fine. */
const READ_ONE_BYTE = `const fs = require('node:fs');
try { fs.readSync(fs.openSync(process.argv[1]), Buffer.alloc(1)); } catch {}`;

export class FolderTimeout extends Error {
  constructor(deadlineMs: number) {
    super(`it did not answer within ${deadlineMs / 1000} s; check the file system it is on`);
  }
}

/**
 * Rejects with FolderTimeout when the folder does not answer in time; any other fault is left to the one who opens it.
 * A child process looks, because a thread that hangs in the file system keeps Node from exiting.
 */
export async function requireAnswer(dataDir: string, deadlineMs = START_DEADLINE_MS): Promise<void> {
  const child = spawn(process.execPath, ['--eval', READ_ONE_BYTE, dataFile(dataDir)], { stdio: 'ignore' });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()).once('error', () => resolve()));
  try {
    await within(ended, deadlineMs);
  } finally {
    // Signals wait while the child hangs in the kernel, and this process must not wait for it.
    child.kill('SIGKILL');
    child.unref();
  }
}

/**
 * A probe for readiness: rejects while the folder does not answer, or cannot be read.
 * At most one thread of Node's pool waits for the folder, however often the probe is called.
 */
export function createFolderProbe(dataDir: string, deadlineMs = READY_DEADLINE_MS): () => Promise<void> {
  let pending: Promise<void> | undefined;
  return () => {
    pending ??= readOneByte(dataDir).finally(() => {
      pending = undefined;
    });
    return within(pending, deadlineMs);
  };
}

async function readOneByte(dataDir: string): Promise<void> {
  await statfs(dataDir);
  const file = await open(dataFile(dataDir));
  try {
    await file.read(Buffer.alloc(1), 0, 1, 0);
  } finally {
    await file.close();
  }
}

async function within(work: Promise<void>, deadlineMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new FolderTimeout(deadlineMs)), deadlineMs);
  });
  try {
    await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
