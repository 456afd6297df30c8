#!/usr/bin/env node
/** The `legible` command. Results on stdout, everything else on stderr. */
import process from 'node:process';
import { Command, CommanderError } from 'commander';
import { addAccountCommands } from './cli/account-commands.ts';
import { addBotKeyCommands } from './cli/bot-key-commands.ts';
import { addCorpusCommand } from './cli/corpus-command.ts';
import { EXIT, say } from './cli/output.ts';
import { addScanCommand } from './cli/scan-command.ts';
import { ConfigError } from './config.ts';
import { ServiceError } from './errors.ts';
import { VERSION } from './version.ts';

const program = new Command('legible')
  .description('Grades how well a website can be used by AI agents, and says what to fix.')
  .version(VERSION)
  .exitOverride()
  .showHelpAfterError('(legible --help shows every command)');

program
  .command('serve')
  .description('start the whole service, as npm start does')
  .action(async () => {
    await import('./main.ts');
  });
addScanCommand(program);
addCorpusCommand(program);
addAccountCommands(program);
addBotKeyCommands(program);

try {
  await program.parseAsync();
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : EXIT.usage;
  else if (error instanceof ConfigError || error instanceof ServiceError) {
    say(`legible: ${error.message}`);
    process.exitCode = error instanceof ConfigError ? EXIT.usage : EXIT.failed;
  } else throw error;
}
