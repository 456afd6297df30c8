/** A facilitator over HTTP on loopback, with switches for the failures of real ones. */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { PaymentPayload, PaymentRequirements } from '@x402/core/types';
import { type FacilitatorClient, httpFacilitatorClient } from '../../src/payments/facilitator.ts';

/** What verifies and settles: the reference facilitator on a chain, or on a Map. */
export interface FacilitatorEngine {
  verify(payload: PaymentPayload, requirements: PaymentRequirements): Promise<unknown>;
  settle(payload: PaymentPayload, requirements: PaymentRequirements): Promise<unknown>;
}

/**
 * `refused`: answers that it refuses, without having done anything. `lost`: does it, and the answer does not come.
 * `no-transaction`: does it, and names something that is no hash. A number is the status of an answer that reads like a refusal.
 */
export type Fault =
  | 400
  | 401
  | 409
  | 429
  | 500
  | 'html'
  | 'prose'
  | 'reset'
  | 'cut-short'
  | 'hang'
  | 'trickle'
  | 'huge'
  | 'redirect'
  | 'refused'
  | 'pending'
  | 'lost'
  | 'no-transaction'
  | undefined;

export interface FacilitatorServer {
  readonly url: string;
  /** How often it was asked. */
  readonly calls: { verify: number; settle: number };
  /** Of the next calls, until it is set again. */
  readonly fault: { verify: Fault; settle: Fault };
  /** The Authorization header that came last. */
  authorization(): string | undefined;
  /** Answers to settlements wait for it, once they are made. */
  holdAnswers(until: Promise<unknown>): void;
  close(): Promise<void>;
}

export const REFUSAL = 'invalid_exact_evm_transaction_failed';
export const PENDING_TRANSACTION = `0x${'ab'.repeat(32)}`;
const HUGE_BYTES = 50_000_000;
/** What a redirect leads to believes every payment, and settles none. */
const GULLIBLE = { isValid: true, success: true, transaction: '0xbad', network: 'eip155:8453' };

function refusing(reason: string) {
  return {
    isValid: false,
    invalidReason: reason,
    success: false,
    errorReason: reason,
    transaction: '',
    network: 'x:y',
  };
}

export async function serveFacilitator(engine: FacilitatorEngine): Promise<FacilitatorServer> {
  const calls = { verify: 0, settle: 0 };
  const fault: FacilitatorServer['fault'] = { verify: undefined, settle: undefined };
  let held: Promise<unknown> = Promise.resolve();
  let authorization: string | undefined;
  const server = createServer(async (request, response) => {
    response.on('error', () => {});
    if (request.url === '/gullible') return answer(response, 200, GULLIBLE);
    const operation = request.url === '/verify' ? 'verify' : request.url === '/settle' ? 'settle' : undefined;
    if (operation === undefined) return answer(response, 404, { error: 'not found' });
    calls[operation] += 1;
    authorization = request.headers.authorization;
    let text = '';
    for await (const chunk of request) text += chunk;
    const act = async () => {
      const { paymentPayload, paymentRequirements } = JSON.parse(text);
      return engine[operation](paymentPayload, paymentRequirements);
    };
    const which = fault[operation];
    if (which !== undefined) return fail(response, which, act);
    try {
      const result = await act();
      if (operation === 'settle') await held;
      answer(response, 200, result);
    } catch (error) {
      answer(response, 500, { error: String(error) });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A TCP server's address is an AddressInfo; the string form is that of pipes.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    calls,
    fault,
    authorization: () => authorization,
    holdAnswers(until) {
      held = until;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** How long a client waits for an answer that never ends. */
const HASTY_MS = 300;
const isEndless = (fault: Fault) => fault === 'hang' || fault === 'trickle';

/** The product's client. An answer that never ends is given up soon; any other may take what it takes on a busy machine. */
export function clientOf(
  { url, fault }: Pick<FacilitatorServer, 'url' | 'fault'>,
  facilitatorAuth?: string,
): FacilitatorClient & { close(): Promise<void> } {
  const settings = { facilitatorUrl: `${url}/`, facilitatorAuth };
  const patient = httpFacilitatorClient(settings);
  const hasty = httpFacilitatorClient(settings, { timeoutMs: HASTY_MS });
  const clientFor = (which: Fault) => (isEndless(which) ? hasty : patient);
  return {
    verify: (payload, requirements) => clientFor(fault.verify).verify(payload, requirements),
    settle: (payload, requirements) => clientFor(fault.settle).settle(payload, requirements),
    async close() {
      await Promise.all([patient.close(), hasty.close()]);
    },
  };
}

function answer(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

async function fail(response: ServerResponse, fault: Fault, act: () => Promise<unknown>): Promise<void> {
  if (typeof fault === 'number') return answer(response, fault, refusing('boom'));
  switch (fault) {
    case 'no-transaction':
      return answer(response, 200, { ...Object(await act()), transaction: '0xbad' });
    case 'html':
      response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Hello</title>');
      return;
    case 'prose':
      return answer(response, 200, refusing('Error: connect ECONNREFUSED 10.0.0.7:8545 <b>'));
    case 'cut-short':
      response.writeHead(200, { 'content-length': '1000' }).write('{"isValid": tr');
      await delay(20);
      response.destroy();
      return;
    case 'trickle':
      response.writeHead(200);
      while (!response.destroyed) {
        response.write(' ');
        await delay(50);
      }
      return;
    case 'huge':
      response.writeHead(200).end(Buffer.alloc(HUGE_BYTES, ' '));
      return;
    case 'redirect':
      response.writeHead(307, { location: '/gullible' }).end();
      return;
    case 'refused':
      return answer(response, 200, refusing(REFUSAL));
    case 'pending':
      return answer(response, 200, { ...refusing('settlement_pending'), transaction: PENDING_TRANSACTION });
    case 'lost':
      await act();
      response.destroy();
      return;
    case 'reset':
      response.destroy();
      return;
    default:
      // `hang`: the client has to give up.
      return;
  }
}
