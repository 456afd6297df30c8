/** WebSockets: a request that becomes a connection to the target, whose bytes pass both ways. */
import type { ClientRequest, IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { fieldLines } from '../raw-fields.ts';
import type { TimeLimits } from './exchange.ts';
import { endToEnd } from './forwarded-headers.ts';
import { type Target, watchConnecting } from './target.ts';

const SWITCHED = ['Connection', 'Upgrade', 'Upgrade', 'websocket'];

/** @param incoming a request for a WebSocket, without a body @param head its first bytes behind the request */
export function passUpgrade(
  target: Target,
  { connectMs, answerMs }: TimeLimits,
  incoming: IncomingMessage,
  socket: Duplex,
  head: Buffer,
): void {
  socket.on('error', () => socket.destroy());
  if (target.hasBeenHere(incoming)) {
    closeWith(socket, 508, 'Loop Detected');
    return;
  }
  const outgoing = sent(target, incoming);
  if (outgoing === undefined) {
    closeWith(socket, 400, 'Bad Request');
    return;
  }
  const late = (): void => void outgoing.destroy();
  const timer = setTimeout(late, answerMs);
  watchConnecting(outgoing, connectMs, late);
  outgoing.once('close', () => clearTimeout(timer));
  socket.once('close', late);
  outgoing.on('error', () => closeWith(socket, 502, 'Bad Gateway'));
  // A refusal has a body that ends with the connection: bytes of the client behind it are never read as a request.
  outgoing.once('response', (answer) => {
    socket.write(headText(answer, ['Connection', 'close']));
    answer.on('error', () => socket.destroy());
    answer.pipe(socket);
  });
  outgoing.once('upgrade', (answer, peer: Socket, first: Buffer) => {
    clearTimeout(timer);
    socket.removeListener('close', late);
    socket.write(headText(answer, SWITCHED));
    if (first.length > 0) socket.write(first);
    if (head.length > 0) peer.write(head);
    join(socket, peer);
  });
  outgoing.end();
}

function sent(target: Target, { url = '/', rawHeaders, socket }: IncomingMessage): ClientRequest | undefined {
  try {
    return target.open({ method: 'GET', path: url, rawHeaders, socket, body: undefined }, SWITCHED, true);
  } catch {
    return undefined;
  }
}

function closeWith(socket: Duplex, status: number, reason: string): void {
  if (socket.writable) socket.end(`HTTP/1.1 ${status} ${reason}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
  else socket.destroy();
}

/** The head of an answer as bytes; Node has checked its fields, which hold no line breaks. */
function headText({ statusCode = 502, statusMessage = '', rawHeaders }: IncomingMessage, extra: string[]): Buffer {
  const lines = fieldLines([...endToEnd(rawHeaders), ...extra]);
  return Buffer.from(`HTTP/1.1 ${statusCode} ${statusMessage}\r\n${lines}\r\n`, 'latin1');
}

/** Passes bytes both ways until either end closes. */
function join(one: Duplex, other: Duplex): void {
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const) {
    from.pipe(to);
    from.on('error', () => to.destroy());
    from.once('close', () => to.destroy());
  }
}
