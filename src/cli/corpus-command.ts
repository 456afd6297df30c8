import { readFile } from 'node:fs/promises';
import process from 'node:process';
import { type Command, Option } from 'commander';
import { ServiceError } from '../errors.ts';
import { followScan } from './follow-scan.ts';
import { type CallTool, withLocalEngine } from './local-engine.ts';
import { EXIT, print, say } from './output.ts';
import { wholeNumber } from './scan-command.ts';

/** Two at a time: another site each, and as many as scan at once anyway. */
const AT_ONCE = 2;

/**
 * `legible corpus <file>`: scans a list of sites into the server's store, so that its percentiles have something to be
 * measured against.
 */
export function addCorpusCommand(program: Command): void {
  program
    .command('corpus <file>')
    .description('scan a list of sites (one URL a line, # for comments) and fill the percentiles with their scores')
    .addOption(new Option('--pages <n>', 'pages to read of each at most').argParser(wholeNumber(1, 2000)).default(25))
    .action(async (file: string, { pages }: { pages: number }) => {
      const urls = urlsIn(await readFile(file, 'utf8'));
      const scanned = await withLocalEngine((call) => scanAll(call, urls, pages), {
        data: 'server',
        scansAtOnce: AT_ONCE,
      });
      if (scanned === 0) process.exitCode = EXIT.failed;
    });
}

function urlsIn(text: string): string[] {
  const lines = text.split(/\r?\n/).map((line) => line.replace(/(^|\s)#.*/, '').trim());
  return [...new Set(lines.filter((line) => line !== ''))];
}

/** @returns how many could be scanned */
async function scanAll(call: CallTool, urls: readonly string[], pageLimit: number): Promise<number> {
  const waiting = [...urls];
  let scanned = 0;
  const worker = async () => {
    for (let url = waiting.shift(); url !== undefined; url = waiting.shift()) {
      const { isScanned, row } = await scanOne(call, url, pageLimit);
      if (isScanned) scanned += 1;
      print(row);
    }
  };
  print('score\tllms.txt\tpages\turl');
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  say(`${scanned} of ${urls.length} sites scanned`);
  return scanned;
}

/** A row of the table; a site that cannot be scanned is a row too and ends nothing. */
async function scanOne(
  call: CallTool,
  url: string,
  pageLimit: number,
): Promise<{ readonly isScanned: boolean; readonly row: string }> {
  try {
    const { status, siteScore, llmstxtScore, pagesScanned } = await followScan(call, { url, pageLimit });
    return status === 'completed'
      ? { isScanned: true, row: `${siteScore}\t${llmstxtScore}\t${pagesScanned}\t${url}` }
      : { isScanned: false, row: `failed\t-\t-\t${url}` };
  } catch (error) {
    if (error instanceof ServiceError) return { isScanned: false, row: `refused: ${error.message}\t-\t-\t${url}` };
    throw error;
  }
}
