import { WebSocket } from 'ws';
import * as z from 'zod';
import { ScanStatus } from '../schema/scan.ts';

const ProgressMessage = z.object({
  status: ScanStatus,
  pagesDiscovered: z.int(),
  pagesScanned: z.int(),
  /** Absent from servers of earlier versions, and once the scan has ended. */
  phase: z.string().max(100).optional(),
  percent: z.number().min(0).max(100).optional(),
});
export type ProgressMessage = z.output<typeof ProgressMessage>;

const CONNECT_MS = 10_000;
/** The server pings every 15 s. */
const SILENCE_MS = 40_000;
/** An address of a page is the longest part of a message. */
const MAX_MESSAGE_BYTES = 16 * 1024;

export interface WatchOptions {
  /** Origin of the server. */
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly scanId: string;
  readonly signal?: AbortSignal | undefined;
  /** How long a server may be silent before the connection is closed; default 40,000. */
  readonly silenceMs?: number;
  onProgress(progress: ProgressMessage): void;
}

/**
 * Follows a scan of another service over a WebSocket (progress-socket.ts). Resolves when the scan has ended or the
 * connection brings no more messages, so the caller then reads the scan. Rejects only when `signal` is aborted.
 */
export function watchProgress(options: WatchOptions): Promise<void> {
  const { baseUrl, apiKey, scanId, signal, silenceMs = SILENCE_MS, onProgress } = options;
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const url = new URL(`/api/v1/scans/${encodeURIComponent(scanId)}/progress`, baseUrl.replace(/^http/, 'ws'));
    const socket = new WebSocket(url, {
      headers: { authorization: `Bearer ${apiKey}` },
      handshakeTimeout: CONNECT_MS,
      maxPayload: MAX_MESSAGE_BYTES,
      perMessageDeflate: false,
    });
    const leave = () => socket.terminate();
    const silence = setTimeout(leave, silenceMs);
    signal?.addEventListener('abort', leave, { once: true });
    socket.on('ping', () => silence.refresh());
    socket.on('message', (data) => {
      silence.refresh();
      const message = ProgressMessage.safeParse(parsed(String(data)));
      if (message.success) onProgress(message.data);
    });
    // A refused or broken connection also emits `close`.
    socket.on('error', () => {});
    socket.once('close', () => {
      clearTimeout(silence);
      signal?.removeEventListener('abort', leave);
      if (signal?.aborted) reject(signal.reason);
      else resolve();
    });
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
