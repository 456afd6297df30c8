import { Console } from 'node:console';
import process from 'node:process';
import type { Command } from 'commander';
import { mcpSurface } from '../../app/mcp-surface.ts';
import { openApiDocument } from '../../rest-facade/openapi/document.ts';
import examples from '../../rest-facade/openapi/examples.json' with { type: 'json' };
import { ROUTES } from '../../rest-facade/routes.ts';
import { TOOLS } from '../../tools/registry.ts';
import { serveMcpStdio } from '../../transport/stdio.ts';
import { withLocalEngine } from '../local-engine.ts';

/** `legible serve`: the service in this process. */
export function addServeCommand(program: Command): void {
  program
    .command('serve')
    .description('start the whole service, as npm start does')
    .action(async () => {
      await import('../../main.ts');
    });
}

/** `legible worker [browser]`: a process that only scans, or only lets browsers look at pages of scans. */
export function addWorkerCommand(program: Command): void {
  program
    .command('worker')
    .description('start a process that only scans; several can share one Redis')
    .argument('[browser]', 'with the word browser: only lets a browser look at pages of scans')
    .action(async () => {
      // It reads its role from the same place of the command line.
      await import('../../main.ts');
    });
}

/** `legible stdio`: an MCP server for the host that started it; it works as the operator and scans by itself. */
export function addStdioCommand(program: Command): void {
  program
    .command('stdio')
    .description('serve MCP over stdin and stdout, for hosts that start their servers; needs no server and no key')
    .action(async () => {
      // stdout is the client's: a package that prints there would break the protocol.
      globalThis.console = new Console(process.stderr);
      await withLocalEngine(async (_, { engine, caller, baseUrl, log }) => {
        const openApi = openApiDocument({ routes: ROUTES, tools: TOOLS, baseUrl, examples });
        const server = serveMcpStdio(mcpSurface(engine, { baseUrl, openApi, log }), caller, log);
        const told = new Promise<void>((resolve) => {
          process.once('SIGTERM', () => resolve()).once('SIGINT', () => resolve());
        });
        await Promise.race([server.ended, told]);
        await server.close();
      });
      // A stdin that is still open would keep the process.
      process.stdin.destroy();
    });
}
