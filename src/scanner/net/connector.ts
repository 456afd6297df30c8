import { connect as connectTcp, isIP, type LookupFunction, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { Agent, type buildConnector, type Dispatcher, errors } from 'undici';
import { defined } from '../../basics/defined.ts';
import { FetchError } from './answer.ts';
import type { Resolve } from './fetch-types.ts';
import { guardedAddresses } from './resolve-host.ts';

const DNS_TIMEOUT_MS = 5_000;
const CONNECT_TIMEOUT_MS = 8_000;
/** How long one of several addresses may take before the next is tried as well. */
const ATTEMPT_TIMEOUT_MS = 2_000;
const MAX_ADDRESSES = 4;
const MAX_HEADER_BYTES = 32 * 1024;

/** A way to the network that reaches only what its guard lets through. */
export interface Route {
  readonly dispatcher: Dispatcher;
  /** The same way over a connection that is opened for one request and closed after it. */
  readonly fresh: Dispatcher;
  /** Whether the error ended a connection that had brought an answer before. */
  endedKept(error: unknown): boolean;
  /**
   * Says that a request to this origin waits; answers the function that says it does not any more. undici keeps
   * connecting for a request that was aborted meanwhile: with its last waiter an origin's half-open sockets go.
   */
  wait(origin: string): () => void;
}

interface Origin {
  waiting: number;
  readonly opening: Set<Socket>;
}

/**
 * An undici Agent that resolves each name once per connection, checks every address, and connects to the very
 * addresses it checked. Connections are kept alive by origin and never shared between routes.
 */
export function createRoute(guard: {
  resolve: Resolve;
  mayReach: (address: string) => boolean;
  ca: string | undefined;
}): Route {
  const origins = new Map<string, Origin>();
  /** Errors of sockets that had received something. */
  const afterAnswers = new WeakSet<Error>();

  const lookup: LookupFunction = (host, _options, answer) => {
    guardedAddresses(host, { ...guard, timeoutMs: DNS_TIMEOUT_MS }).then(
      (addresses) =>
        answer(
          null,
          addresses.slice(0, MAX_ADDRESSES).map((address) => ({ address, family: isIP(address) })),
        ),
      (error: Error) => answer(error, []),
    );
  };

  const connect: buildConnector.connector = (target, callback) => {
    // Sockets do not look literals up, so nothing else would check them.
    if (isIP(target.hostname) !== 0 && !guard.mayReach(target.hostname)) {
      callback(new FetchError('blocked_address', 'the host is an address that is not public'), null);
      return;
    }
    const origin = origins.get(`${target.protocol}//${target.host}`);
    if (origin === undefined) {
      callback(new FetchError('timeout', 'nobody waits any more'), null);
      return;
    }
    const socket = openSocket(target, lookup, guard.ca);
    origin.opening.add(socket);
    const timer = setTimeout(
      () => socket.destroy(new FetchError('timeout', `no connection within ${CONNECT_TIMEOUT_MS / 1000} s`)),
      CONNECT_TIMEOUT_MS,
    );
    let settled = false;
    const settle = (error: Error | undefined): void => {
      if (settled) return;
      settled = true;
      clearTimeout(timer);
      origin.opening.delete(socket);
      if (error === undefined) callback(null, socket);
      else callback(error, null);
    };
    socket.once(target.protocol === 'https:' ? 'secureConnect' : 'connect', () => settle(undefined));
    // Stays for the life of the socket, so that an error between two of undici's listeners is never unhandled.
    socket.on('error', (error) => {
      if (socket.bytesRead > 0) afterAnswers.add(error);
      settle(error);
    });
  };
  const options = { connect, allowH2: false, maxHeaderSize: MAX_HEADER_BYTES };

  return {
    dispatcher: new Agent({ ...options, pipelining: 1 }),
    // In undici, a pipelining of 0 keeps no connection.
    fresh: new Agent({ ...options, pipelining: 0 }),
    endedKept: (error) =>
      error instanceof Error &&
      (afterAnswers.has(error) || (error instanceof errors.SocketError && (error.socket?.bytesRead ?? 0) > 0)),
    wait(name) {
      const origin = origins.get(name) ?? { waiting: 0, opening: new Set() };
      origins.set(name, origin);
      origin.waiting += 1;
      return () => {
        origin.waiting -= 1;
        if (origin.waiting > 0) return;
        origins.delete(name);
        for (const socket of origin.opening) socket.destroy(new FetchError('timeout', 'nobody waits any more'));
      };
    },
  };
}

function openSocket(target: buildConnector.Options, lookup: LookupFunction, ca: string | undefined): Socket {
  const secure = target.protocol === 'https:';
  const options = {
    host: target.hostname,
    port: Number(target.port || (secure ? 443 : 80)),
    lookup,
    noDelay: true,
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: ATTEMPT_TIMEOUT_MS,
  };
  if (!secure) return connectTcp(options);
  return connectTls({
    ...options,
    ALPNProtocols: ['http/1.1'],
    // SNI is for names; the certificate of a literal is checked against `host`.
    ...(isIP(target.hostname) === 0 ? { servername: target.hostname } : {}),
    ...defined({ ca }),
  });
}
