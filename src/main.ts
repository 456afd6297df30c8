/** Process entry: configuration -> service -> listen -> drain on SIGTERM. */
import process from 'node:process';
import { startService } from './app.ts';
import { ConfigError, readConfig } from './config.ts';
import { ANOTHER_KEY, leaveWelcome, makeFirstKey, welcome } from './first-start.ts';
import { createLog } from './log.ts';

const EXIT_USAGE = 64;

try {
  const config = readConfig(process.env);
  const log = createLog(config.logLevel);
  const service = await startService(config, log);
  log.info({ url: service.baseUrl }, 'listening');

  const key = await makeFirstKey(service.books);
  if (key === undefined) log.info(ANOTHER_KEY);
  else {
    const words = welcome(key, service.baseUrl);
    if (process.stdout.isTTY) process.stdout.write(words);
    else process.stdout.write(`The first API key is in ${await leaveWelcome(words, config.dataDir)}\n`);
  }

  let stopping = false;
  const stop = async (signal: string) => {
    if (stopping) return;
    stopping = true;
    log.info({ signal }, 'stopping');
    await service.stop();
    process.exit(0);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  process.stderr.write(`Cannot start:\n${error.message}\n`);
  process.exit(EXIT_USAGE);
}
