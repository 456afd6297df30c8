import type { WebSocket } from 'ws';
import { progressOf, type ScanRecord } from '../scans/scan-record.ts';

const HEARTBEAT_MS = 15_000;
/** The embedded store's messages reach their own process only, and a scan may run in another one. */
const LOOK_AGAIN_MS = 2000;
/** A slow client gets fewer messages: each one holds the whole state, so skipped ones need no buffer. */
const MAX_BUFFERED_BYTES = 16 * 1024;
const DONE = 1000;
const GONE = 1011;

interface ProgressSource {
  /** Calls the listener whenever the scan may have progressed; returns the function that unsubscribes. */
  subscribe(listener: () => void): Promise<() => Promise<void>>;
  read(): Promise<ScanRecord | undefined>;
  readonly heartbeatMs?: number;
}

/** Sends a client the scan's progress until the scan has ended or the client has left. */
export async function followProgress(
  socket: WebSocket,
  scan: ScanRecord,
  { subscribe, read, heartbeatMs = HEARTBEAT_MS }: ProgressSource,
): Promise<void> {
  let sent = '';
  let isAlive = true;
  const send = (current: ScanRecord) => {
    if (socket.readyState !== socket.OPEN || socket.bufferedAmount > MAX_BUFFERED_BYTES) return;
    const { status } = current;
    const text = JSON.stringify(progressOf(current));
    if (text !== sent) socket.send(text);
    sent = text;
    if (status !== 'running') socket.close(DONE, 'the scan has ended');
  };
  let isLooking = false;
  const look = async () => {
    if (isLooking || socket.readyState !== socket.OPEN) return;
    isLooking = true;
    try {
      const current = await read();
      if (current === undefined) socket.close(GONE, 'the scan was deleted');
      else send(current);
    } finally {
      isLooking = false;
    }
  };
  const lookAgain = () => void look().catch(() => socket.terminate());

  const looking = setInterval(lookAgain, LOOK_AGAIN_MS);
  const beating = setInterval(() => {
    if (!isAlive) return socket.terminate();
    isAlive = false;
    socket.ping();
  }, heartbeatMs);
  const left = new Promise<void>((resolve) => {
    socket.once('close', resolve);
  });
  socket.on('pong', () => {
    isAlive = true;
  });
  // A broken connection also emits `close`.
  socket.on('error', () => socket.terminate());
  let unsubscribe: (() => Promise<void>) | undefined;
  try {
    unsubscribe = await subscribe(lookAgain);
    send(scan);
    // The scan may have progressed between the reading of the record and the subscription.
    await look();
    await left;
  } finally {
    clearInterval(looking);
    clearInterval(beating);
    await unsubscribe?.();
  }
}
