/** A second run, alone, of the files that failed in parallel with others. */
import type { FileResult } from './pool.ts';
import type { Summary } from './summary.ts';

/** More files than that do not fail by chance. */
const MOST_FILES = 4;

export interface Again {
  /** Counts a result, or keeps a failed one until its file has run again. */
  add(result: FileResult): void;
  /**
   * Runs each failed file once more. A file that passes then counts as passed, and its first failures are reported as unstable;
   * what fails again, and everything where many files failed, has failed.
   * @param run runs one file alone and gives its results to `onFile`
   */
  runAgain(run: (file: string, onFile: (result: FileResult) => void) => Promise<void>): Promise<void>;
}

export function createAgain(summary: Pick<Summary, 'add' | 'addUnstable'>, write: (line: string) => void): Again {
  const failed: FileResult[] = [];
  return {
    add: (result) => {
      if (result.failures.length === 0) summary.add(result);
      else {
        failed.push(result);
        write(`✖ ${result.file} failed; it runs again at the end`);
      }
    },
    async runAgain(run) {
      const files = [...new Set(failed.map(({ file }) => file))];
      if (files.length > MOST_FILES) {
        for (const result of failed) summary.add(result);
        return;
      }
      for (const file of files) {
        let hasPassed = true;
        await run(file, (result) => {
          hasPassed &&= result.failures.length === 0;
          summary.add(result);
        });
        const first = failed.filter((result) => result.file === file);
        if (hasPassed) for (const result of first) summary.addUnstable(result);
      }
    },
  };
}
