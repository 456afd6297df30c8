import process from 'node:process';
import { wait } from '../client/wait.ts';
import { changeLines } from '../scanner/reporters/change-lines.ts';
import { changesSince } from '../scanner/reporters/changes.ts';
import type { ReportData } from '../scanner/reporters/reporter.ts';
import type { Scan } from '../schema/scan.ts';
import { lookOf, print } from './output.ts';
import { renderReport } from './render-scan.ts';
import { wrap } from './wrap.ts';

/**
 * Scans until the signal ends it: the first report whole, then what is different, where something is.
 * @param scan a scan from its start to its end; undefined when there was no grade
 */
export async function watch(
  seconds: number,
  signal: AbortSignal,
  scan: () => Promise<ReportData | undefined>,
): Promise<void> {
  let last: Scan | undefined;
  for (;;) {
    const data = await scan();
    const look = lookOf(process.stdout);
    if (data !== undefined) {
      if (last === undefined) print(renderReport(data, 'text', look));
      else {
        const changes = changesSince(last, data.scan);
        const isSame =
          changes.siteScore.change === 0 && changes.llmstxtScore.change === 0 && changeLines(changes).length === 1;
        if (!isSame) {
          print(`\n${new Date().toISOString()}`);
          for (const line of changeLines(changes)) print(wrap(line, look.columns, '  '));
        }
      }
      last = data.scan;
    }
    await wait(seconds * 1000, signal);
  }
}
