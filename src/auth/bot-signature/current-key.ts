import type { Log } from '../../log.ts';
import type { BotKey, BotKeys } from './bot-keys.ts';

/** How long a rotation or a revocation in another process may take to reach this one. */
const LOOK_AGAIN_MS = 15_000;

export interface CurrentKey {
  /** The key that signs now, as far as this process has heard. */
  current(): BotKey;
  stop(): void;
}

/** Keeps the signing key at hand, because signing cannot wait for the store. */
export async function followCurrentKey(keys: Pick<BotKeys, 'published'>, log: Log): Promise<CurrentKey> {
  const signing = async () => {
    const found = (await keys.published()).find(({ state }) => state === 'signing');
    if (found === undefined) throw new Error('no bot key signs');
    return found;
  };
  let key: BotKey = await signing();
  const timer = setInterval(() => {
    signing().then(
      (found) => {
        key = found;
      },
      (error: unknown) => log.warn({ err: error }, 'the signing key could not be read; the last one is still used'),
    );
  }, LOOK_AGAIN_MS).unref();
  return { current: () => key, stop: () => clearInterval(timer) };
}
