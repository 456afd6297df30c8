import { annotations } from './annotations.ts';
import { junit } from './junit.ts';
import type { Reporter } from './reporter.ts';
import { sarif } from './sarif.ts';
import { summary } from './summary.ts';

/** Reporters for machines and for jobs, in the order in which they are offered. */
export const CI_REPORTERS: readonly Reporter[] = [junit, sarif, summary, annotations];
