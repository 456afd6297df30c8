import type { Command } from 'commander';

/** `legible serve`: the service in this process. */
export function addServeCommand(program: Command): void {
  program
    .command('serve')
    .description('start the whole service, as npm start does')
    .action(async () => {
      await import('../main.ts');
    });
}
