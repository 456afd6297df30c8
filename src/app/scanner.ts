/** The scanner as the settings of this installation have it: with its signing key and, over the store, its manners. */
import { type BotKeys, createBotKeys, followCurrentKey } from '../auth/bot-signature/keys.ts';
import { createSignRequest } from '../auth/bot-signature/sign.ts';
import { VERSION } from '../basics/version.ts';
import type { Log } from '../log.ts';
import { createScanner, type Scanner, type ScannerOptions } from '../scanner/engine/create.ts';
import { secretOf } from '../store/claims.ts';
import type { Store } from '../store/store.ts';
import type { Config } from './config.ts';

export interface OpenScanner {
  readonly scanner: Scanner;
  /** The key that signs its requests. */
  readonly botKeys: BotKeys;
  close(): Promise<void>;
}

type Settings = Pick<Config, 'hostConcurrency' | 'botSignatureForm' | 'browser' | 'browserSandbox'>;
type Parts = Pick<ScannerOptions, 'resolve' | 'pools' | 'pageThreads' | 'onFetch' | 'hostGapMs'>;

/** Permits at hosts are shared with every process on the same store. The store stays open. */
export async function openScanner(
  store: Store,
  config: Settings,
  baseUrl: string,
  log: Log,
  parts: Parts,
): Promise<OpenScanner> {
  const botKeys = createBotKeys(store);
  const signing = await followCurrentKey(botKeys, log);
  const scanner = createScanner({
    ...parts,
    baseUrl,
    version: VERSION,
    hostConcurrency: config.hostConcurrency,
    sharedPermits: store.permits,
    nonceSecret: await secretOf(store, 'negative-control'),
    sign: createSignRequest({ currentKey: signing.current, baseUrl, form: config.botSignatureForm }),
    log,
    browser: { setting: config.browser, sandbox: config.browserSandbox },
  });
  return {
    scanner,
    botKeys,
    async close() {
      await scanner.close();
      signing.stop();
    },
  };
}
