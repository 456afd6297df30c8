/**
 * The least a server on h3 can do: sends bytes it is given. Reads `{path: body}` from stdin, listens on a free port and
 * prints its origin.
 */
import { text } from 'node:stream/consumers';
import { H3, serve } from 'h3';

const bodies = new Map(Object.entries(JSON.parse(await text(process.stdin)) as Record<string, string>));
const app = new H3({ silent: true }).get('/ask', ({ url }) => {
  const body = bodies.get(url.pathname + url.search) ?? '';
  return new Response(body, {
    headers: { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) },
  });
});
const server = serve(app, { port: 0, hostname: '127.0.0.1', silent: true });
await server.ready();
process.stdout.write(`${server.url}\n`);
