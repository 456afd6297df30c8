/** When files of a folder were last committed, as Git knows it: a checkout and a build give all files one time. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const TIMEOUT_MS = 20_000;
const MAX_LOG_BYTES = 50_000_000;
/** Begins the line with the day of a commit; no path can hold it. */
const DAY_MARK = '\0';

/**
 * The day (2026-03-31) of the last commit of each file, by its path within the folder. Empty where the folder is in no
 * repository, or Git is not there or takes longer than 20 s.
 */
export async function commitDays(folder: string): Promise<ReadonlyMap<string, string>> {
  // Settings of the repository that would start programs are switched off.
  const safe = ['-c', 'core.fsmonitor=false', '-c', 'log.showSignature=false', '-c', 'core.quotePath=false'];
  const log = ['log', '--no-ext-diff', '--no-renames', '--format=%x00%cs', '--name-only', '--relative', '--', '.'];
  try {
    const options = { timeout: TIMEOUT_MS, maxBuffer: MAX_LOG_BYTES, encoding: 'utf8' } as const;
    const { stdout } = await promisify(execFile)('git', ['--no-pager', '-C', folder, ...safe, ...log], options);
    return daysIn(stdout);
  } catch {
    return new Map();
  }
}

/** The newest day of each path; the log has the newest commit first. */
function daysIn(log: string): Map<string, string> {
  const days = new Map<string, string>();
  let day = '';
  for (const line of log.split('\n')) {
    if (line.startsWith(DAY_MARK)) day = line.slice(DAY_MARK.length);
    else if (line !== '' && !days.has(line)) days.set(line, day);
  }
  return days;
}
