import process from 'node:process';
import { type Command, Option } from 'commander';
import { ConfigError } from '../../errors.ts';
import { type Build, readBuild } from '../../fix/build.ts';
import { applyChanges, type Change, diffOf } from '../../fix/changes.ts';
import { chosenFixes, FIXES, type Plan, planFixes, readOrigin } from '../../fix/plan.ts';
import { serveBuild } from '../../fix/serve-build.ts';
import { pluralize } from '../../scanner/pluralize.ts';
import { type Finding, findingsOf } from '../../scanner/reporters/findings.ts';
import { type ReportData, remainderLines } from '../../scanner/reporters/reporter.ts';
import { withLocalEngine } from '../local-engine.ts';
import { EXIT, interruptible, type Look, lookOf, print, printable, say } from '../output.ts';
import { followScan, whyFailed } from '../product.ts';
import { readReport, wrap } from '../render.ts';
import { wholeNumber } from '../scan-settings.ts';

interface Flags {
  readonly origin: string;
  readonly check?: boolean;
  readonly only?: string;
  readonly skip?: string;
  readonly llmsFull?: boolean;
  readonly scan: boolean;
  readonly pages: number;
}

const SHOWN_LEFT = 10;

/** `legible fix <folder>`: writes what agents need into the output of a site generator. */
export function addFixCommand(program: Command): void {
  program
    .command('fix <folder>')
    .description('add Markdown versions, llms.txt, a sitemap and metadata to a static build; nothing visible changes')
    .requiredOption('--origin <origin>', 'where the build will be published, e.g. https://www.example.com')
    .option('--check', 'write nothing: print the changes, and the score before and after')
    .option('--only <checks>', 'fix only what these checks ask for, e.g. P22,P23')
    .option('--skip <checks>', 'leave out what these checks ask for')
    .option('--llms-full', 'write llms-full.txt as well')
    .option('--no-scan', 'print no score and no summary of what is left')
    .addOption(
      new Option('--pages <n>', 'maximum number of pages to read for a score')
        .argParser(wholeNumber(1, 2000))
        .default(50),
    )
    .addHelpText(
      'after',
      `\nChecks that files can fix:\n${Object.entries(FIXES)
        .map(([id, what]) => `  ${id.padEnd(4)} ${what}`)
        .join('\n')}\n\nExit codes: 0 done, 1 --check found files to change, 2 failed, 64 usage`,
    )
    .action((folder: string, flags: Flags) => interruptible((signal) => run(folder, flags, signal)));
}

async function run(folder: string, flags: Flags, signal: AbortSignal): Promise<void> {
  const origin = readOrigin(flags.origin);
  const fixes = chosenFixes(idsOf(flags.only), idsOf(flags.skip));
  if (flags.llmsFull === true) fixes.add('L15');
  if (fixes.size === 0) throw new ConfigError('--skip: no fix is left; expected fewer checks');
  const build = await readBuild(folder);
  const plan = await planFixes(build, { origin, fixes });
  if (flags.check !== true) await applyChanges(build, plan.changes);
  // Set before the scans, whose failure is graver.
  else if (plan.changes.length > 0) process.exitCode = EXIT.wouldChange;
  const scores = flags.scan ? await scansOf(build, plan, flags, signal) : undefined;
  const look = lookOf(process.stdout);
  // Of a check the scores are the answer, and the changes may fill many screens: they come first.
  if (flags.check === true) {
    for (const line of scoreLines(scores, look)) print(line);
    if (scores !== undefined) print('');
    for (const change of plan.changes) print(printable(await diffOf(build, change)));
  }
  print(summaryLine(plan, flags.check === true));
  for (const line of leftLines(plan)) print(line);
  if (scores === undefined) return;
  if (flags.check !== true) for (const line of ['', ...scoreLines(scores, look)]) print(line);
  const isPart = flags.only !== undefined || flags.skip !== undefined;
  for (const line of remainingLines(scores.after, look, isPart)) print(line);
}

const idsOf = (list: string | undefined): string[] | undefined => list?.split(',').map((id) => id.trim());

function summaryLine({ changes, site }: Plan, isCheck: boolean): string {
  const created = changes.filter(({ path }) => !site.build.files.has(path)).length;
  const pages = pluralize(site.pages.length, 'page');
  if (changes.length === 0) return `${pages}: nothing to change.`;
  const counts = `${pluralize(created, 'new file')}, ${pluralize(changes.length - created, 'changed file')}`;
  return `${pages}: ${counts}${isCheck ? '; nothing was written' : ''}.`;
}

function leftLines({ left }: Plan): string[] {
  if (left.length === 0) return [];
  const lines = left.slice(0, SHOWN_LEFT).map(({ path, why }) => `  ${printable(path)} ${why}`);
  const more = left.length - SHOWN_LEFT;
  return ['Left as they are:', ...lines, ...(more > 0 ? [`  and ${more} more`] : [])];
}

interface Scores {
  /** Undefined where the changes are written: the build as it was is gone. */
  readonly before: ReportData | undefined;
  readonly after: ReportData;
}

/** Scans the build as it was, where nothing is written, and as it is with all changes; undefined without a grade. */
async function scansOf(build: Build, plan: Plan, flags: Flags, signal: AbortSignal): Promise<Scores | undefined> {
  const isCheck = flags.check === true;
  const now = isCheck ? build : await readBuild(build.folder);
  const before = isCheck ? await scanBuild(build, [], plan.site.origin, flags.pages, signal) : undefined;
  const after = await scanBuild(now, isCheck ? plan.changes : [], plan.site.origin, flags.pages, signal);
  return after === undefined ? undefined : { before, after };
}

const scoreLines = (scores: Scores | undefined, look: Look): string[] =>
  scores === undefined
    ? []
    : [
        ...(scores.before === undefined ? [] : [scoreLine('Before:', scores.before)]),
        look.paint('bold', scoreLine(scores.before === undefined ? 'Score:' : 'After:', scores.after)),
      ];

const scoreLine = (label: string, { scan }: ReportData): string =>
  `${label.padEnd(8)}${scan.siteScore} of 100, llms.txt ${scan.llmstxtScore} of 100`;

/** Findings that files could not fix. The text that pages lack is no check of its own, but it may cost the most. */
function remainingLines(report: ReportData, look: Look, isPart: boolean): string[] {
  const findings = findingsOf(report).filter(({ status }) => status === 'fail' || status === 'warn');
  const text = (report.explanation === undefined ? [] : remainderLines(report.explanation)).map((line) => `  ${line}`);
  if (findings.length === 0 && text.length === 0) return ['Nothing is left to do.'];
  return [
    '',
    isPart ? 'What is left:' : 'What only a person can do:',
    ...text.map((line) => wrap(line, look.columns, '    ')),
    ...findings.map((finding) => wrap(printable(findingLine(finding)), look.columns, '    ')),
    '  Serve .md files as "text/markdown; charset=utf-8": this scan did.',
  ];
}

function findingLine({ id, message, howToFix, affectedPages }: Finding): string {
  const where = affectedPages > 0 ? ` (${pluralize(affectedPages, 'page')})` : '';
  return `  ${id}${where}: ${message} ${howToFix}`;
}

/** The report of a build with changes that need not be written; undefined, with the exit code set, without a grade. */
async function scanBuild(
  build: Build,
  changes: readonly Change[],
  canonicalOrigin: string,
  pageLimit: number,
  signal: AbortSignal,
): Promise<ReportData | undefined> {
  const server = await serveBuild(build, changes);
  try {
    return await withLocalEngine(
      async (call) => {
        const result = await followScan(call, { url: `${server.origin}/`, pageLimit, canonicalOrigin, signal });
        if (result.status !== 'failed') return readReport(call, result.id, undefined);
        say(`legible: could not scan: ${whyFailed(result)}`);
        process.exitCode = EXIT.failed;
        return undefined;
      },
      { data: 'none', pageLimit, allowPrivate: [new URL(server.origin).host] },
    );
  } finally {
    await server.close();
  }
}
