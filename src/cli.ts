#!/usr/bin/env node
/** The `legible` command. Results on stdout, everything else on stderr. */
import process from 'node:process';
import { inspect } from 'node:util';
import { Command, CommanderError } from 'commander';
import { VERSION } from './basics/version.ts';
import { EXIT, Interrupted, say } from './cli/output.ts';
import { COMMANDS, commandOf, isAddress, renamedCommand, withoutEffect } from './cli/program.ts';

const program = new Command('legible')
  .description('Grades how well a website can be used by AI agents, and says what to fix.')
  .version(VERSION)
  .exitOverride()
  .showHelpAfterError('(legible --help shows every command)');

process.on('uncaughtException', (thrown) => {
  say(`legible: ${inspect(thrown)}`);
  // A command that was interrupted, or has failed, keeps its code.
  process.exit(process.exitCode || EXIT.failed);
});
try {
  const given = process.argv.slice(2);
  const words = isAddress(given[0]) ? ['scan', ...given] : given;
  const [first, second] = words;
  const renamed = renamedCommand(first);
  if (renamed !== undefined) {
    say(`legible: ${renamed}`);
    process.exit(EXIT.usage);
  }
  const called = COMMANDS.find(({ name }) => name === (first === 'help' ? second : first));
  if (called === undefined) for (const { name, summary } of COMMANDS) program.command(name).description(summary);
  else {
    for (const line of withoutEffect(process.env)) say(`legible: ${line}`);
    (await called.load())(program);
  }
  await program.parseAsync(words, { from: 'user' });
} catch (error) {
  process.exitCode = await exitCodeOf(error);
}

/** Reports an error. Exit code 1 is for scores alone, so a bug ends with 2 and its stack. */
async function exitCodeOf(thrown: unknown): Promise<number> {
  if (thrown instanceof CommanderError) return thrown.exitCode === 0 ? 0 : EXIT.usage;
  if (thrown instanceof Interrupted) return thrown.exitCode;
  const [{ ConfigError, messageWithHint, ServiceError }, { LegibleError }] = await Promise.all([
    import('./errors.ts'),
    import('./client/send.ts'),
  ]);
  const isUsage = thrown instanceof ConfigError;
  const isForUsers = isUsage || thrown instanceof ServiceError || thrown instanceof LegibleError || isOfSystem(thrown);
  const message = thrown instanceof ServiceError ? messageWithHint(thrown, commandOf) : undefined;
  say(`legible: ${message ?? (isForUsers ? thrown.message : inspect(thrown))}`);
  return isUsage ? EXIT.usage : EXIT.failed;
}

/** A file or folder that cannot be used: the message of the system names it. */
function isOfSystem(thrown: unknown): thrown is Error {
  return thrown instanceof Error && 'syscall' in thrown;
}
