/**
 * The folder and the data file of the embedded store, looked at before LMDB maps the file. A damaged file would kill the
 * process. A file system that hangs (a network mount whose server is gone) would hold up the start for ever.
 */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { type FileHandle, open, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { endianness } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';
import { UnusableStoreError } from '../store.ts';

/**
 * The two meta pages of LMDB at the start of the file, on a machine of 64 bits: where their fields are, from the start of
 * a page. See `MDB_page_header` and `MDB_meta` in LMDB's mdb.c.
 */
const FLAGS_AT = 18;
const META_PAGE = 0x08;
const MAGIC_AT = 24;
const MAGIC = 0xbeefc0de;
const VERSION_AT = 28;
const VERSION = 2;
const PAGE_SIZE_AT = 48;
const LAST_PAGE_AT = 144;
const TRANSACTION_AT = 152;
const META_BYTES = 168;
const MIN_PAGE_BYTES = 256;
const MAX_PAGE_BYTES = 65_536;

/** How long a data file may be empty while another process that was started at the same time writes its first pages. */
const EMPTY_MS = 2_000;
const LOOK_AGAIN_MS = 50;
/** Twice what a new store takes until the first start has ended. */
const NEW_STORE_BYTES = 256 * 1024;

/**
 * Reads every record of an LMDB directory, and LMDB's own list of free pages, which a compacting copy walks through.
 * Arguments: the URL of the lmdb package, and the directory.
 */
const READ_ALL = `
const [lmdb, path] = process.argv.slice(1);
const { open } = await import(lmdb);
const { mkdtemp, rm } = await import('node:fs/promises');
const { tmpdir } = await import('node:os');
const { join } = await import('node:path');
const root = open({ path, readOnly: true, maxDbs: 64 });
const tables = [...root.getKeys()].map((name) => root.openDB({ name, encoding: 'binary' }));
// One transaction for all: next to busy writers, a range without one is now and then cut off by an error.
const transaction = root.useReadTransaction();
for (const table of tables) for (const _ of table.getRange({ transaction })) {}
transaction.done();
const copy = await mkdtemp(join(tmpdir(), 'legible-copy-'));
// A copy that has no room says nothing about the file; one that meets a missing page is killed.
await root.backup(copy, true).catch(() => {});
await rm(copy, { recursive: true, force: true });
await root.close();
`;

/**
 * Checks that the data file in an LMDB directory is complete. LMDB maps it into memory, so a truncated or invalid file
 * would kill the process by SIGBUS. A missing or empty file is complete unless the lock file shows that it was in use.
 * @throws UnusableStoreError
 */
export async function requireWholeFile(directory: string): Promise<void> {
  const file = join(directory, 'data.mdb');
  // The offsets above are those of these platforms; others skip the check.
  if (endianness() !== 'LE' || !['x64', 'arm64'].includes(process.arch)) return;
  const bytes = await sizeOf(file);
  if (bytes === 0) return requireNeverUsed(directory, file);
  const meta = await newestMeta(file);
  if (meta === undefined) throw damaged(file, 'is not a data file of the store, or its start is damaged');
  const neededBytes = (meta.lastPage + 1) * meta.pageBytes;
  if (bytes >= neededBytes) return;
  // Free pages may be missing at the end, so only reading the used ones proves a truncation.
  if (bytes % meta.pageBytes !== 0 || !(await canBeRead(directory))) {
    throw damaged(file, `is cut short: it has ${bytes} of ${neededBytes} bytes`);
  }
}

/**
 * LMDB maps its lock file into memory too: on a disk without room for it, its first use would kill the process by SIGBUS.
 * @throws the error of the file system, ENOSPC among them
 */
export async function requireRoomForNewStore(directory: string): Promise<void> {
  if ((await sizeOf(join(directory, 'lock.mdb'))) > 0) return;
  const trial = join(directory, `room-${randomUUID()}`);
  try {
    await writeFile(trial, Buffer.alloc(NEW_STORE_BYTES, 1));
  } finally {
    await rm(trial, { force: true });
  }
}

const damaged = (file: string, what: string): UnusableStoreError =>
  new UnusableStoreError(
    `The data file ${file} ${what}. Restore your backup: stop every process, then put the folder of the backup in its place.`,
  );

/** 0 when the file is missing or cannot be read. */
const sizeOf = (file: string): Promise<number> =>
  stat(file).then(
    ({ size }) => size,
    () => 0,
  );

/** The lock file of LMDB is filled before the data file is. */
async function requireNeverUsed(directory: string, file: string): Promise<void> {
  const until = Date.now() + EMPTY_MS;
  while ((await sizeOf(join(directory, 'lock.mdb'))) > 0) {
    if ((await sizeOf(file)) > 0) return requireWholeFile(directory);
    if (Date.now() > until) throw damaged(file, 'is empty, although the store was in use');
    await delay(LOOK_AGAIN_MS);
  }
}

/** Of the newest commit; undefined for a file without two sound meta pages. */
async function newestMeta(file: string): Promise<Meta | undefined> {
  const handle = await open(file, 'r');
  try {
    const first = await readMeta(handle, 0);
    const second = first && (await readMeta(handle, first.pageBytes));
    if (first === undefined || second === undefined) return undefined;
    return first.transaction > second.transaction ? first : second;
  } finally {
    await handle.close();
  }
}

interface Meta {
  readonly pageBytes: number;
  readonly lastPage: number;
  readonly transaction: number;
}

async function readMeta(handle: FileHandle, at: number): Promise<Meta | undefined> {
  const page = Buffer.alloc(META_BYTES);
  const { bytesRead } = await handle.read(page, 0, META_BYTES, at);
  if (bytesRead < META_BYTES) return undefined;
  const isMeta = (page.readUInt16LE(FLAGS_AT) & META_PAGE) !== 0 && page.readUInt32LE(MAGIC_AT) === MAGIC;
  const pageBytes = page.readUInt32LE(PAGE_SIZE_AT);
  if (!isMeta || (page.readUInt32LE(VERSION_AT) & 0xffff) !== VERSION) return undefined;
  if (pageBytes < MIN_PAGE_BYTES || pageBytes > MAX_PAGE_BYTES) return undefined;
  return {
    pageBytes,
    lastPage: Number(page.readBigUInt64LE(LAST_PAGE_AT)),
    transaction: Number(page.readBigUInt64LE(TRANSACTION_AT)),
  };
}

/** Whether another process can read everything in the directory, since it may be killed by that. */
function canBeRead(directory: string): Promise<boolean> {
  const lmdb = import.meta.resolve('lmdb');
  const child = spawn(process.execPath, ['--input-type=module', '-e', READ_ALL, lmdb, directory], { stdio: 'ignore' });
  return new Promise((resolve) => {
    // Where no process can be started, nothing is known against the file.
    child.once('error', () => resolve(true));
    child.once('close', (code) => resolve(code === 0));
  });
}

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
