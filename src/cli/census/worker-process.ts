/** The side of a census worker that scans: a process of its own, which takes hosts from its parent and ends with it. */
import process from 'node:process';
import { openCensusScanner } from '../../app/census.ts';
import { RUBRIC } from '../../scanner/checks/rubric.ts';
import type { CensusHost } from '../../sites/census/list.ts';
import type { CensusRow } from '../../sites/census/row.ts';
import { serverConfig } from '../local-engine.ts';

/** A host to scan; its line in the list names it. */
export interface ToWorker {
  readonly host: CensusHost;
}

export type FromWorker =
  | { readonly is: 'ready' }
  | { readonly is: 'row'; readonly line: number; readonly row: CensusRow }
  | { readonly is: 'bug'; readonly line: number; readonly message: string };

/** Works until the parent is gone, whatever ended it. @throws ConfigError */
export async function workForCensus(pageLimit: number): Promise<void> {
  const scanner = await openCensusScanner(serverConfig(), { pageLimit, rubric: RUBRIC.version });
  const stop = new AbortController();
  const tell = (message: FromWorker) => {
    if (process.connected) process.send?.(message);
  };
  process.on('message', ({ host }: ToWorker) => {
    const { line } = host;
    scanner.scan(host, stop.signal).then(
      (row) => tell({ is: 'row', line, row }),
      (error: unknown) => tell({ is: 'bug', line, message: String(error) }),
    );
  });
  // The terminal sends it to the whole group; the parent decides.
  process.on('SIGINT', () => undefined);
  tell({ is: 'ready' });
  await new Promise<void>((resolve) => process.once('disconnect', resolve));
  stop.abort(new Error('the census has ended'));
  await scanner.close();
  process.exit(0);
}
