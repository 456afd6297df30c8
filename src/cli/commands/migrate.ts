import { type Command, Option } from 'commander';
import { copyToRedis } from '../../app/repositories.ts';
import { print } from '../output.ts';
import { serverSettings } from './account.ts';

/** `legible migrate`: moves an installation from the embedded store to Redis. */
export function addMigrateCommand(program: Command): void {
  program
    .command('migrate')
    .description('copy the embedded store in DATA_DIR into the empty Redis at REDIS_URL; stop every process first')
    .addOption(new Option('--to <store>', 'store to copy into').choices(['redis']).makeOptionMandatory())
    .action(async () => {
      const { document, entry, bucket, claim, window, job } = await copyToRedis(serverSettings());
      print(`documents\t${document}`);
      print(`list entries\t${entry}`);
      print(`histogram members\t${bucket}`);
      print(`finished claims\t${claim}`);
      print(`windows\t${window}`);
      print(`jobs\t${job}`);
    });
}
