import process from 'node:process';
import { type Command, Option } from 'commander';
import { ConfigError } from '../../errors.ts';
import { withLikelyScheme } from '../../scanner/parse/url/normalise-url.ts';
import { READERS } from '../../scanner/readers/readers.ts';
import { PageView } from '../../schema/page-view.ts';
import type { CheckResult } from '../../schema/scan.ts';
import { viewLines } from '../../tools/view-page.ts';
import { browserLines, browserText, viewInBrowser } from '../browser-view.ts';
import { browserSettings } from '../local-engine.ts';
import { interruptible, type Look, lookOf, print, printable } from '../output.ts';
import { withProduct } from '../product.ts';
import { wrap } from '../render.ts';
import { allowedHosts, collect, pairsOf, parseSettings } from '../scan-settings.ts';
import { usesServer } from '../server-access.ts';

interface Options {
  readonly as: string;
  readonly check?: string;
  readonly format: 'text' | 'json';
  readonly header?: readonly string[];
  readonly allowPrivate?: boolean;
  readonly ignoreRobots?: boolean;
  readonly picture?: string;
}

/** Not a reader of the score: a real Chromium or Chrome on this machine. */
const BROWSER = 'browser';

/** `legible view <url>`: one page as one kind of agent receives it. */
export function addViewCommand(program: Command): void {
  program
    .command('view <url>')
    .description('show what one kind of agent receives of a page, from this machine, or by the server of LEGIBLE_URL')
    .addOption(
      new Option('--as <reader>', 'who reads it')
        .choices([...READERS.map(({ id }) => id), BROWSER])
        .default(READERS[0].id),
    )
    .option('--check <id>', 'print what a check of pages finds there, with its evidence, instead of the text')
    .addOption(new Option('--format <format>', 'what to print').choices(['text', 'json']).default('text'))
    .option('--header <name: value>', "send a header to the page's origin; may be repeated", collect)
    .option('--allow-private', 'the page may be on this machine or a private network')
    .option('--ignore-robots', 'for your own site: view what its robots.txt forbids as well')
    .option('--picture <file>', 'with --as browser: write the first screen into a JPEG file')
    .action((url: string, options: Options) => interruptible((signal) => run(withLikelyScheme(url), options, signal)));
}

async function run(url: string, options: Options, signal: AbortSignal): Promise<void> {
  const { as, check, format, header, allowPrivate, ignoreRobots, picture } = options;
  if (usesServer() && (header !== undefined || allowPrivate === true || ignoreRobots === true)) {
    throw new ConfigError(
      '--header, --allow-private, --ignore-robots: only views from this machine can do that; unset LEGIBLE_URL to view from here',
    );
  }
  if (as === BROWSER) return viewAsBrowser(url, options, signal);
  if (picture !== undefined) throw new ConfigError('--picture goes with --as browser');
  const given = pairsOf('--header', ':', header);
  const { headers } = parseSettings(given === undefined ? {} : { headers: given }, 'command line');
  const input = { url, as, ...(check === undefined ? {} : { check }) };
  const view = await withProduct(
    async (call) => PageView.parse(await call('view_page', input, { headers, ignoreRobots })),
    { data: 'none', withWorkers: false, pageLimit: 1, allowPrivate: allowedHosts(url, allowPrivate) },
    signal,
  );
  if (format === 'json') print(JSON.stringify(view, null, 2));
  else
    print(view.check === null ? viewText(view, lookOf(process.stdout)) : checkText(view.check, lookOf(process.stdout)));
}

async function viewAsBrowser(
  url: string,
  { check, format, header, allowPrivate, ignoreRobots, picture }: Options,
  signal: AbortSignal,
): Promise<void> {
  if (usesServer() || header !== undefined || check !== undefined)
    throw new ConfigError('--as browser views from this machine, without --check and --header; unset LEGIBLE_URL');
  const page = await viewInBrowser({
    url,
    allowPrivate: allowPrivate === true,
    ignoreRobots: ignoreRobots === true,
    picture,
    settings: browserSettings(),
    signal,
  });
  const { picture: _, ...told } = page;
  const { columns } = lookOf(process.stdout);
  if (format === 'json') print(JSON.stringify(told, null, 2));
  else {
    const lines = [page.finalUrl, ...browserLines(page)].map((line) => wrap(printable(line), columns, '  '));
    print([...lines, '', printable(browserText(page))].join('\n'));
  }
}

/** The account, then the text up to the cut. */
function viewText(view: PageView, { columns, paint }: Look): string {
  const { finalUrl, reader, evidence, cutAt, chars } = view;
  return [
    wrap(printable(finalUrl), columns),
    paint('bold', wrap(reader.name, columns)),
    ...viewLines(view).map((line) => wrap(line, columns, '  ')),
    '',
    printable(evidence.text),
    ...(cutAt === null
      ? []
      : [
          '',
          paint('yellow', wrap(`---- ${reader.name} stops here, at character ${cutAt} of ${chars} ----`, columns)),
          paint('dim', printable(evidence.behindTheCut)),
        ]),
  ].join('\n');
}

function checkText({ checkId, name, status, message, howToFix, details }: CheckResult, look: Look): string {
  const { columns, paint } = look;
  return [
    paint('bold', wrap(`${checkId} ${status}: ${name}`, columns, '  ')),
    wrap(message, columns, '  '),
    ...(howToFix === null ? [] : [wrap(howToFix, columns, '  ')]),
    ...(details.evidence === undefined
      ? []
      : ['', 'Evidence, quoted from the site:', printable(JSON.stringify(details.evidence, null, 2))]),
  ].join('\n');
}
