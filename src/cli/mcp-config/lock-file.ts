import { readFile, stat } from 'node:fs/promises';
import { ConfigError } from '../../errors.ts';
import { quote } from '../../scanner/checks/evidence.ts';
import { type LockedServer, LockFile, lockOf } from '../../scanner/mcp/across-servers/lock.ts';
import { type ItemDrift, itemDrift, ordersIn } from '../../scanner/mcp/grade/drift.ts';
import type { McpSeen } from '../../scanner/model/scan.ts';
import { replaceFile } from '../replace-file.ts';
import type { ScannedServer } from './scan-servers.ts';

export const LOCK_FILE = 'legible-mcp.lock.json';
const MAX_LOCK_BYTES = 50_000_000;

/** Reads a lock. @throws ConfigError where it is not there, or holds something else */
export async function readLock(file: string): Promise<LockFile> {
  try {
    const { size } = await stat(file);
    if (size > MAX_LOCK_BYTES) throw new ConfigError(`--locked: ${file} is too large to be a lock`);
    return LockFile.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch (cause) {
    if (cause instanceof ConfigError) throw cause;
    const { code } = Object(cause);
    if (code === 'ENOENT') throw new ConfigError(`--locked: there is no ${file}; --lock writes it`, { cause });
    throw new ConfigError(`--locked: expected ${file} to hold what --lock wrote`, { cause });
  }
}

/** The lock that is there; an empty one where there is none. @throws ConfigError where the file holds something else */
export const readLockIfThere = async (file: string): Promise<LockFile> =>
  (await stat(file).catch(() => undefined)) === undefined ? { lockVersion: 1, servers: {} } : readLock(file);

/** Invisible and direction-changing characters as JSON escapes, so that a review of the lock shows them. */
const withEscapes = (json: string): string =>
  json.replace(/[\u007f-\u009f\u2028\u2029\ufff9-\ufffb\p{Default_Ignorable_Code_Point}]/gu, (char) =>
    Array.from({ length: char.length }, (_, at) => `\\u${char.charCodeAt(at).toString(16).padStart(4, '0')}`).join(''),
  );

/** @throws ConfigError where it cannot be written */
export async function writeLock(file: string, lock: LockFile): Promise<void> {
  try {
    await replaceFile(file, `${withEscapes(JSON.stringify(lock, null, 1))}\n`);
  } catch (cause) {
    throw new ConfigError(`--lock: ${file} cannot be written`, { cause });
  }
}

/** Names of servers, each once: where several hosts use one name for different servers, the host is added. */
function keyed(scanned: readonly ScannedServer[]): [string, ScannedServer][] {
  const names = scanned.map(({ entry }) => entry.name);
  const taken = new Map<string, number>();
  return scanned.map((server) => {
    const { name, hosts } = server.entry;
    const key = names.indexOf(name) === names.lastIndexOf(name) ? name : `${name} (${hosts[0] ?? ''})`;
    const count = (taken.get(key) ?? 0) + 1;
    taken.set(key, count);
    return [count === 1 ? key : `${key} ${count}`, server];
  });
}

/** The lock of these servers; one that could not be graded keeps its earlier entry. */
export function newLock(scanned: readonly ScannedServer[], before: LockFile, today: string): LockFile {
  const servers = keyed(scanned).flatMap(([key, { outcome }]): [string, LockedServer][] => {
    const old = Object.hasOwn(before.servers, key) ? before.servers[key] : undefined;
    if (outcome?.seen !== undefined) return [[key, lockOf(outcome.seen, today, old)]];
    return old === undefined ? [] : [[key, old]];
  });
  return { lockVersion: 1, servers: Object.fromEntries(servers) };
}

/** A difference with its server; `item` is the server itself where all of it is new or gone. */
export interface ShownDrift extends ItemDrift {
  /** Safe to print. */
  readonly server: string;
}

/** Differences from the lock, poisoned ones first. Servers that could not be graded are left out. */
export function shownDrift(scanned: readonly ScannedServer[], lock: LockFile, today: string): ShownDrift[] {
  const servers = keyed(scanned);
  const present = servers.flatMap(([key, { outcome }]) =>
    outcome?.seen === undefined ? [] : serverDrift(key, outcome.seen, ownServer(lock, key), today),
  );
  const gone = Object.keys(lock.servers).filter((key) => !servers.some(([each]) => each === key));
  return [
    ...present.sort((a, b) => Number(b.orders.length > 0) - Number(a.orders.length > 0)),
    ...gone.map((key) => whole(quote(key), 'removed', 'the configuration no longer has this server')),
  ];
}

const ownServer = ({ servers }: LockFile, key: string): LockedServer | undefined =>
  Object.hasOwn(servers, key) ? servers[key] : undefined;

const whole = (server: string, kind: ItemDrift['kind'], note: string, orders: readonly string[] = []): ShownDrift => ({
  server,
  item: 'server',
  kind,
  changes: [],
  orders,
  note,
});

function serverDrift(key: string, seen: McpSeen, locked: LockedServer | undefined, today: string): ShownDrift[] {
  if (locked === undefined)
    return [
      whole(
        quote(key),
        'added',
        'it is not in the lock',
        ordersIn(seen, () => true),
      ),
    ];
  return itemDrift(seen, locked, today).map((each) => ({ server: quote(key), ...each }));
}
