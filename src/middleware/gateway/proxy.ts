/** A reverse proxy of one target, on Node's http: bodies and answers pass as streams, in both directions. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FieldsFor } from '../answer-fields.ts';
import type { Upstream, UpstreamRequest } from '../upstream.ts';
import { exchange, type TimeLimits } from './exchange.ts';
import { passAnswer, passHints, refuse } from './pass-answer.ts';
import { targetAt } from './target.ts';
import { passUpgrade } from './upgrade.ts';

export interface ProxyOptions {
  /** Scheme, host and port. */
  readonly target: URL;
  /** Whether clients are proxies whose X-Forwarded fields are believed. */
  readonly trustsClients: boolean;
  /** For a connection to the target; default 5 s. */
  readonly connectTimeoutMs?: number;
  /** Until the fields of an answer; default 60 s. */
  readonly answerTimeoutMs?: number;
  /** Between two parts of a body; default 120 s. */
  readonly idleTimeoutMs?: number;
}

export interface ReverseProxy extends Upstream {
  /** Answers as the target does. @param fieldsFor the answer's further fields */
  pass(incoming: IncomingMessage, response: ServerResponse, fieldsFor?: FieldsFor): void;
  /** For the server's `upgrade` event of a WebSocket without a body. */
  upgrade(incoming: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** Whether the target answers a HEAD of its home page in 2 s, with a status below 500. */
  isTargetUp(): Promise<boolean>;
  close(): void;
}

export function createProxy(options: ProxyOptions): ReverseProxy {
  const { connectTimeoutMs = 5000, answerTimeoutMs = 60_000, idleTimeoutMs = 120_000 } = options;
  const limits: TimeLimits = { connectMs: connectTimeoutMs, answerMs: answerTimeoutMs, idleMs: idleTimeoutMs };
  const target = targetAt(options.target, options.trustsClients);
  const send: Upstream['send'] = (request, events) => exchange(target, limits, request, events);
  return {
    send,
    pass(incoming, response, fieldsFor) {
      const stop = send(requestOf(incoming), {
        hints: (rawHeaders) => passHints(rawHeaders, response),
        answer: (answer) => passAnswer(answer, response, fieldsFor),
        failure: (status, message) => refuse(response, status, message),
        isAwaited: () => !response.headersSent && !response.destroyed,
      });
      response.once('close', () => {
        if (!response.writableFinished) stop();
      });
    },
    upgrade: (incoming, socket, head) => passUpgrade(target, limits, incoming, socket, head),
    isTargetUp: target.isUp,
    close: target.close,
  };
}

function requestOf(incoming: IncomingMessage): UpstreamRequest {
  const { method = 'GET', url = '/', rawHeaders, headers, socket } = incoming;
  const hasBody = headers['transfer-encoding'] !== undefined || headers['content-length'] !== undefined;
  return { method, path: url, rawHeaders, socket, body: hasBody ? incoming : undefined };
}
