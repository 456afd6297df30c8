import type { Command } from 'commander';
import { ServiceError } from '../../errors.ts';
import { createResultReports } from '../../scans/result-reports.ts';
import { print, printable } from '../output.ts';
import { wholeNumber } from '../scan-settings.ts';
import { withRepositories } from './account.ts';

const DEFAULT_COUNT = 50;
/** As many as the store keeps. */
const SEARCHED = 10_000;

/** `legible reports ...`: results that readers call wrong, for the operator. */
export function addReportsCommands(program: Command): void {
  const reports = program.command('reports').description('list results that users reported as wrong');
  reports
    .command('list')
    .description('list reports, newest first: id, time, check, status, page or site, reason')
    .option('--limit <number>', 'how many at most', wholeNumber(1, SEARCHED), DEFAULT_COUNT)
    .action(({ limit }: { limit: number }) =>
      withRepositories(async ({ store }) => {
        for (const report of await createResultReports(store).list({ limit })) {
          const { id, createdAt, checkId, status, page, url, reason } = report;
          print(printable([id, createdAt, checkId, status, page ?? url, reason].join('\t')));
        }
      }),
    );
  reports
    .command('show <id>')
    .description('show one report with the result and its evidence')
    .action((id: string) =>
      withRepositories(async ({ store }) => {
        const report = (await createResultReports(store).list({ limit: SEARCHED })).find((each) => each.id === id);
        if (report === undefined) {
          throw new ServiceError('not_found', 'id: there is no such report. "legible reports list" shows them.');
        }
        for (const [name, value] of Object.entries(report)) {
          print(printable(`${name}\t${typeof value === 'object' ? JSON.stringify(value) : value}`));
        }
      }),
    );
}
