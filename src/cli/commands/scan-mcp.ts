import process from 'node:process';
import { type Command, Option } from 'commander';
import { ConfigError } from '../../errors.ts';

import { withScheme } from '../../scanner/parse/url/normalise-url.ts';
import { type McpScan, McpScanResponse } from '../../schema/mcp-scan.ts';
import { interruptible } from '../interruption.ts';
import { EXIT, type Look, lookOf, print, say } from '../output.ts';
import { usesServer, withProduct } from '../product.ts';
import { wrap } from '../render.ts';
import { allowedHosts, collect, pairsOf, parseSettings, wholeNumber } from '../scan-settings.ts';

interface Options {
  readonly format: 'text' | 'json';
  readonly failUnder?: number;
  readonly header?: readonly string[];
  readonly allowPrivate?: boolean;
}

/** `legible scan-mcp <endpoint>`: grades a remote MCP server. */
export function addScanMcpCommand(program: Command): void {
  program
    .command('scan-mcp <endpoint>')
    .description('grade a remote MCP server (Streamable HTTP) from this machine, or by the server of LEGIBLE_URL')
    .addOption(new Option('--format <format>', 'what to print').choices(['text', 'json']).default('text'))
    .addOption(new Option('--fail-under <score>', 'exit 1 below this score').argParser(wholeNumber(0, 100)))
    .option('--header <name: value>', "send a header to the endpoint's origin; may be repeated", collect)
    .option('--allow-private', 'the endpoint may be on this machine or a private network')
    .action((endpoint: string, options: Options) =>
      interruptible((signal) => run(withScheme(endpoint), options, signal)),
    );
}

async function run(
  endpoint: string,
  { format, failUnder, header, allowPrivate }: Options,
  signal: AbortSignal,
): Promise<void> {
  if (usesServer() && (header !== undefined || allowPrivate === true)) {
    throw new ConfigError(
      '--header, --allow-private: only scans of this machine can do that; unset LEGIBLE_URL to scan from here',
    );
  }
  const given = pairsOf('--header', ':', header);
  const { headers } = parseSettings(given === undefined ? {} : { headers: given }, 'command line');
  const { scan } = await withProduct(
    async (call) => McpScanResponse.parse(await untilAborted(call('scan_mcp', { endpoint }), signal)),
    { data: 'none', allowPrivate: allowedHosts(endpoint, allowPrivate), mcpHeaders: headers },
    signal,
  );
  print(format === 'json' ? JSON.stringify(scan, null, 2) : mcpScanText(scan, lookOf(process.stdout)));
  if (scan.status === 'failed') process.exitCode = EXIT.failed;
  else if (failUnder !== undefined && scan.mcpScore < failUnder) {
    say(`legible: the score ${scan.mcpScore} is below ${failUnder}`);
    process.exitCode = EXIT.belowThreshold;
  }
}

function untilAborted<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  return Promise.race([work, aborted]);
}

function mcpScanText(scan: McpScan, { columns, paint }: Look): string {
  const { endpoint, mcpScore, mcpRating, toolCount, resourceCount, promptCount, checks } = scan;
  const findings = checks.filter(({ status }) => status === 'fail' || status === 'warn');
  const count = (value: number | null) => (value === null ? 'not visible' : String(value));
  const colour = mcpScore >= 70 ? 'green' : mcpScore >= 50 ? 'yellow' : 'red';
  return [
    wrap(endpoint, columns),
    paint(colour, wrap(`MCP score ${mcpScore}/100 (${mcpRating})`, columns)),
    wrap(`Tools: ${count(toolCount)}, resources: ${count(resourceCount)}, prompts: ${count(promptCount)}`, columns),
    '',
    ...(findings.length === 0 ? ['Nothing to fix.'] : []),
    ...findings.flatMap(({ checkId, status, message, howToFix }) => [
      wrap(`${checkId} ${status}: ${message}`, columns, '     '),
      ...(howToFix === null ? [] : [paint('dim', wrap(`     ${howToFix}`, columns, '     '))]),
    ]),
  ].join('\n');
}
