/** A child process of a test: `store-child.ts <location> <task> [argument]`. Prints its steps, a line each. */
import { setTimeout } from 'node:timers/promises';
import { ServiceError } from '../../src/errors.ts';
import type { JobHandlers, Store } from '../../src/store/store.ts';
import { openStoreAt } from './store-drivers.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);
const nothing = async () => {};

const TASKS: Record<string, (store: Store, argument: string) => Promise<unknown>> = {
  /** Writes one thing after the other to every part, and says each when it has been acknowledged. */
  async write(store, prefix) {
    const documents = store.documents<number>('written');
    for (let number = 0; number < 1_000; number += 1) {
      const key = `${prefix}-${number}`;
      await documents.set(key, number);
      await store.index.add('written', number, key);
      await store.histogram.set('written', key, number % 101);
      say(key);
    }
  },
  /** Writes until the disk is full, makes room, then reports whether writes work again, and its own state. */
  async fill(store) {
    const documents = store.documents<string>('filling');
    const document = 'x'.repeat(50_000);
    let written = 0;
    let refusal: unknown;
    while (refusal === undefined && written < 1_000) {
      await documents.set(`${written}`, document).then(
        () => {
          written += 1;
        },
        (error: unknown) => {
          refusal = error;
        },
      );
    }
    const isReady = () =>
      store.ping().then(
        () => 'and ready',
        () => 'and not ready',
      );
    const code = refusal instanceof ServiceError ? refusal.code : String(refusal);
    say(`${written > 0} ${(await documents.get('0')) === document} ${code}, ${await isReady()}`);
    for (let number = 0; number < written; number += 1) await documents.delete(`${number}`);
    await documents.set('again', document);
    // It looks again after a second.
    await setTimeout(1_100);
    say(`written again, ${await isReady()}`);
    await store.close();
  },
  /** Draws, claims and adds as often as it can, and says what it got. */
  async compete({ windows, claims, index, histogram }, name) {
    const rounds = Array.from({ length: 60 }, (_, round) => round);
    const draws = rounds.map(() => windows.draw('shared', [{ windowMs: 60_000, max: 37 }]));
    const takes = rounds.map((round) => claims.take(`claim-${round}`, { leaseMs: 60_000, note: name }));
    const adds = rounds.map((round) => index.add('shared', 1_000, `${name}-${round}`));
    const sets = rounds.map((round) => histogram.set('shared', `${name}-${round}`, round));
    await Promise.all(sets);
    say(
      JSON.stringify({
        allowed: (await Promise.all(draws)).filter(({ allowed }) => allowed).length,
        won: (await Promise.all(takes)).filter(({ won }) => won).length,
        scores: await Promise.all(adds),
      }),
    );
  },
  /** Runs every job, and prints its name. */
  work: (store) =>
    work(store, async ({ id }) => {
      await setTimeout(5);
      say(id);
    }),
  /** Takes one job and never ends it. */
  hold: (store) =>
    work(store, ({ id, attempt }) => {
      say(`${id} ${attempt}`);
      return new Promise(() => {});
    }),
  /** Runs up to four jobs at once for a while; one whose id begins with `guilty` ends the process by SIGKILL. */
  crash: (store) =>
    work(
      store,
      async ({ id, attempt }) => {
        say(`begin ${id} ${attempt}`);
        await setTimeout(id.startsWith('guilty') ? 300 : 600);
        if (id.startsWith('guilty')) process.kill(process.pid, 'SIGKILL');
        say(`end ${id}`);
      },
      { concurrency: 4, exhausted: async ({ id }) => void say(`exhausted ${id}`) },
    ),
  /** Takes one job, is suspended for longer than its lease, and then tries to finish it. */
  stall: (store, stallMs) =>
    work(store, async ({ id }, signal) => {
      say(id);
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, Number(stallMs));
      while (!signal.aborted) await setTimeout(10);
      say('aborted');
    }),
};

async function work(
  store: Store,
  run: JobHandlers['run'],
  { concurrency = 1, exhausted = nothing as JobHandlers['exhausted'] } = {},
): Promise<void> {
  await store.jobs.work({ run, exhausted }, { concurrency });
  say('ready');
}

const [location = '', task = '', argument = ''] = process.argv.slice(2);
const store = await openStoreAt(location);
await TASKS[task]?.(store, argument);
