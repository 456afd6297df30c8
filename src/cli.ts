#!/usr/bin/env node
/** The `legible` command. Results on stdout, everything else on stderr. */
import process from 'node:process';
import { Command, CommanderError } from 'commander';
import { COMMANDS } from './cli/commands.ts';
import { Interrupted } from './cli/interruption.ts';
import { EXIT, say } from './cli/output.ts';
import { VERSION } from './version.ts';

const program = new Command('legible')
  .description('Grades how well a website can be used by AI agents, and says what to fix.')
  .version(VERSION)
  .exitOverride()
  .showHelpAfterError('(legible --help shows every command)');

try {
  const [first, second] = process.argv.slice(2);
  const called = COMMANDS.find(({ name }) => name === (first === 'help' ? second : first));
  if (called === undefined) for (const { name, summary } of COMMANDS) program.command(name).description(summary);
  else (await called.load())(program);
  await program.parseAsync();
} catch (error) {
  process.exitCode = await exitCodeOf(error);
}

/** Says what went wrong, if that is for users to know; what is our own fault is thrown on. */
async function exitCodeOf(thrown: unknown): Promise<number> {
  if (thrown instanceof CommanderError) return thrown.exitCode === 0 ? 0 : EXIT.usage;
  if (thrown instanceof Interrupted) return thrown.exitCode;
  const [{ ConfigError }, { ServiceError }, { LegibleError }] = await Promise.all([
    import('./config.ts'),
    import('./errors.ts'),
    import('./client/client-error.ts'),
  ]);
  const isUsage = thrown instanceof ConfigError;
  if (!(isUsage || thrown instanceof ServiceError || thrown instanceof LegibleError)) throw thrown;
  say(`legible: ${thrown.message}`);
  return isUsage ? EXIT.usage : EXIT.failed;
}
