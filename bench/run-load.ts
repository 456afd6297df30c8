/**
 * `npm run load [-- --seconds N]`: mixed traffic during two large scans. `npm run load -- --kill`: SIGKILL during scans
 * and payments. The figures go to bench/RESULTS.md.
 */
import { parseArgs } from 'node:util';
import { benchKill } from './kill.ts';
import { benchLoad } from './load.ts';
import { describeMachine } from './machine.ts';
import { writeResults } from './results.ts';

const LEAST_SECONDS = 20;

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '600' },
    kill: { type: 'boolean', default: false },
    'scan-kills': { type: 'string', default: '200' },
    'payment-kills': { type: 'string', default: '100' },
    minutes: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
  },
});

if (values.kill) {
  const given = [values['scan-kills'], values['payment-kills'], values.minutes, values.seed];
  const [duringScans, duringPayments, minutes, seed] = given.map(Number);
  if (!isCount(duringScans) || !isCount(duringPayments) || !isCount(minutes) || !isCount(seed)) {
    usage(
      'npm run load -- --kill [--scan-kills N] [--payment-kills N] [--minutes N] [--seed N]: expected whole numbers above 0',
    );
  }
  const { figures, isKept } = await benchKill({ duringScans, duringPayments, minutes, seed });
  writeResults('kill', describeMachine(), figures);
  console.log(figures);
  if (!isKept) process.exitCode = 1;
} else {
  const seconds = Number(values.seconds);
  if (!Number.isFinite(seconds) || seconds < LEAST_SECONDS) {
    usage(`npm run load -- --seconds N: expected at least ${LEAST_SECONDS}`);
  }
  const figures = await benchLoad(seconds);
  writeResults('load', describeMachine(), figures);
  console.log(figures);
}

function isCount(value: number | undefined): value is number {
  return value !== undefined && Number.isSafeInteger(value) && value > 0;
}

function usage(words: string): never {
  console.error(words);
  process.exit(64);
}
