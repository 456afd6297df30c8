/**
 * `npm test [-- selectors]`: runs the tests of the tiers unit, service and e2e. A selector is the name of a tier or a
 * part of a path; both together mean the files of the tier whose path has the part. `--seed N` repeats an order.
 * `--again` runs a file that failed once more, alone, because a busy machine can fail what waits for processes.
 */
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { ensurePackages } from './ensure-packages.ts';
import { EXHAUSTIVE } from './exhaustive.ts';
import { buildPrograms, programsFolder } from './program.ts';
import { createAgain } from './runner/again.ts';
import { bundleTests } from './runner/bundle.ts';
import { selectFiles, shuffle, TIERS, type Tier } from './runner/plan.ts';
import { type PoolOptions, runFiles } from './runner/pool.ts';
import { createSummary } from './runner/summary.ts';

const CORES = availableParallelism();
interface Phase extends Omit<PoolOptions, 'onFile'> {
  /** In the order in which their files start. */
  readonly tiers: readonly Tier[];
}
/** Most objects of a test are garbage soon. More room for young ones saves a twelfth of the processor time of the unit tests. */
const ROOM_FOR_YOUNG = ['--max-semi-space-size=64'];
/** What runs one after the other, and how its files share processes. */
const PHASES: readonly Phase[] = [
  { tiers: ['unit'], processes: CORES, filesPerProcess: Infinity, fileTimeoutMs: 120_000, flags: ROOM_FOR_YOUNG },
  // Half of the time of a service or a command is waiting: one process more would leave a fifth of the processor idle. The
  // files of e2e are longer, so they start first.
  {
    tiers: ['e2e', 'service'],
    processes: CORES + 2,
    filesPerProcess: Infinity,
    fileTimeoutMs: 480_000,
    flags: ROOM_FOR_YOUNG,
  },
  // They measure memory and replace globals, so none shares a process.
  { tiers: ['nightly'], processes: CORES, filesPerProcess: 1, fileTimeoutMs: 1_500_000 },
];
/** They start first, because one that starts late is waited for alone. */
const LONGEST = [
  'exhaustive/service',
  'nightly/paid-scans',
  'exhaustive/e2e',
  'exhaustive/unit',
  'e2e/pages',
  'payments/over-http',
  'contract/store-lmdb',
  'e2e/cli/scan-sites',
  'e2e/command-line',
  'e2e/bot-key-command',
  // They wait for pauses that a site asks for.
  'run-scan/pace',
  'run-scan/stalling',
  'contract/read-log',
  'sites/batches',
  'web/dashboard-scans',
  'unit/library/answer',
  'unit/transport/result-size',
];
const placeOf = (file: string): number => {
  const place = LONGEST.findIndex((part) => file.includes(part));
  return place < 0 ? LONGEST.length : place;
};
/** A build costs as much as a few processes save. */
const FILES_WORTH_A_BUILD = 8;
const MAX_SEED = 1_000_000;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { again: { type: 'boolean' }, seed: { type: 'string' } },
});
const seed = values.seed === undefined ? Math.floor(Math.random() * MAX_SEED) : Number(values.seed);
const selected = selectFiles(positionals);
const count = [...selected.values()].reduce((sum, files) => sum + files.length, 0);
if (count === 0 || !Number.isSafeInteger(seed)) {
  console.error(count === 0 ? `No test file matches ${positionals.join(' ')}.` : '--seed takes a whole number.');
  process.exit(1);
}

const startedMs = performance.now();
console.log(`Order of the files: --seed ${seed}`);
if (TIERS.some((tier) => tier !== 'unit' && selected.has(tier))) ensurePackages();
if ((selected.get('e2e')?.length ?? 0) >= FILES_WORTH_A_BUILD || selected.has('nightly')) buildPrograms();
const bundled = TIERS.filter((tier) => tier !== 'nightly').flatMap((tier) => selected.get(tier) ?? []);
const bundle = bundled.length > 0 ? await bundleTests(bundled, programsFolder()) : undefined;
const summary = createSummary(console.log);
const again = createAgain(summary, console.log);
const onFile = values.again === true ? again.add : summary.add;
const bundleOf = (tiers: readonly Tier[]) => (tiers.includes('nightly') ? undefined : bundle);
for (const { tiers, ...pool } of PHASES) {
  const files = tiers
    .flatMap((tier) => shuffle(selected.get(tier) ?? [], seed))
    .sort((a, b) => placeOf(a) - placeOf(b));
  if (files.length === 0) continue;
  if (tiers.includes('nightly')) process.env[EXHAUSTIVE] = 'on';
  const phaseStartedMs = performance.now();
  await runFiles(files, { ...pool, bundle: bundleOf(tiers), onFile });
  const seconds = ((performance.now() - phaseStartedMs) / 1000).toFixed(1);
  console.log(`${tiers.filter((tier) => selected.has(tier)).join(' and ')}: ${files.length} files in ${seconds} s`);
}
await again.runAgain(async (file, onFile) => {
  const phase = PHASES.find(({ tiers }) => tiers.some((tier) => selected.get(tier)?.includes(file)));
  if (phase !== undefined) await runFiles([file], { ...phase, bundle: bundleOf(phase.tiers), onFile });
});
summary.print(performance.now() - startedMs);
process.exitCode = summary.succeeded() ? 0 : 1;
