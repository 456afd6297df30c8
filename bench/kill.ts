import { buildPrograms } from '../test/support/program.ts';
import { startRedisServer } from '../test/support/redis-server.ts';
import { type KilledPayments, killDuringPayments } from './kill-payments.ts';
import { type KilledScans, killDuringScans } from './kill-scans.ts';
import { MOST_LIFE_IN_STARTS, seededRandom } from './killed-service.ts';

export interface Kills {
  /** On each store. */
  readonly duringScans: number;
  /** Half of them on each store. */
  readonly duringPayments: number;
  /** After this many minutes no process is killed any more. */
  readonly minutes: number;
  readonly seed: number;
}

export interface KillFigures {
  /** As Markdown. */
  readonly figures: string;
  /** Whether every promise was kept, and on each store a scan completed and a payment was delivered. */
  readonly isKept: boolean;
}

/** Kills the service at random moments of scans and of payments, on both stores at the same time. */
export async function benchKill({ duringScans, duringPayments, minutes, seed }: Kills): Promise<KillFigures> {
  buildPrograms();
  const half = Math.ceil(duringPayments / 2);
  const [forScans, forPayments] = await Promise.all([startRedisServer(), startRedisServer()]);
  const startedMs = performance.now();
  const untilMs = startedMs + minutes * 60_000;
  const optionsFor = (kills: number, redisUrl: string | undefined, lane: number) => ({
    ...{ kills, untilMs, redisUrl },
    random: seededRandom(seed + lane),
    note: (line: string) => console.error(line),
  });
  try {
    const [embeddedScans, redisScans, embeddedPayments, redisPayments] = await Promise.all([
      killDuringScans(optionsFor(duringScans, undefined, 0)),
      killDuringScans(optionsFor(duringScans, forScans.url, 1)),
      killDuringPayments(optionsFor(half, undefined, 2)),
      killDuringPayments(optionsFor(half, forPayments.url, 3)),
    ]);
    const scans = { embedded: embeddedScans, Redis: redisScans };
    const payments = { embedded: embeddedPayments, Redis: redisPayments };
    // Without completed scans and charged payments nothing could go wrong.
    const isKept =
      Object.values(scans).every(
        (each) => each.completed > 0 && each.failedOtherwise + each.lost + each.leftRunning + each.twice === 0,
      ) &&
      Object.values(payments).every(
        (each) =>
          each.delivered > 0 && each.chargedTwice + each.chargedForNothing + each.deliveredUnpaid + each.leftOpen === 0,
      );
    return { figures: report(scans, payments, seed, (performance.now() - startedMs) / 1000), isKept };
  } finally {
    await Promise.all([forScans.destroy(), forPayments.destroy()]);
  }
}

function report(
  scans: Readonly<Record<string, KilledScans>>,
  payments: Readonly<Record<string, KilledPayments>>,
  seed: number,
  seconds: number,
): string {
  const scanRows = Object.entries(scans).map(([store, each]) =>
    row([
      ...[store, each.kills, each.acknowledged, each.completed, each.brokenOff],
      ...[each.failedOtherwise, each.lost, each.leftRunning, each.twice],
    ]),
  );
  const paymentRows = Object.entries(payments).map(([store, each]) =>
    row([
      ...[store, each.kills, each.sent, each.delivered, each.refused],
      ...[each.chargedTwice, each.chargedForNothing, each.deliveredUnpaid, each.leftOpen],
    ]),
  );
  return `
SIGKILL at random moments (seed ${seed}), after at most ${MOST_LIFE_IN_STARTS} times what the process took to start, and a start on the same port and store, for ${seconds.toFixed(0)} s.
Three clients for each store start scans or pay for them, and send again what was not answered. Redis runs with appendfsync always.

| store | kills | scans acknowledged | completed | given up: broken off three times | failed otherwise | lost | left running | started twice |
|---|---|---|---|---|---|---|---|---|
${scanRows.join('\n')}

| store | kills | payments | delivered | refused, not charged | charged twice | charged, not delivered | delivered, not charged | left open |
|---|---|---|---|---|---|---|---|---|
${paymentRows.join('\n')}

- Target: 0 in the last four columns of the first table and in the last four of the second; scans completed and payments delivered on both stores.
`;
}

const row = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;
