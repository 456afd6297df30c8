import type { Command } from 'commander';

/** `legible worker`: a process that only scans. */
export function addWorkerCommand(program: Command): void {
  program
    .command('worker')
    .description('start a process that only scans, beside others on one Redis')
    .action(async () => {
      // It reads its role from the same place of the command line.
      await import('../main.ts');
    });
}
