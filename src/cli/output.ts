import process from 'node:process';

/** A line of result. */
export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** A line about the work: stdout holds results only. */
export function say(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** 0: met. */
export const EXIT = { belowThreshold: 1, failed: 2, usage: 64 } as const;
