import { constants } from 'node:os';
import process from 'node:process';
import { resultsPipe } from './output.ts';

type Ending = 'SIGINT' | 'SIGTERM' | 'SIGPIPE';

/** The user ended the command: what shells expect of a program that the signal ended. */
export class Interrupted extends Error {
  readonly exitCode: number;
  constructor(signal: Ending) {
    super('interrupted');
    this.exitCode = 128 + constants.signals[signal];
  }
}

/**
 * Lets `work` end in order when the user ends the command or closes the pipe that reads its results; asked a second
 * time, the process ends at once.
 */
export async function interruptible<Result>(work: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  const controller = new AbortController();
  const stop = (signal: Ending) => {
    const interrupted = new Interrupted(signal);
    // Every write to a closed pipe says so again.
    if (controller.signal.aborted && signal !== 'SIGPIPE') process.exit(interrupted.exitCode);
    controller.abort(interrupted);
  };
  // Not the signal itself, which any other closed pipe raises too, such as that of a server which has ended.
  const stopPiping = () => stop('SIGPIPE');
  process.on('SIGINT', stop).on('SIGTERM', stop);
  resultsPipe.on('closed', stopPiping);
  try {
    const result = await work(controller.signal);
    controller.signal.throwIfAborted();
    return result;
  } finally {
    process.off('SIGINT', stop).off('SIGTERM', stop);
    resultsPipe.off('closed', stopPiping);
  }
}
