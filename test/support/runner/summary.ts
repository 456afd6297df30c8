/** Adds up the results of a run and prints them as node:test does. */
import { type Failure, OUTCOMES, type Outcome } from './messages.ts';
import type { FileResult } from './pool.ts';

export interface Summary {
  add(result: FileResult): void;
  /** A first result of a file that has passed since: its failures are reported and not counted. */
  addUnstable(result: FileResult): void;
  /** Whether there was a test, and none failed. */
  succeeded(): boolean;
  print(durationMs: number): void;
}

export function createSummary(write: (line: string) => void): Summary {
  const counts = new Map<Outcome, number>(OUTCOMES.map((outcome) => [outcome, 0]));
  const failed: [file: string, Failure][] = [];
  const unstable: [file: string, Failure][] = [];
  let tests = 0;
  let suites = 0;
  const tell = (what: string, those: readonly [file: string, Failure][]) => {
    if (those.length === 0) return;
    write(`\n✖ ${what}:\n`);
    for (const [file, failure] of those) write(wordsOf(file, failure));
    write('');
  };
  return {
    add(result) {
      tests += result.outcomes.length;
      suites += result.suites;
      for (const outcome of result.outcomes) counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
      for (const failure of result.failures) failed.push([result.file, failure]);
      const mark = result.failures.length === 0 ? '✔' : '✖';
      write(`${mark} ${result.file} (${result.outcomes.length} tests, ${Math.round(result.durationMs)} ms)`);
      for (const failure of result.failures) write(wordsOf(result.file, failure));
    },
    addUnstable({ file, failures }) {
      for (const failure of failures) unstable.push([file, failure]);
    },
    succeeded: () => tests > 0 && failed.length === 0 && counts.get('fail') === 0 && counts.get('cancelled') === 0,
    print(durationMs) {
      tell('unstable tests, which failed beside others and passed alone', unstable);
      tell('failing tests', failed);
      write(`ℹ tests ${tests}`);
      write(`ℹ suites ${suites}`);
      for (const outcome of OUTCOMES) write(`ℹ ${outcome} ${counts.get(outcome)}`);
      write(`ℹ duration_ms ${durationMs.toFixed(3)}`);
    },
  };
}

const wordsOf = (file: string, { title, location, error }: Failure): string =>
  `  ✖ ${file}: ${title}\n    at ${location}\n    ${error.replaceAll('\n', '\n    ')}`;
