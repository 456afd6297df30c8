import { connect, createServer, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import type { RedisServer } from './redis-server.ts';

/** A way to a Redis on which every answer takes its time. */
export interface SlowRedis {
  readonly url: string;
  /** For all answers from now on. */
  lag(ms: number): void;
  close(): Promise<void>;
}

export async function slowDown({ url }: Pick<RedisServer, 'url'>): Promise<SlowRedis> {
  const target = new URL(url);
  const sockets = new Set<Socket>();
  let lagMs = 0;
  const proxy = createServer((client) => {
    const redis = connect(Number(target.port), target.hostname);
    for (const [socket, other] of [[client, redis] as const, [redis, client] as const]) {
      sockets.add(socket);
      socket.on('error', () => other.destroy()).on('close', () => other.destroy());
    }
    client.pipe(redis);
    // One after the other, so that the answers stay in order.
    let answered = Promise.resolve();
    redis.on('data', (answer) => {
      const dueAt = performance.now() + lagMs;
      answered = answered.then(async () => {
        const waitMs = dueAt - performance.now();
        if (waitMs > 1) await setTimeout(waitMs);
        if (!client.destroyed) client.write(answer);
      });
    });
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const address = proxy.address();
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port');
  return {
    url: `redis://127.0.0.1:${address.port}`,
    lag(ms) {
      lagMs = ms;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => proxy.close(resolve));
    },
  };
}
