/** Process entry: `main.ts [all|api|worker [browser]]`: configuration -> service -> listen -> drain on SIGTERM. */

import process from 'node:process';
import { readConfig } from './app/config.ts';
import { ANOTHER_KEY, leaveWelcome, makeFirstAccess, welcome } from './app/first-start.ts';
import type { WorkerRole } from './app/job-workers.ts';
import { warnOfEviction } from './app/repositories.ts';
import { type Service, startService } from './app/service.ts';
import { startWorkerProcess } from './app/worker.ts';
import { ConfigError, ServiceError } from './errors.ts';
import { createLog, type Log } from './log.ts';

const EXIT_USAGE = 64;
/** EX_TEMPFAIL of sysexits.h: a supervisor may start it again. */
const EXIT_TEMPORARY = 75;

try {
  const role = roleOf(process.argv[2]);
  const config = readConfig(process.env);
  const log = createLog(config.logLevel);
  const service =
    role === 'worker'
      ? await startWorkerProcess(config, log, worksOn(process.argv[3]))
      : await startService(config, log, { withWorkers: role === 'all' });
  let welcoming = Promise.resolve();
  let stopping = false;
  const stop = async (signal: string) => {
    if (stopping) return;
    stopping = true;
    log.info({ signal }, 'stopping');
    // It writes to the store, which closes with the service.
    await welcoming;
    await service.stop();
    process.exit(0);
  };
  // Before the log says that it listens: a supervisor may stop it from then on.
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);

  if (config.redisUrl !== undefined) await warnOfEviction(config.redisUrl, log);
  // In a terminal the address comes first, for a person to open; a log has it as data.
  if (role !== 'worker' && process.stdout.isTTY) process.stdout.write(`Open ${service.baseUrl}\n`);
  log.info({ url: service.baseUrl }, role === 'worker' ? 'scanning' : 'listening');
  if (role !== 'worker') welcoming = welcomeOperator(service, config.dataDir, log);
  await welcoming;
} catch (error) {
  if (!(error instanceof ConfigError || error instanceof ServiceError)) throw error;
  process.stderr.write(`Cannot start:\n${error.message}\n`);
  process.exit(error instanceof ConfigError ? EXIT_USAGE : EXIT_TEMPORARY);
}

/** A read-only service still starts: it serves readers until it has disk space again. */
async function welcomeOperator({ repositories, baseUrl }: Service, dataDir: string, log: Log): Promise<void> {
  try {
    const access = await makeFirstAccess(repositories);
    if (access === undefined) return log.info(ANOTHER_KEY);
    const words = welcome(access, baseUrl);
    if (process.stdout.isTTY) process.stdout.write(words);
    else process.stdout.write(`The first API key is in ${await leaveWelcome(words, dataDir)}\n`);
  } catch (error) {
    log.error(
      { err: error },
      `the first API key could not be handed over; once DATA_DIR can be written, ${ANOTHER_KEY}`,
    );
  }
}

/** @throws ConfigError */
function worksOn(word: string | undefined): WorkerRole {
  if (word === undefined || word === 'browser') return word ?? 'all';
  throw new ConfigError('worker: expected nothing, or browser for a process that only lets browsers look at pages.');
}

/** The command line's `serve` comes here too, with an argument that is its own. */
function roleOf(word: string | undefined): 'all' | 'api' | 'worker' {
  return word === 'api' || word === 'worker' ? word : 'all';
}
