import { connect, type Socket } from 'node:net';
import { quantile } from './statistics.ts';

const HEAD_END = Buffer.from('\r\n\r\n');

export interface Load {
  readonly origin: string;
  readonly connections: number;
  readonly durationMs: number;
  /** What every answer must have. */
  readonly status: number;
  /** Path and headers of the request with that number. */
  request(number: number): { readonly path: string; readonly headers: Readonly<Record<string, string>> };
}

export interface LoadFigures {
  readonly requests: number;
  readonly perSecond: number;
  /** 99th percentile of the time from a request to the end of its answer. */
  readonly p99Ms: number;
}

/**
 * Sends requests over this many kept-alive connections, one at a time on each. Written on bare sockets: the client
 * shares its machine with the server, and must cost less than it.
 * @throws Error when any answer has another status
 */
export async function measureLoad({ origin, connections, durationMs, status, request }: Load): Promise<LoadFigures> {
  const { hostname, port, host } = new URL(origin);
  const deadline = performance.now() + durationMs;
  let started = 0;
  const times: number[] = [];
  const startedMs = performance.now();
  await Promise.all(
    Array.from({ length: connections }, async () => {
      const socket = connect(Number(port), hostname).setNoDelay(true);
      try {
        while (performance.now() < deadline) {
          const { path, headers } = request(started);
          started += 1;
          const lines = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
          socket.write(`GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`);
          const sentMs = performance.now();
          await readAnswer(socket, status);
          times.push(performance.now() - sentMs);
        }
      } finally {
        socket.destroy();
      }
    }),
  );
  const perSecond = (1000 * times.length) / (performance.now() - startedMs);
  return { requests: times.length, perSecond, p99Ms: quantile(times, 0.99) };
}

/** Reads one answer, whose length must be declared, to its end. */
function readAnswer(socket: Socket, status: number): Promise<void> {
  return new Promise((resolve, reject) => {
    let head = Buffer.alloc(0);
    let left: number | undefined;
    const finish = (error?: Error) => {
      socket.off('data', onData).off('error', finish).off('close', onClose);
      if (error === undefined) resolve();
      else reject(error);
    };
    const onClose = () => finish(new Error('the server closed the connection'));
    const onData = (chunk: Buffer) => {
      if (left === undefined) {
        head = Buffer.concat([head, chunk]);
        const end = head.indexOf(HEAD_END);
        if (end < 0) return;
        const text = head.toString('latin1', 0, end);
        const [, length] = /\r\ncontent-length: (\d+)/i.exec(text) ?? [];
        if (!text.startsWith(`HTTP/1.1 ${status} `) || length === undefined) return finish(new Error(text));
        left = Number(length) - (head.length - end - HEAD_END.length);
      } else left -= chunk.length;
      if (left <= 0) finish();
    };
    socket.on('data', onData).on('error', finish).on('close', onClose);
  });
}
