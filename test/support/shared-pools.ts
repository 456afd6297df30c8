/** Worker threads for every service and scanner of this test process: starting them costs more than most scans. */
import { createPools, type Pools } from '../../src/scanner/engine/create.ts';
import { atEnd } from './at-end.ts';
import { threadEntries } from './program.ts';

let pools: Pools | undefined;
const bugs: string[] = [];

export function sharedPools(): Pools {
  if (pools === undefined) {
    pools = createPools({
      onBug: (checkId, thrown) => void bugs.push(`${checkId}: ${String(thrown)}`),
      onAuditFailure: () => {},
      ...threadEntries(),
    });
    atEnd(pools.close);
  }
  return pools;
}

/** Every throw of a check in one of these threads. */
export const bugsOfSharedPools = (): readonly string[] => bugs;
