import type { Channel } from '../store/store.ts';
import type { ScanRecord } from './scan-record.ts';
import { isWaitingForBrowser, percentDone, phaseWords } from './scan-record.ts';
import type { Scans } from './scans.ts';

/** Waiting calls of this process, and of one caller. */
const MAX_WAITS = 200;
const MAX_WAITS_EACH = 10;
/** The embedded store's messages reach their own process only, and a scan may run in another one. */
const LOOK_AGAIN_MS = 1000;
/** A client's bar moves at least this far with each message, because progress must increase. */
const LEAST_STEP = 0.05;

/** What a running scan is doing, and how much of it is done. */
interface WaitProgress {
  readonly step: number;
  readonly total: number;
  readonly message: string;
}

export interface ScanWait {
  readonly seconds: number;
  /** Names that the caller's waits are counted under. */
  readonly subjects: readonly string[];
  /** Asked only by a call that waits. */
  readonly request: { readonly signal: AbortSignal };
  onProgress(progress: WaitProgress): void;
}

export interface ScanWaits {
  /**
   * Resolves when the scan has ended and a browser has looked at it, where one is to, when the time is up, when the service stops, and at once where too many calls
   * wait already. Rejects when the caller leaves.
   */
  wait(scan: ScanRecord, how: ScanWait): Promise<void>;
  /** Ends every wait. */
  close(): void;
}

export interface ScanWaitsParts {
  readonly scans: Pick<Scans, 'byId'>;
  readonly channel: Pick<Channel, 'subscribe'>;
  readonly maxWaits?: number;
  readonly maxWaitsEach?: number;
}

export function createScanWaits(parts: ScanWaitsParts): ScanWaits {
  const { scans, channel, maxWaits = MAX_WAITS, maxWaitsEach = MAX_WAITS_EACH } = parts;
  const closing = new AbortController();
  const bySubject = new Map<string, number>();
  let waiting = 0;
  const count = (subjects: readonly string[], by: 1 | -1) => {
    waiting += by;
    for (const subject of subjects) {
      const now = (bySubject.get(subject) ?? 0) + by;
      if (now === 0) bySubject.delete(subject);
      else bySubject.set(subject, now);
    }
  };

  async function follow({ id }: ScanRecord, untilMs: number, report: (scan: ScanRecord) => void, signal: AbortSignal) {
    const bell = createBell(signal, closing.signal);
    const unsubscribe = await channel.subscribe(`scan:${id}`, bell.ring);
    try {
      for (;;) {
        const scan = await scans.byId(id);
        signal.throwIfAborted();
        if (scan === undefined || !isUnderWay(scan)) return;
        report(scan);
        const leftMs = untilMs - performance.now();
        if (leftMs <= 0 || closing.signal.aborted) return;
        await bell.rung(Math.min(leftMs, LOOK_AGAIN_MS));
      }
    } finally {
      bell.close();
      await unsubscribe();
    }
  }

  return {
    async wait(scan, { seconds, subjects, request, onProgress }) {
      if (seconds <= 0 || !isUnderWay(scan) || closing.signal.aborted) return;
      const isFull = subjects.some((subject) => (bySubject.get(subject) ?? 0) >= maxWaitsEach);
      if (isFull || waiting >= maxWaits) return;
      const { signal } = request;
      signal.throwIfAborted();
      count(subjects, 1);
      try {
        await follow(scan, performance.now() + seconds * 1000, createReporter(onProgress), signal);
      } finally {
        count(subjects, -1);
      }
    },
    close: () => closing.abort(),
  };
}

const isUnderWay = (scan: ScanRecord): boolean => scan.status === 'running' || isWaitingForBrowser(scan);

/** Reports a scan's phases; the same one only once. */
function createReporter(onProgress: ScanWait['onProgress']): (scan: ScanRecord) => void {
  let last = '';
  let step = 0;
  return (scan) => {
    const message = phaseWords(scan) ?? '';
    if (message === last) return;
    last = message;
    step = Math.min(99.99, Math.max(step + LEAST_STEP, percentDone(scan)));
    onProgress({ step: Math.round(step * 100) / 100, total: 100, message });
  };
}

/** Wakes one sleeper. A ring while none sleeps wakes the next one at once. */
function createBell(...signals: readonly AbortSignal[]) {
  let hasRung = false;
  let wake: (() => void) | undefined;
  const ring = () => {
    hasRung = true;
    wake?.();
  };
  for (const signal of signals) signal.addEventListener('abort', ring);
  return {
    ring,
    async rung(ms: number): Promise<void> {
      if (!hasRung) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      [hasRung, wake] = [false, undefined];
    },
    close() {
      for (const signal of signals) signal.removeEventListener('abort', ring);
    },
  };
}
