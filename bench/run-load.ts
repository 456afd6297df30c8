/** `npm run load [-- --seconds N]`: mixed traffic beside two large scans; the figures go to bench/RESULTS.md. */
import { parseArgs } from 'node:util';
import { benchLoad } from './load.ts';
import { describeMachine } from './machine.ts';
import { writeResults } from './results.ts';

const LEAST_SECONDS = 20;

const { values } = parseArgs({ options: { seconds: { type: 'string', default: '600' } } });
const seconds = Number(values.seconds);
if (!Number.isFinite(seconds) || seconds < LEAST_SECONDS) {
  console.error(`npm run load -- --seconds N: expected at least ${LEAST_SECONDS}`);
  process.exit(64);
}
const figures = await benchLoad(seconds);
writeResults('load', describeMachine(), figures);
console.log(figures);
