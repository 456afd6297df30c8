/**
 * The least a server on h3 can do: sends the head and the body it is given. Reads `{path: {headers, body}}` from stdin,
 * listens on a free port and prints its origin.
 */
import { text } from 'node:stream/consumers';
import { H3, serve } from 'h3';

interface Answer {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const answers = new Map(Object.entries(JSON.parse(await text(process.stdin)) as Record<string, Answer>));
const app = new H3({ silent: true }).get('/ask', ({ url }) => {
  const answer = answers.get(url.pathname + url.search);
  return new Response(answer?.body ?? '', { headers: { ...answer?.headers } });
});
const server = serve(app, { port: 0, hostname: '127.0.0.1', silent: true });
await server.ready();
process.stdout.write(`${server.url}\n`);
