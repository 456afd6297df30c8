import type { Command } from 'commander';

/** One top-level command. Its module is loaded when it is called, so that `legible --help` need not wait for any. */
export interface CommandRow {
  readonly name: string;
  /** The description in the list of all commands. */
  readonly summary: string;
  /** The tool that it is another name of. */
  readonly tool?: string;
  /** Answers what adds the command, with its options and its work, to the program. */
  load(): Promise<(program: Command) => void>;
}

/** Every command, in the order in which help lists them. */
export const COMMANDS: readonly CommandRow[] = [
  {
    name: 'scan',
    summary: 'grade a website, from this machine or by a server',
    tool: 'start_scan',
    load: async () => (await import('./commands/scan.ts')).addScanCommand,
  },
  {
    name: 'scan-mcp',
    summary: 'grade a remote MCP server',
    tool: 'scan_mcp',
    load: async () => (await import('./commands/scan-mcp.ts')).addScanMcpCommand,
  },
  {
    name: 'view',
    summary: 'show what one kind of agent receives of a page',
    tool: 'view_page',
    load: async () => (await import('./commands/view.ts')).addViewCommand,
  },
  {
    name: 'logs',
    summary: 'show from the access log what agents did',
    tool: 'read_log',
    load: async () => (await import('./commands/logs.ts')).addLogsCommand,
  },
  {
    name: 'watch',
    summary: 'scan a site once, and report what got worse',
    load: async () => (await import('./commands/watch.ts')).addWatchCommand,
  },
  {
    name: 'fix',
    summary: 'add what agents need to a static build',
    load: async () => (await import('./commands/fix.ts')).addFixCommand,
  },
  {
    name: 'gateway',
    summary: 'serve the pages of a site to agents as Markdown',
    load: async () => (await import('./commands/gateway.ts')).addGatewayCommand,
  },
  {
    name: 'history',
    summary: 'show the scores of a site so far',
    tool: 'list_scans',
    load: async () => (await import('./commands/history.ts')).addHistoryCommand,
  },
  {
    name: 'checks',
    summary: 'list the checks, or explain one and its fix',
    load: async () => (await import('./commands/checks.ts')).addChecksCommand,
  },
  {
    name: 'ask',
    summary: 'ask how to make a site readable for agents',
    tool: 'ask',
    load: async () => (await import('./commands/ask.ts')).addAskCommand,
  },
  {
    name: 'skill',
    summary: 'write a skill for coding agents into a project',
    load: async () => (await import('./commands/skill.ts')).addSkillCommand,
  },
  {
    name: 'census',
    summary: 'scan many hosts, with statistics and pages',
    load: async () => (await import('./commands/census.ts')).addCensusCommand,
  },
  {
    name: 'serve',
    summary: 'start the whole service, as npm start does',
    load: async () => (await import('./commands/serve.ts')).addServeCommand,
  },
  {
    name: 'worker',
    summary: 'start a process that only scans',
    load: async () => (await import('./commands/serve.ts')).addWorkerCommand,
  },
  {
    name: 'stdio',
    summary: 'serve MCP over stdin and stdout',
    load: async () => (await import('./commands/serve.ts')).addStdioCommand,
  },
  {
    name: 'account',
    summary: 'manage the accounts of this installation',
    load: async () => (await import('./commands/account.ts')).addAccountCommands,
  },
  {
    name: 'key',
    summary: 'manage the API keys of an account',
    load: async () => (await import('./commands/account.ts')).addAccountCommands,
  },
  {
    name: 'bot-key',
    summary: 'manage the keys with which the bot signs',
    load: async () => (await import('./commands/bot-key.ts')).addBotKeyCommands,
  },
  {
    name: 'payments',
    summary: 'list payments for scans (x402)',
    load: async () => (await import('./commands/payments.ts')).addPaymentsCommands,
  },
  {
    name: 'reports',
    summary: 'list results that users reported as wrong',
    load: async () => (await import('./commands/reports.ts')).addReportsCommands,
  },
  {
    name: 'migrate',
    summary: 'copy the embedded store into Redis',
    load: async () => (await import('./commands/migrate.ts')).addMigrateCommand,
  },
  {
    name: 'completion',
    summary: 'print completion for your shell',
    async load() {
      const { addCompletionCommand } = await import('./commands/completion.ts');
      return (program) => addCompletionCommand(program, COMMANDS);
    },
  },
];

/** Commands of earlier versions, with the one that does their work. */
const RENAMED: Readonly<Record<string, string>> = { corpus: 'census' };

/** What to say to the caller of a command that has another name now; undefined for any other word. */
export function renamedCommand(word = ''): string | undefined {
  const now = Object.hasOwn(RENAMED, word) ? RENAMED[word] : undefined;
  return now && `"legible ${word}" is "legible ${now}" now; see legible ${now} --help`;
}

/** How a tool is called on the command line; undefined for one without a command. */
export function commandOf(tool: string): string | undefined {
  const command = COMMANDS.find((each) => each.tool === tool);
  return command === undefined ? undefined : `"legible ${command.name}"`;
}

/** No command has one of these characters, so `legible www.example.com` can mean a scan. */
export const isAddress = (word = ''): boolean => !word.startsWith('-') && /[.:/]/.test(word);

/** The settings of the command line itself; settings of the service have no prefix. */
const KNOWN = ['LEGIBLE_URL', 'LEGIBLE_API_KEY'];
const SHOWN = 5;

/** Variables that are meant for us and have no effect, each in one line; names only, for a value may be a secret. */
export function withoutEffect(environment: NodeJS.ProcessEnv): string[] {
  const unknown = Object.keys(environment).filter((name) => /^LEGIBLE_\w{1,60}$/i.test(name) && !KNOWN.includes(name));
  const lines = unknown
    .slice(0, SHOWN)
    .map((name) => `${name} has no effect: of such names there are ${KNOWN.join(' and ')}.`);
  const hasKeyAlone = (environment.LEGIBLE_API_KEY ?? '') !== '' && (environment.LEGIBLE_URL ?? '') === '';
  if (hasKeyAlone) lines.push('LEGIBLE_API_KEY has no effect without LEGIBLE_URL: this machine does the work.');
  return lines;
}
