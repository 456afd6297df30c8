import process from 'node:process';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { followScan } from './follow-scan.ts';
import { type CallTool, withLocalEngine } from './local-engine.ts';
import { EXIT, print, say } from './output.ts';
import { FORMATS, renderScan } from './render-scan.ts';

interface Options {
  readonly pages?: number;
  readonly format: string;
  readonly failUnder?: number;
  readonly allowPrivate?: boolean;
}

/** `legible scan <url>`: grades a site from this machine, without a server. */
export function addScanCommand(program: Command): void {
  program
    .command('scan <url>')
    .description('grade a website from this machine; no server, no account')
    .addOption(new Option('--pages <n>', 'pages to read at most').argParser(wholeNumber(1, 2000)))
    .addOption(new Option('--format <format>', 'what to print').choices(FORMATS).default('text'))
    .addOption(new Option('--fail-under <score>', 'exit 1 below this site score').argParser(wholeNumber(0, 100)))
    .option('--allow-private', 'the URL may be on this machine or a private network')
    .action((url: string, options: Options) =>
      withLocalEngine((call) => scan(call, url, options), {
        allowPrivate: options.allowPrivate === true && URL.canParse(url) ? [new URL(url).host] : [],
      }),
    );
}

async function scan(call: CallTool, url: string, { pages, format, failUnder }: Options): Promise<void> {
  const isTerminal = process.stderr.isTTY;
  const result = await followScan(call, {
    url,
    pageLimit: pages,
    onProgress: ({ pagesScanned, pagesDiscovered }) => {
      if (isTerminal) process.stderr.write(`\r${pagesScanned} pages read of ${pagesDiscovered} found `);
    },
  });
  if (isTerminal) process.stderr.write('\r\u001b[K');
  if (result.status === 'failed') {
    const reason = result.siteChecks.find(({ status }) => status === 'error');
    say(`legible: could not scan: ${reason?.message ?? 'no page could be read.'} ${reason?.howToFix ?? ''}`.trimEnd());
    process.exitCode = EXIT.failed;
    return;
  }
  print(await renderScan(call, result.id, format));
  if (failUnder !== undefined && result.siteScore < failUnder) {
    say(`legible: the site score ${result.siteScore} is below ${failUnder}`);
    process.exitCode = EXIT.belowThreshold;
  }
}

export function wholeNumber(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (!/^\d+$/.test(text) || value < min || value > max) {
      throw new InvalidArgumentError(`expected a whole number from ${min} to ${max}.`);
    }
    return value;
  };
}
