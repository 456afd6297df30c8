import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { createClient } from '@keyv/redis';

export interface RedisServer {
  readonly url: string;
  /** SIGKILL; acknowledged data is on disk. */
  kill(): Promise<void>;
  /** Starts it again, on the same port and data, and waits until it answers. */
  restart(): Promise<void>;
  /** Suspends it, with its connections open, until `resume`. */
  freeze(): void;
  resume(): void;
  /** Databases with something in them. */
  databasesInUse(): Promise<number>;
  /** Ends it and removes its data. */
  destroy(): Promise<void>;
}

/**
 * A private redis-server on a free port of the loopback.
 * @param more settings over the ones that keep all acknowledged data
 */
export async function startRedisServer(more: Readonly<Record<string, string>> = {}): Promise<RedisServer> {
  const directory = await mkdtemp(join(tmpdir(), 'legible-redis-'));
  const port = await freePort();
  const url = `redis://127.0.0.1:${port}`;
  let child: ChildProcess | undefined;
  const killIt = () => child?.kill('SIGKILL');
  process.once('exit', killIt);

  const start = async () => {
    const safe = { port, bind: '127.0.0.1', dir: directory, save: '', appendonly: 'yes', appendfsync: 'always' };
    const settings = { ...safe, ...more };
    const parameters = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]);
    child = spawn('redis-server', parameters, { stdio: 'ignore' });
    child.once('error', (error) => assert.fail(`redis-server did not start: ${error.message}`));
    await untilItAnswers(url);
  };
  const kill = async () => {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child?.once('exit', resolve));
    child.kill('SIGKILL');
    await ended;
  };
  await start();
  return {
    url,
    kill,
    restart: start,
    freeze: () => void child?.kill('SIGSTOP'),
    resume: () => void child?.kill('SIGCONT'),
    async databasesInUse() {
      const client = await createClient({ url }).connect();
      const lines = (await client.info('keyspace')).split('\n').filter((line) => line.startsWith('db'));
      await client.close();
      return lines.length;
    },
    async destroy() {
      process.removeListener('exit', killIt);
      await kill();
      await rm(directory, { recursive: true });
    },
  };
}

async function untilItAnswers(url: string): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    const client = createClient({ url, socket: { reconnectStrategy: false } });
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.ping();
      client.destroy();
      return;
    } catch {
      await setTimeout(50);
    }
  }
  assert.fail('redis-server does not answer');
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}
