import type { SurfaceCall } from './features/call.ts';

/** The client's progress token; undefined when it wants no progress. */
export function progressTokenOf(meta: unknown): string | number | undefined {
  const token: unknown = Object(meta).progressToken;
  return typeof token === 'string' || typeof token === 'number' ? token : undefined;
}

interface ProgressNotification {
  readonly method: 'notifications/progress';
  readonly params: {
    readonly progressToken: string | number;
    readonly progress: number;
    readonly total: number;
    readonly message: string;
  };
}

/** The `onProgress` member of a call; an empty object when the client sent no progress token. */
export function progressNotifier(
  meta: unknown,
  notify: (notification: ProgressNotification) => Promise<void>,
): Pick<SurfaceCall, 'onProgress'> {
  const progressToken = progressTokenOf(meta);
  if (progressToken === undefined) return {};
  return {
    onProgress({ step, total, message }) {
      const params = { progressToken, progress: step, total, message };
      // The client has disconnected: the call itself ends by its signal.
      notify({ method: 'notifications/progress', params }).catch(() => {});
    },
  };
}
