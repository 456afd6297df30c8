/**
 * `npm test [-- selectors]`: runs the tests of the tiers unit, service and e2e. A selector is the name of a tier or a
 * part of a path; both together mean the files of the tier whose path has the part. `--seed N` repeats an order.
 */
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { ensurePackages } from './ensure-packages.ts';
import { buildPrograms } from './program.ts';
import { selectFiles, shuffle, TIERS, type Tier } from './runner/plan.ts';
import { type PoolOptions, runFiles } from './runner/pool.ts';
import { createSummary } from './runner/summary.ts';

const CORES = availableParallelism();
/** How the files of each tier share processes. A third of the time of a service or a command is waiting. */
const POOLS: Readonly<Record<Tier, Omit<PoolOptions, 'onFile'>>> = {
  unit: { processes: CORES, filesPerProcess: Infinity, fileTimeoutMs: 120_000 },
  service: { processes: Math.max(2, CORES), filesPerProcess: Infinity, fileTimeoutMs: 240_000 },
  e2e: { processes: CORES + 1, filesPerProcess: Infinity, fileTimeoutMs: 240_000 },
  // They measure memory and replace globals.
  nightly: { processes: CORES, filesPerProcess: 1, fileTimeoutMs: 1_500_000 },
};
const MAX_SEED = 1_000_000;

const { values, positionals } = parseArgs({ allowPositionals: true, options: { seed: { type: 'string' } } });
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
// A build costs as much as a few processes save.
if (positionals.length === 0 || selected.has('nightly')) buildPrograms();
const summary = createSummary(console.log);
for (const [tier, files] of selected) {
  const tierStartedMs = performance.now();
  await runFiles(shuffle(files, seed), { ...POOLS[tier], onFile: summary.add });
  console.log(`${tier}: ${files.length} files in ${((performance.now() - tierStartedMs) / 1000).toFixed(1)} s`);
}
summary.print(performance.now() - startedMs);
process.exitCode = summary.succeeded() ? 0 : 1;
