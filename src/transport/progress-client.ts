import { WebSocket } from 'ws';
import * as z from 'zod';
import { ScanStatus } from '../schema/scan.ts';

const HeardProgress = z.object({ status: ScanStatus, pagesDiscovered: z.int(), pagesScanned: z.int() });
export type HeardProgress = z.output<typeof HeardProgress>;

const CONNECT_MS = 10_000;
/** The server pings every 15 s. */
const SILENCE_MS = 40_000;
/** An address of a page is the longest part of a message. */
const MAX_MESSAGE_BYTES = 16 * 1024;

export interface HearOptions {
  /** Origin of the server. */
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly scanId: string;
  readonly signal?: AbortSignal | undefined;
  /** Server that says nothing for so long is given up; default 40,000. */
  readonly silenceMs?: number;
  onProgress(progress: HeardProgress): void;
}

/**
 * Hears over a WebSocket (progress-socket.ts) where a scan of another service is. Resolves when nothing more can be heard:
 * the scan has ended, or the service tells nothing in this way, so whoever must know reads the scan then. Rejects only
 * when `signal` is aborted.
 */
export function hearProgress(options: HearOptions): Promise<void> {
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
      const heard = HeardProgress.safeParse(parsed(String(data)));
      if (heard.success) onProgress(heard.data);
    });
    // What is refused or breaks off ends as a close.
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
