import process from 'node:process';

/** The user ended the command: what shells expect of a program that SIGINT or SIGTERM ended. */
export class Interrupted extends Error {
  readonly exitCode: number;
  constructor(signal: 'SIGINT' | 'SIGTERM') {
    super('interrupted');
    this.exitCode = signal === 'SIGINT' ? 130 : 143;
  }
}

/** Lets `work` end in order when the user ends the command; asked a second time, the process ends at once. */
export async function interruptible<Result>(work: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  const controller = new AbortController();
  const stop = (signal: 'SIGINT' | 'SIGTERM') => {
    const interrupted = new Interrupted(signal);
    if (controller.signal.aborted) process.exit(interrupted.exitCode);
    controller.abort(interrupted);
  };
  process.on('SIGINT', stop).on('SIGTERM', stop);
  try {
    return await work(controller.signal);
  } finally {
    process.off('SIGINT', stop).off('SIGTERM', stop);
  }
}
