import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import type { CensusHost } from '../../../../src/sites/census/list.ts';
import type { CensusRow } from '../../../../src/sites/census/row.ts';
import { type CensusParts, type CensusWorker, runCensus, WorkerLost } from '../../../../src/sites/census/run-census.ts';
import { censusRow } from '../../../support/census-row.ts';

const hostsOf = (count: number): CensusHost[] =>
  Array.from({ length: count }, (_, at) => ({
    line: at + 1,
    host: `host-${at}.example`,
    url: `https://host-${at}.example/`,
    isSchemeAssumed: true,
  }));

async function* each(hosts: readonly CensusHost[]): AsyncGenerator<CensusHost> {
  yield* hosts;
}

/** Runs a census with a worker's scan, and counts what runs at the same time. */
async function census(
  hosts: readonly CensusHost[],
  scan: (host: CensusHost, worker: number, together: readonly string[]) => Promise<CensusRow>,
  {
    workers = 2,
    addressOf = (at: number) => `10.0.${at}.1`,
    ...parts
  }: Partial<Omit<CensusParts, 'workers'>> & { workers?: number; addressOf?: (at: number) => string } = {},
): Promise<CensusRow[]> {
  const rows: CensusRow[] = [];
  const pool = Array.from({ length: workers }, (_, number): CensusWorker => {
    const together = new Set<string>();
    return {
      async scan(host) {
        together.add(host.host);
        try {
          return await scan(host, number, [...together]);
        } finally {
          together.delete(host.host);
        }
      },
    };
  });
  await runCensus({
    hosts: each(hosts),
    workers: pool,
    atOnce: 3,
    perRange: 2,
    lookUp: async ({ line }) => ({ addresses: [addressOf(line)] }),
    onResult: async (row) => void rows.push(row),
    rubric: '3.0.0',
    signal: new AbortController().signal,
    ...parts,
  });
  return rows;
}

const namesOf = (rows: readonly CensusRow[]) => rows.map(({ host }) => host).sort();

describe('the run of a census', () => {
  it('gives each host one result, over all workers, and no worker more than its places', async () => {
    const hosts = hostsOf(60);
    const used = new Set<number>();
    const rows = await census(hosts, async ({ host }, worker, together) => {
      used.add(worker);
      assert.ok(together.length <= 3);
      await delay(1);
      return censusRow({ host });
    });
    assert.deepEqual(namesOf(rows), hosts.map(({ host }) => host).sort());
    assert.equal(used.size, 2);
  });

  it('limits the hosts of an address range that are scanned at once, and scans others meanwhile', async () => {
    let inRange = 0;
    let most = 0;
    let others = 0;
    // The first 20 share a range.
    const addressOf = (line: number) => (line <= 20 ? `192.0.2.${line}` : `10.0.${line}.1`);
    await census(
      hostsOf(30),
      async ({ line, host }) => {
        const isShared = line <= 20;
        if (isShared) inRange += 1;
        most = Math.max(most, inRange);
        if (!isShared && inRange > 0) others += 1;
        await delay(2);
        if (isShared) inRange -= 1;
        return censusRow({ host });
      },
      { addressOf },
    );
    assert.equal(most, 2);
    assert.ok(others > 0);
  });

  it('records a host without an address, and asks no worker for it', async () => {
    const rows = await census(hostsOf(3), async ({ host }) => censusRow({ host }), {
      lookUp: async ({ line }) => (line === 2 ? { problem: 'No such name.' } : { addresses: [] }),
    });
    assert.deepEqual(rows.map(({ host, state }) => `${host} ${state}`).sort(), [
      'host-0.example graded',
      'host-1.example unreachable',
      'host-2.example graded',
    ]);
  });

  it('scans a host again, alone, whose worker ended, and gives up a host that ends five', async () => {
    const tries = new Map<string, number>();
    const rows = await census(hostsOf(12), async ({ host, line }, _, together) => {
      const number = (tries.get(host) ?? 0) + 1;
      tries.set(host, number);
      await delay(1);
      if (number > 1) assert.deepEqual(together, [host], 'a host that ended a worker is alone');
      if (line === 5 || (line === 6 && number === 1)) throw new WorkerLost('ended');
      return censusRow({ host });
    });
    assert.equal(rows.length, 12);
    assert.deepEqual([tries.get('host-4.example'), tries.get('host-5.example')], [5, 2]);
    const given = rows.find(({ host }) => host === 'host-4.example');
    assert.deepEqual([given?.state, given?.score], ['failed', null]);
  });

  it('ends with the reason of an abort, and with a failure to write', async () => {
    const stop = new AbortController();
    const aborted = census(hostsOf(5), () => new Promise(() => undefined), { signal: stop.signal });
    await delay(5);
    stop.abort(new Error('enough'));
    await assert.rejects(aborted, /enough/);
    const full = census(hostsOf(5), async ({ host }) => censusRow({ host }), {
      onResult: () => Promise.reject(new Error('the disk is full')),
    });
    await assert.rejects(full, /the disk is full/);
  });
});
