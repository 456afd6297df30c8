/**
 * The least a server on h3 can do: sends the heads and the bytes it is given. Reads `{path: {status, headers, body}}` from
 * stdin, listens on a free port and prints its origin.
 */
import { text } from 'node:stream/consumers';
import { H3, serve } from 'h3';
import type { BareAnswer } from './bare-process.ts';

const given = Object.entries(JSON.parse(await text(process.stdin)) as Record<string, BareAnswer>);
const answers = new Map(given.map(([path, { body, ...head }]) => [path, { head, body: Buffer.from(body) }]));
const app = new H3({ silent: true }).get('/**', ({ url }) => {
  const answer = answers.get(url.pathname + url.search);
  return new Response(answer?.body ?? null, answer?.head ?? { status: 404 });
});
const server = serve(app, { port: 0, hostname: '127.0.0.1', silent: true });
await server.ready();
process.stdout.write(`${server.url}\n`);
