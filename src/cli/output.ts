import process from 'node:process';
import { styleText } from 'node:util';

/** What a shell reports of a program that a closed pipe ended. */
const EXIT_CLOSED_PIPE = 141;

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // Whoever read the results has seen enough.
  if (error.code === 'EPIPE') process.exit(EXIT_CLOSED_PIPE);
  throw error;
});
process.stderr.on('error', () => {});

/** A line of result. */
export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** A line about the work: stdout holds results only. */
export function say(line: string): void {
  process.stderr.write(`${line}\n`);
}

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
export const EXIT = { belowThreshold: 1, failed: 2, usage: 64 } as const;
