import { EventEmitter } from 'node:events';
import { constants } from 'node:os';
import process from 'node:process';
import { inspect, styleText } from 'node:util';

/** The exit code that shells report for SIGPIPE. */
const EXIT_CLOSED_PIPE = 141;

/** Emits `closed` when the reader of the results has closed the pipe. */
const resultsPipe = new EventEmitter();

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // EPIPE means that the reader closed the pipe, which is no error. Any other error, such as a full disk, loses
  // results.
  if (error.code !== 'EPIPE') failAtExit(error.message);
  // Work that has to end in order listens.
  if (!resultsPipe.emit('closed')) process.exit(EXIT_CLOSED_PIPE);
});
process.stderr.on('error', () => {});

/** Prints one line of the result. */
export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Prints a line about the work to stderr, because stdout holds results only. It clears the progress bar first. */
export function say(line: string): void {
  // What a server says of an error comes from outside.
  process.stderr.write(`${process.stderr.isTTY === true ? '\r\u001b[K' : ''}${printable(line)}\n`);
}

/** Untrusted text without control characters, which a terminal would obey; lines and tabs stay. */
export const printable = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones to be taken out.
  text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '');

/** Fails however the process exits, after pending work. Every failed write calls it again. */
function failAtExit(why: string): void {
  if (hasFailed) return;
  hasFailed = true;
  say(`legible: the result cannot be written (${why})`);
  process.once('exit', () => {
    process.exitCode = EXIT.failed;
  });
}
let hasFailed = false;

export type Paint = (style: 'bold' | 'dim' | 'green' | 'yellow' | 'red', text: string) => string;

/** How results look: in colours and as wide as the terminal, or plain and unbroken for a file or a pipe. */
export interface Look {
  readonly columns: number;
  readonly paint: Paint;
}

export function lookOf(stream: NodeJS.WriteStream): Look {
  if (stream.isTTY !== true) return { columns: Number.POSITIVE_INFINITY, paint: (_, text) => text };
  // hasColors knows NO_COLOR and dumb terminals.
  const paint: Paint = stream.hasColors() ? styleText : (_, text) => text;
  return { columns: stream.columns > 0 ? stream.columns : 80, paint };
}

/** 0: met. */
export const EXIT = { belowThreshold: 1, wouldChange: 1, failed: 2, usage: 64 } as const;

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
  } catch (error) {
    // What fails while the interrupted work is put away is said, and does not hide why it ended.
    if (controller.signal.aborted && error !== controller.signal.reason) say(`legible: ${inspect(error)}`);
    controller.signal.throwIfAborted();
    throw error;
  } finally {
    process.off('SIGINT', stop).off('SIGTERM', stop);
    resultsPipe.off('closed', stopPiping);
  }
}
