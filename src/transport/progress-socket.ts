import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { type Admission, addressCallerOf, type Credentials } from '../auth/admit.ts';
import { type Caller, subjectsOf } from '../auth/caller.ts';
import { inTime } from '../auth/in-time.ts';
import { type Budget, type DrawnWindow, type Quotas, RateLimitedError } from '../auth/quotas.ts';
import { ServiceError, toServiceError } from '../errors.ts';
import { lateRead, READ_MS } from '../http/answer-in-time.ts';
import { refusalHeaders } from '../http/errors.ts';
import type { OwnSite } from '../http/own-site.ts';
import { rateLimitHeaders } from '../http/rate-limit.ts';
import type { Log } from '../log.ts';
import type { ScanRecord } from '../scans/scan-record.ts';
import type { Scans } from '../scans/scans.ts';
import type { Channel } from '../store/store.ts';
import { followProgress } from './follow-progress.ts';
import { refuseUpgrade } from './refuse-upgrade.ts';

/** The scan's own id with its account's key, or its share token. */
const PATH = /^\/api\/v1\/scans\/([A-Za-z0-9_]{1,64})\/progress$/;
/** Only protocol frames are read from clients. */
const MAX_PAYLOAD_BYTES = 1024;
const MAX_SOCKETS = 1000;
/** Most sockets of one caller, so that one caller cannot take them all. */
const MAX_SOCKETS_EACH = 100;
const BUSY_SECONDS = 10;
const GOING_AWAY = 1001;
const FOREIGN = { code: 'foreign_origin', message: 'Requests from other websites are refused.' };

export interface ProgressSocketParts {
  readonly scans: Pick<Scans, 'find' | 'byShareToken'>;
  readonly channel: Pick<Channel, 'subscribe'>;
  readonly admission: Admission;
  readonly quotas: Quotas;
  readonly baseUrl: string;
  readonly ownSite: OwnSite;
  readonly log: Log;
  /** Most sockets at once, in all and of one caller. */
  readonly maxSockets?: number;
  readonly maxSocketsEach?: number;
  credentialsOf(request: IncomingMessage): Credentials;
}

interface ProgressSocket {
  /** Handles a WebSocket upgrade request. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** Closes every connection. */
  close(): void;
}

/**
 * `GET /api/v1/scans/{id}/progress` as a WebSocket: sends the scan's progress as JSON messages `{status,
 * pagesDiscovered, pagesScanned, currentUrl?, phase?, percent, findings}`. The current state comes first; the socket closes with
 * 1000 after the last message.
 */
export function createProgressSocket(parts: ProgressSocketParts): ProgressSocket {
  const { scans, channel, baseUrl, ownSite, log } = parts;
  const { maxSockets = MAX_SOCKETS, maxSocketsEach = MAX_SOCKETS_EACH } = parts;
  const server = new WebSocketServer({ noServer: true, maxPayload: MAX_PAYLOAD_BYTES, perMessageDeflate: false });

  const held = createHeldSockets();
  const hasPlace = (subject: string) => server.clients.size < maxSockets && held.of(subject) < maxSocketsEach;
  const { admitInTime, drawFairUse } = createAdmitting(parts, hasPlace);
  const follow = (socket: WebSocket, scan: ScanRecord) =>
    followProgress(socket, scan, {
      subscribe: (listener) => channel.subscribe(`scan:${scan.id}`, listener),
      // By share token, which works for scans of every account and for anonymous ones.
      read: () => scans.byShareToken(scan.shareToken),
    }).catch((error: unknown) => {
      log.error({ err: error }, 'following a scan failed');
      socket.terminate();
    });

  return {
    upgrade(request, socket, head) {
      // A client that disconnects during admission is no error.
      socket.on('error', () => socket.destroy());
      const requestId = randomUUID();
      const refuse = (status: number, words: { code: string; message: string }, headers: Record<string, string> = {}) =>
        refuseUpgrade(socket, status, words, { 'x-request-id': requestId, ...headers });
      const drawn: DrawnWindow[] = [];
      const refuseFor = (thrown: unknown) => {
        const error = toServiceError(thrown, requestId);
        if (error.code === 'internal_error') log.error({ requestId, err: thrown }, 'letting a WebSocket in failed');
        refuse(error.status, error, { ...refusalHeaders(error, baseUrl), ...rateLimitHeaders(drawn) });
      };
      const { host, origin } = request.headers;
      if (ownSite.allowsHost(host) && !ownSite.allowsOrigin(origin, host)) {
        drawFairUse(request, drawn).then(() => refuse(403, FOREIGN, rateLimitHeaders(drawn)), refuseFor);
        return;
      }
      admitInTime(request, drawn).then(
        ({ scan, subject }) =>
          server.handleUpgrade(request, socket, head, (accepted) => {
            held.count(subject, 1);
            accepted.once('close', () => held.count(subject, -1));
            void follow(accepted, scan);
          }),
        refuseFor,
      );
    },
    close() {
      for (const client of server.clients) client.close(GOING_AWAY, 'the service stops');
    },
  };
}

/** How many sockets each caller has. */
function createHeldSockets() {
  const held = new Map<string, number>();
  return {
    of: (subject: string) => held.get(subject) ?? 0,
    count(subject: string, change: 1 | -1): void {
      const now = (held.get(subject) ?? 0) + change;
      if (now === 0) held.delete(subject);
      else held.set(subject, now);
    },
  };
}

/**
 * Lets callers in who may read the scan that they ask for.
 * @param hasPlace whether a caller may have one socket more
 */
function createAdmitting(
  { scans, admission, quotas, ownSite, credentialsOf }: ProgressSocketParts,
  hasPlace: (subject: string) => boolean,
) {
  async function draw(caller: Caller, budget: Budget, drawn: DrawnWindow[]): Promise<void> {
    const windows = await quotas.draw(caller, budget).catch((error: unknown) => {
      if (error instanceof RateLimitedError) drawn.push(...error.states);
      throw error;
    });
    drawn.push(...windows);
  }
  const drawFairUse = (request: IncomingMessage, drawn: DrawnWindow[]) =>
    draw(addressCallerOf(credentialsOf(request)), 'fair-use', drawn);

  /**
   * @param drawn collects the rate-limit windows that the request consumed or was refused by
   * @throws ServiceError also not_found for another account's scan
   */
  async function admit(request: IncomingMessage, drawn: DrawnWindow[]): Promise<{ scan: ScanRecord; subject: string }> {
    try {
      ownSite.requireHost(request);
    } catch (refusal) {
      await drawFairUse(request, drawn);
      throw refusal;
    }
    const [path = ''] = (request.url ?? '').split('?');
    const [, id = ''] = PATH.exec(path) ?? [];
    if (id === '') throw new ServiceError('not_found', 'There is no WebSocket at this path.');
    const caller = await admission.identify(credentialsOf(request));
    await draw(caller, 'read-scan', drawn);
    const own = caller.kind === 'address' ? undefined : await scans.find(caller.accountId, id);
    const scan = own ?? (await scans.byShareToken(id));
    if (scan === undefined) {
      throw new ServiceError('not_found', 'There is no such scan: expected a share token, or an id and its key.');
    }
    const [subject = ''] = subjectsOf(caller);
    if (!hasPlace(subject)) {
      throw new ServiceError(
        'unavailable',
        'Too many clients watch scans. Read the scan itself every few seconds instead.',
        {
          retryAfterSeconds: BUSY_SECONDS,
        },
      );
    }
    return { scan, subject };
  }

  async function admitInTime(request: IncomingMessage, drawn: DrawnWindow[]): ReturnType<typeof admit> {
    const admitted = await inTime(READ_MS, admit(request, drawn));
    if (admitted === undefined) throw lateRead(READ_MS);
    return admitted;
  }

  return { admitInTime, drawFairUse };
}
