import { basename } from 'node:path';
import process from 'node:process';
import { type Command, Option } from 'commander';
import { parseUrl } from '../../basics/parse-url.ts';
import { VERSION } from '../../basics/version.ts';
import { ConfigError, ServiceError } from '../../errors.ts';
import { quote } from '../../scanner/checks/evidence.ts';
import { scanStdio } from '../../scanner/mcp/grade/run-mcp-scan.ts';
import { rankFindings } from '../../scanner/mcp/grade/score.ts';
import { withLikelyScheme } from '../../scanner/parse/url/normalise-url.ts';
import { type McpScan, McpScanResponse } from '../../schema/scan.ts';
import { directoryVerdictsOf, gradeOf } from '../../tools/mcp-grade.ts';
import { presentMcpScan } from '../../tools/scan-mcp.ts';
import type { ServerEntry } from '../mcp-config/entries.ts';
import { whereLines } from '../mcp-config/report.ts';
import { type ScanConfigOptions, scanConfig, scanEndpoint } from '../mcp-config/scan-config.ts';
import { createRedaction, secretValues, shownAddress, shownArguments } from '../mcp-config/secrets.ts';
import { EXIT, interruptible, type Look, lookOf, print, say } from '../output.ts';
import { withProduct } from '../product.ts';
import { wrap } from '../render.ts';
import { allowedHosts, collect, pairsOf, parseSettings, wholeNumber } from '../scan-settings.ts';
import { usesServer } from '../server-access.ts';
import { startStdioServer, variablesNamed } from '../stdio-server.ts';
import { untilAborted } from '../until-aborted.ts';

interface Options {
  readonly format: 'text' | 'json' | 'html';
  readonly badge?: string;
  readonly failUnder?: number;
  readonly header?: readonly string[];
  readonly allowPrivate?: boolean;
  readonly env?: readonly string[];
  readonly config?: string | true;
  readonly yes?: boolean;
  readonly dryRun?: boolean;
  readonly startTimeout?: number;
  readonly call?: boolean;
  readonly lock?: string | true;
  readonly locked?: string | true;
}

const START_SECONDS = 90;

/**
 * `legible scan-mcp <endpoint>` grades a remote MCP server, `legible scan-mcp -- <command>` one of this machine, and
 * `legible scan-mcp --config [file]` all that the hosts of this machine have.
 */
export function addScanMcpCommand(program: Command): void {
  program
    .command('scan-mcp [endpoint] [command...]')
    .description(
      'grade a remote MCP server (Streamable HTTP) from this machine, or by the server of LEGIBLE_URL; after --, a command that starts a server over stdio (scan-mcp -- npx -y some-server); with --config, all servers of this machine',
    )
    .addOption(new Option('--format <format>', 'what to print').choices(['text', 'json', 'html']).default('text'))
    .addOption(new Option('--fail-under <score>', 'exit 1 below this score').argParser(wholeNumber(0, 100)))
    .option('--header <name: value>', "send a header to the endpoint's origin; may be repeated", collect)
    .option('--allow-private', 'the endpoint may be on this machine or a private network')
    .option('--env <name>', 'give a server over stdio this environment variable; may be repeated', collect)
    .option(
      '--config [file]',
      'grade all servers of a configuration; without a file, those of Claude, Cursor, VS Code, Windsurf, Zed, Codex and Gemini CLI',
    )
    .option('--dry-run', 'with --config: print what would start, and start nothing')
    .option('--yes', 'with --config: start it without a question, as in CI')
    .option('--badge <file>', 'with --config, --lock or --locked: write an SVG with the lowest score')
    .option(
      '--call',
      'call tools that only read and need no argument, read resources and prompts, and check the answers',
    )
    .option('--lock [file]', 'write what the servers show to a lock, legible-mcp.lock.json by default')
    .option('--locked [file]', 'exit 1 when a server shows something else than the lock says')
    .addOption(
      new Option('--start-timeout <seconds>', 'with --config: how long a server may take to answer first').argParser(
        wholeNumber(1, 600),
      ),
    )
    .action((first: string | undefined, others: readonly string[], options: Options) =>
      interruptible((signal) => {
        if (options.config !== undefined) return scanConfig(configOptions(options, first), signal);
        if (first === undefined)
          throw new ConfigError('scan-mcp: expected an endpoint, -- before a command, or --config');
        refuseConfigOptions(options);
        if (isHeldAgainstLock(options))
          return scanEndpoint(entryOf([first, ...others], options), settings(options), signal);
        if (process.argv.includes('--')) return runStdio([first, ...others], options, signal);
        if (others.length > 0) throw new ConfigError('scan-mcp: expected one endpoint, or -- before a command');
        if (options.env !== undefined) throw new ConfigError('--env: only for a server over stdio, after --');
        return run(withLikelyScheme(first), options, signal);
      }),
    );
}

function configOptions(options: Options, endpoint: string | undefined): ScanConfigOptions {
  const { config = true, header, allowPrivate, env, startTimeout = START_SECONDS, ...rest } = options;
  if (endpoint !== undefined) throw new ConfigError('--config: expected no endpoint and no command beside it');
  if (header !== undefined || allowPrivate === true || env !== undefined) {
    throw new ConfigError('--header, --allow-private, --env: not with --config, where the configuration says it');
  }
  if (usesServer()) throw new ConfigError('--config: reads files of this machine; unset LEGIBLE_URL to scan from here');
  return { ...rest, config, startTimeout };
}

/** Options that need the lists or the answers of the server, and not only its grade. */
const isHeldAgainstLock = ({ call, lock, locked, format }: Options): boolean =>
  call === true || lock !== undefined || locked !== undefined || format === 'html';

const settings = ({ startTimeout = START_SECONDS, ...rest }: Options) => ({ ...rest, startTimeout });

/** One server of the command line as an entry of a configuration. */
function entryOf(words: readonly string[], { header, allowPrivate, env = [] }: Options): ServerEntry {
  if (usesServer()) throw new ConfigError('--call, --lock, --locked: only from this machine; unset LEGIBLE_URL');
  const base = { hosts: ['command line'], files: [], secrets: [] };
  const [first = '', ...others] = words;
  if (process.argv.includes('--')) {
    if (header !== undefined || allowPrivate === true)
      throw new ConfigError('--header, --allow-private: only for an endpoint, not for a command after --');
    const target = {
      kind: 'stdio',
      command: first,
      args: others,
      env: variablesNamed(env),
      cwd: process.cwd(),
    } as const;
    const shown = shownArguments(words).map(({ text }) => text);
    // Of each path the file alone, so that a lock holds on other machines.
    const name = quote(shown.map((word) => basename(word)).join(' '), NAME_CHARS);
    return { ...base, name, shown: `-- ${shown.join(' ')}`, target };
  }
  if (others.length > 0) throw new ConfigError('scan-mcp: expected one endpoint, or -- before a command');
  if (env.length > 0) throw new ConfigError('--env: only for a server over stdio, after --');
  const url = parseUrl(withLikelyScheme(first));
  if (url === undefined || !/^https?:$/.test(url.protocol)) throw new ConfigError(`scan-mcp: ${ENDPOINT_EXPECTED}`);
  const { headers = {} } = parseSettings(
    header === undefined ? {} : { headers: pairsOf('--header', ':', header) },
    'command line',
  );
  const target = { kind: 'http', url: url.href, headers, mayBePrivate: allowPrivate === true } as const;
  const shown = shownAddress(url.href).text;
  return { ...base, name: quote(url.host + new URL(shown).pathname, NAME_CHARS), shown, target };
}

const NAME_CHARS = 120;
const ENDPOINT_EXPECTED = 'expected an http or https URL';

function refuseConfigOptions(options: Options): void {
  const { yes, dryRun, startTimeout, badge } = options;
  if (yes === true || dryRun === true) throw new ConfigError('--yes, --dry-run: only with --config');
  if (isHeldAgainstLock(options)) return;
  if (startTimeout !== undefined || badge !== undefined)
    throw new ConfigError('--start-timeout, --badge: only with --config, --call, --lock, --locked or --format html');
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
    async (call) => McpScanResponse.parse(await untilAborted(call('scan_mcp', { endpoint }, { headers }), signal)),
    { data: 'none', allowPrivate: allowedHosts(endpoint, allowPrivate) },
    signal,
  );
  show(scan, format, failUnder);
}

/** Starts the server, grades it, and ends it. The result is printed and kept nowhere: the contract's has an endpoint. */
async function runStdio(command: readonly string[], options: Options, signal: AbortSignal): Promise<void> {
  const { format, failUnder, header, allowPrivate, env = [] } = options;
  if (header !== undefined || allowPrivate === true) {
    throw new ConfigError('--header, --allow-private: only for an endpoint, not for a command after --');
  }
  const given = variablesNamed(env);
  const words = shownArguments(command);
  const shown = words.map(({ text }) => text).join(' ');
  const redact = createRedaction([...secretValues(given), ...words.flatMap(({ values }) => values)]);
  const server = await startStdioServer(command, { env: given });
  try {
    const clientInfo = { name: 'legible', version: VERSION };
    const onBug = (checkId: string) => say(`legible: the check ${checkId} failed`);
    const outcome = await untilAborted(scanStdio(server, { clientInfo, onBug, redact }), signal);
    if (!outcome.reached) {
      const wrote = await server.lastErrors();
      throw new ServiceError('mcp_scan_failed', noSession(shown, server.ending ?? outcome.message, wrote));
    }
    show({ ...presentMcpScan('stdio:', outcome), endpoint: shown }, format, failUnder);
  } finally {
    await server.stop();
  }
}

/** @param wrote the last lines of its error stream, safe to print */
function noSession(command: string, why: string, wrote: readonly string[]): string {
  const told =
    wrote.length === 0
      ? 'It wrote nothing to its error stream. Run the command by itself to see what it does'
      : `It wrote last:\n${wrote.map((line) => `  ${line}`).join('\n')}\nRun the command by itself to see more`;
  return `${command}: ${why}. ${told}; --env NAME gives it a variable.`;
}

type Shown = Omit<McpScan, 'id' | 'shareToken'>;

function show(scan: Shown, format: Options['format'], failUnder: number | undefined): void {
  print(format === 'json' ? JSON.stringify(scan, null, 2) : mcpScanText(scan, lookOf(process.stdout)));
  if (scan.status === 'failed') process.exitCode = EXIT.failed;
  else if (failUnder !== undefined && scan.mcpScore < failUnder) {
    say(`legible: the score ${scan.mcpScore} is below ${failUnder}`);
    process.exitCode = EXIT.belowThreshold;
  }
}

function mcpScanText(scan: Shown, { columns, paint }: Look): string {
  const { endpoint, mcpScore, mcpRating, toolCount, resourceCount, promptCount, checks } = scan;
  const findings = rankFindings(checks, gradeOf(scan).rawScore);
  const unmet = directoryVerdictsOf(checks).filter(({ met }) => !met);
  const count = (value: number | null) => (value === null ? 'not visible' : String(value));
  const colour = mcpScore >= 70 ? 'green' : mcpScore >= 50 ? 'yellow' : 'red';
  return [
    wrap(endpoint, columns),
    paint(colour, wrap(`MCP score ${mcpScore}/100 (${mcpRating})`, columns)),
    wrap(`Tools: ${count(toolCount)}, resources: ${count(resourceCount)}, prompts: ${count(promptCount)}`, columns),
    '',
    findings.length === 0 ? 'Nothing to fix.' : 'What to fix, what costs most first:',
    ...findings.flatMap(({ checkId, status, message, howToFix, details }) => [
      wrap(`${checkId} ${status}: ${message}`, columns, '     '),
      ...whereLines(checkId, details).map((line) => wrap(`     ${line}`, columns, '     ')),
      ...(howToFix === null ? [] : [paint('dim', wrap(`     ${howToFix}`, columns, '     '))]),
    ]),
    ...(unmet.length === 0 ? [] : ['', 'Rules of directories that are not met:']),
    ...unmet.flatMap(({ directory, asks, source, checkId }) => [
      wrap(`${checkId} ${directory}: ${asks}`, columns, '     '),
      paint('dim', `     ${source}`),
    ]),
    ...(findings[0] === undefined ? [] : ['', `What a finding means: legible checks ${findings[0].checkId}`]),
  ].join('\n');
}
