import { setTimeout as delay } from 'node:timers/promises';
import { type ServiceProcess, spawnService } from '../test/support/service-process.ts';

/** How long a process lives at most once it listens, by the time that it took to start: so a busy machine scans, too. */
export const MOST_LIFE_IN_STARTS = 2;

const MOST_FAILED_STARTS = 5;

export interface KillOptions {
  readonly kills: number;
  /** No process is killed after that (performance.now()). */
  readonly untilMs: number;
  /** Undefined for the embedded store. */
  readonly redisUrl: string | undefined;
  /** From 0 to 1; the same numbers kill at the same moments. */
  readonly random: () => number;
  /** Gets a line after every kill, so that a run can be watched. */
  note(line: string): void;
}

/** A service that is killed at random moments, and started again on the same port and store. */
export interface KilledService {
  /** The same for every process. */
  readonly url: string;
  /**
   * Kills it with SIGKILL so often, and not after a time; resolves with the number of kills when the last process that
   * was started listens.
   */
  killAgainAndAgain(): Promise<number>;
  /** Ends the last process as an operator does. */
  stop(): Promise<void>;
}

/** @param progress what the clients have got so far, for the notes */
export async function startKilledService(
  dataDir: string,
  settings: Record<string, string>,
  { kills, untilMs, redisUrl, random, note }: KillOptions,
  progress: () => string,
): Promise<KilledService> {
  const store = redisUrl === undefined ? 'embedded' : 'Redis';
  let startMs = 0;
  const start = async (more: Record<string, string>): Promise<ServiceProcess> => {
    const beganMs = performance.now();
    const ofStore = redisUrl === undefined ? {} : { REDIS_URL: redisUrl };
    const process = await started(() => spawnService(dataDir, { ...ofStore, ...settings, ...more }));
    startMs = performance.now() - beganMs;
    return process;
  };
  let current = await start({});
  const { url } = current;
  const { port: PORT } = new URL(url);
  return {
    url,
    async killAgainAndAgain() {
      let done = 0;
      while (done < kills && performance.now() < untilMs) {
        await delay(random() * MOST_LIFE_IN_STARTS * startMs);
        await current.end('SIGKILL');
        done += 1;
        note(`${store}: kill ${done} of ${kills}, ${progress()}`);
        current = await start({ PORT });
      }
      return done;
    },
    async stop() {
      const { code, stderr } = await current.end('SIGTERM');
      if (code !== 0) throw new Error(`the service did not stop as it should: ${stderr.slice(-2000)}`);
    },
  };
}

/** As a supervisor does: a store that a busy machine keeps silent makes a start fail. */
async function started(spawn: () => Promise<ServiceProcess>): Promise<ServiceProcess> {
  for (let failed = 0; ; failed += 1) {
    try {
      return await spawn();
    } catch (error) {
      if (failed === MOST_FAILED_STARTS) throw error;
    }
  }
}

/** Numbers from 0 to 1 that look random and are the same for the same seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
