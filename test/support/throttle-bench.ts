import type { Clock } from '../../src/scanner/net/host-pace.ts';
import { createHostThrottle } from '../../src/scanner/net/host-throttle.ts';

/** Lets promise callbacks run, however many follow from each other. */
export const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

/** A clock that advances only on request. */
function manualClock(): Clock & { advance(ms: number): Promise<void>; readonly alarms: number } {
  let time = 0;
  const alarms = new Set<{ at: number; callback: () => void }>();
  return {
    now: () => time,
    after(delayMs, callback) {
      const alarm = { at: time + delayMs, callback };
      alarms.add(alarm);
      return () => alarms.delete(alarm);
    },
    get alarms() {
      return alarms.size;
    },
    async advance(ms) {
      const until = time + ms;
      for (;;) {
        const [next] = [...alarms].filter(({ at }) => at <= until).sort((a, b) => a.at - b.at);
        if (next === undefined) break;
        time = next.at;
        alarms.delete(next);
        next.callback();
        await settle();
      }
      time = until;
    },
  };
}

/** A throttle with runs that last until the test ends them; `started` lists their names in order. */
export function throttleBench(concurrency: number, gapMs?: number) {
  const clock = manualClock();
  const throttle = createHostThrottle({ concurrency, gapMs, clock });
  const started: string[] = [];
  const endings = new Map<string, () => void>();
  return {
    clock,
    throttle,
    started,
    begin(name: string, { host = 'a.test', signal }: { host?: string; signal?: AbortSignal } = {}): Promise<string> {
      return throttle.run(
        host,
        () => {
          started.push(name);
          return new Promise<string>((resolve) => endings.set(name, () => resolve(name)));
        },
        signal,
      );
    },
    async end(...names: string[]): Promise<void> {
      for (const name of names) endings.get(name)?.();
      await settle();
    },
    async succeed(count: number, host = 'a.test'): Promise<void> {
      for (let done = 0; done < count; done += 1) {
        let isOver = false;
        const run = throttle
          .run(host, async () => {})
          .then(() => {
            isOver = true;
          });
        await settle();
        // A gap between starts is waited for.
        if (!isOver) await clock.advance(2000);
        await run;
      }
    },
  };
}
