/** How requests are sent on to the site by something that holds its answers as Node's http does, such as a proxy. */
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

/** A request to the site, in the name of a client. */
export interface UpstreamRequest {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  /** A flat list of names and values. */
  readonly rawHeaders: readonly string[];
  /** The connection of the client: its address is passed on. */
  readonly socket: Socket;
  /** Its X-Forwarded fields are the gateway's own, for every client. */
  readonly isOwn?: boolean;
  /** The request whose body is passed on; undefined for none. */
  readonly body: IncomingMessage | undefined;
}

/** The outcome of a request: an answer or a failure, once. */
export interface UpstreamEvents {
  /** The fields of an interim answer (103). */
  hints?(rawHeaders: readonly string[]): void;
  answer(answer: IncomingMessage): void;
  /** @param status the client's answer: 400, 502, 504 or 508 @param message for people, without what the site sent */
  failure(status: number, message: string): void;
  /** Whether the client still waits for the first byte, so that the request may be sent once more. */
  isAwaited(): boolean;
}

export interface Upstream {
  /** Sends a request. @returns what breaks it off */
  send(request: UpstreamRequest, events: UpstreamEvents): () => void;
}
