import type { SurfaceCall } from './features/call.ts';

/** What a caller wants progress to be told under; undefined when it wants none. */
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

/** The member of a call that tells its caller of progress; nothing when the caller did not ask for it. */
export function tellingProgress(
  meta: unknown,
  notify: (notification: ProgressNotification) => Promise<void>,
): Pick<SurfaceCall, 'onProgress'> {
  const progressToken = progressTokenOf(meta);
  if (progressToken === undefined) return {};
  return {
    onProgress({ step, total, message }) {
      const params = { progressToken, progress: step, total, message };
      // A client that has left cannot be told; the call itself ends by its signal.
      notify({ method: 'notifications/progress', params }).catch(() => {});
    },
  };
}
