import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Admission, Credentials } from '../auth/admit.ts';
import { subjectsOf } from '../auth/caller.ts';
import { refusalHeaders } from '../auth/challenge.ts';
import { type DrawnWindow, type Quotas, RateLimitedError } from '../auth/quotas.ts';
import { rateLimitHeaders } from '../auth/rate-limit-headers.ts';
import { ServiceError, toServiceError } from '../errors.ts';
import type { Log } from '../log.ts';
import type { ScanRecord } from '../scans/scan-record.ts';
import type { Scans } from '../scans/scans.ts';
import type { Channel } from '../store/store.ts';
import { followProgress } from './follow-progress.ts';
import { refuseUpgrade } from './refuse-upgrade.ts';
import { createSameSite } from './same-site.ts';

/** The scan's own id with its account's key, or its share token. */
const PATH = /^\/api\/v1\/scans\/([A-Za-z0-9_]{1,64})\/progress$/;
/** Nothing is read from clients but the frames of the protocol. */
const MAX_PAYLOAD_BYTES = 1024;
const MAX_SOCKETS = 1000;
/** Of one caller, who shall not have them all. */
const MAX_SOCKETS_EACH = 100;
const BUSY_SECONDS = 10;
const GOING_AWAY = 1001;

export interface ProgressSocketParts {
  readonly scans: Pick<Scans, 'find' | 'byShareToken'>;
  readonly channel: Pick<Channel, 'subscribe'>;
  readonly admission: Admission;
  readonly quotas: Quotas;
  readonly baseUrl: string;
  readonly isBehindProxy: boolean;
  readonly log: Log;
  /** How many may watch at once, in all and of one caller. */
  readonly maxSockets?: number;
  readonly maxSocketsEach?: number;
  credentialsOf(request: IncomingMessage): Credentials;
}

export interface ProgressSocket {
  /** Takes over a connection that asks for a WebSocket. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** Sends everybody away. */
  close(): void;
}

/**
 * `GET /api/v1/scans/{id}/progress` as a WebSocket: where a scan is, as JSON messages `{status, pagesDiscovered,
 * pagesScanned, currentUrl?}`, the present state first; closed with 1000 after the last one.
 */
export function createProgressSocket(parts: ProgressSocketParts): ProgressSocket {
  const { scans, channel, admission, quotas, baseUrl, credentialsOf, log } = parts;
  const { maxSockets = MAX_SOCKETS, maxSocketsEach = MAX_SOCKETS_EACH } = parts;
  const sameSite = createSameSite(parts);
  const server = new WebSocketServer({ noServer: true, maxPayload: MAX_PAYLOAD_BYTES, perMessageDeflate: false });

  /** How many sockets each caller has. */
  const held = new Map<string, number>();
  const count = (subject: string, change: 1 | -1) => {
    const now = (held.get(subject) ?? 0) + change;
    if (now === 0) held.delete(subject);
    else held.set(subject, now);
  };

  /**
   * @param drawn gets the windows that it drew on or was refused by
   * @throws ServiceError also not_found for somebody else's scan
   */
  async function admit(request: IncomingMessage, drawn: DrawnWindow[]): Promise<{ scan: ScanRecord; subject: string }> {
    const [path = ''] = (request.url ?? '').split('?');
    const [, id = ''] = PATH.exec(path) ?? [];
    if (id === '') throw new ServiceError('not_found', 'There is no WebSocket at this path.');
    const caller = await admission.identify(credentialsOf(request));
    const windows = await quotas.draw(caller, 'read-scan').catch((error: unknown) => {
      if (error instanceof RateLimitedError) drawn.push(...error.states);
      throw error;
    });
    drawn.push(...windows);
    const own = caller.kind === 'address' ? undefined : await scans.find(caller.accountId, id);
    const scan = own ?? (await scans.byShareToken(id));
    if (scan === undefined) {
      throw new ServiceError('not_found', 'There is no such scan: expected a share token, or an id and its key.');
    }
    const [subject = ''] = subjectsOf(caller);
    if (server.clients.size >= maxSockets || (held.get(subject) ?? 0) >= maxSocketsEach) {
      throw new ServiceError('unavailable', 'Too many clients watch scans. Poll get_scan instead.', {
        retryAfterSeconds: BUSY_SECONDS,
      });
    }
    return { scan, subject };
  }

  const follow = (socket: WebSocket, scan: ScanRecord) =>
    followProgress(socket, scan, {
      subscribe: (listener) => channel.subscribe(`scan:${scan.id}`, listener),
      // Whoever its account is; anonymous scans have none.
      read: () => scans.byShareToken(scan.shareToken),
    }).catch((error: unknown) => {
      log.error({ err: error }, 'following a scan failed');
      socket.terminate();
    });

  return {
    upgrade(request, socket, head) {
      // A client that leaves while it is let in is nobody's error.
      socket.on('error', () => socket.destroy());
      const requestId = randomUUID();
      const refuse = (status: number, words: { code: string; message: string }, headers: Record<string, string> = {}) =>
        refuseUpgrade(socket, status, words, { 'x-request-id': requestId, ...headers });
      if (
        !sameSite.allowsHost(request.headers.host ?? null) ||
        !sameSite.allowsOrigin(request.headers.origin ?? null, request.headers.host ?? null)
      ) {
        return refuse(403, { code: 'foreign_origin', message: 'Requests from other websites are refused.' });
      }
      const drawn: DrawnWindow[] = [];
      admit(request, drawn).then(
        ({ scan, subject }) =>
          server.handleUpgrade(request, socket, head, (accepted) => {
            count(subject, 1);
            accepted.once('close', () => count(subject, -1));
            void follow(accepted, scan);
          }),
        (thrown: unknown) => {
          const error = toServiceError(thrown, requestId);
          if (error.code === 'internal_error') log.error({ requestId, err: thrown }, 'letting a WebSocket in failed');
          refuse(error.status, error, { ...refusalHeaders(error, baseUrl), ...rateLimitHeaders(drawn) });
        },
      );
    },
    close() {
      for (const client of server.clients) client.close(GOING_AWAY, 'the service stops');
    },
  };
}
