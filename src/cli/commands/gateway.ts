import process from 'node:process';
import { type Command, Option } from 'commander';
import { parseUrl } from '../../basics/parse-url.ts';
import { ConfigError } from '../../errors.ts';
import { startGateway } from '../../middleware/gateway/gateway.ts';
import { print, say } from '../output.ts';
import { wholeNumber } from '../scan-settings.ts';

interface Flags {
  readonly target: string;
  readonly port: number;
  readonly host: string;
  readonly origin?: string;
  readonly trustProxy?: boolean;
  readonly operatorPort?: number;
  readonly anonymousIsPublic?: boolean;
  readonly cacheMb: number;
}

const MB = 1024 * 1024;
/** For running requests, after the signal to end. */
export const GATEWAY_DRAIN_MS = 10_000;

/** `legible gateway`: the middleware before a server that runs already. */
export function addGatewayCommand(program: Command): void {
  program
    .command('gateway')
    .description('answer for a running site, with Markdown for agents that ask for it; HTML passes unchanged')
    .requiredOption('--target <url>', 'the site behind it, e.g. http://127.0.0.1:8080')
    .addOption(new Option('--port <n>', 'port to listen on').argParser(wholeNumber(0, 65_535)).default(8081))
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option('--origin <origin>', 'public address of the site; llms.txt and sitemap.xml are made only with it')
    .option('--trust-proxy', 'believe the X-Forwarded fields of clients: only where all clients are your own proxies')
    .addOption(
      new Option('--operator-port <n>', 'port for /healthz, /readyz and /metrics').argParser(wholeNumber(1, 65_535)),
    )
    .option('--anonymous-is-public', 'convert pages for visitors without cookies, even where they start a session')
    .addOption(new Option('--cache-mb <n>', 'memory for Markdown, in MB').argParser(wholeNumber(0, 1024)).default(64))
    .addHelpText('after', '\nExit codes: 0 ended by a signal, 2 failed, 64 usage')
    .action(run);
}

async function run(flags: Flags): Promise<void> {
  const gateway = await startGateway({
    target: readSite('--target', flags.target),
    host: flags.host,
    port: flags.port,
    trustsClients: flags.trustProxy === true,
    ...(flags.operatorPort === undefined ? {} : { operatorPort: flags.operatorPort }),
    anonymousIsPublic: flags.anonymousIsPublic === true,
    cacheBytes: flags.cacheMb * MB,
    ...(flags.origin === undefined ? {} : { origin: readSite('--origin', flags.origin).origin }),
  });
  print(`${gateway.url} answers for ${flags.target}`);
  // A second signal ends the process at once.
  await new Promise<void>((resolve) => {
    process.once('SIGTERM', () => resolve()).once('SIGINT', () => resolve());
  });
  say('legible: no more connections are taken; running requests end.');
  await gateway.close(GATEWAY_DRAIN_MS);
}

/** @throws ConfigError for anything more or less than a scheme and a host */
function readSite(option: string, text: string): URL {
  const url = parseUrl(text);
  const isBare = url?.pathname === '/' && url.search === '' && url.hash === '' && url.username === '';
  if (url === undefined || !isBare || (url.protocol !== 'http:' && url.protocol !== 'https:'))
    throw new ConfigError(`${option}: expected a scheme and a host without a path, such as http://127.0.0.1:8080`);
  return url;
}
