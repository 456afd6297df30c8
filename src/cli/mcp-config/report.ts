/** One report of all servers of a configuration: what each scores and costs, and what they could do together. */
import * as z from 'zod';
import { quote } from '../../scanner/checks/evidence.ts';
import { type Collision, collisionsOf, type Mention, mentionsOf } from '../../scanner/mcp/across-servers/collisions.ts';
import { type Flow, flowsOf } from '../../scanner/mcp/across-servers/flows.ts';
import { type JudgedAnswer, judgeAnswers } from '../../scanner/mcp/grade/judge-answers.ts';
import { rankFindings } from '../../scanner/mcp/grade/score.ts';
import { pluralize } from '../../scanner/pluralize.ts';
import type { CheckResult } from '../../schema/scan.ts';
import { presentMcpScan } from '../../tools/scan-mcp.ts';
import type { Look } from '../output.ts';
import { wrap } from '../render.ts';
import { type Advice, adviceFor, COLLISION_ADVICE, FLOW_ADVICE } from './advice.ts';
import type { ReadConfig } from './entries.ts';
import { inShort } from './in-short.ts';
import type { ShownDrift } from './lock-file.ts';
import { placesLine } from './places.ts';
import type { ScannedServer } from './scan-servers.ts';

interface ServerReport {
  readonly name: string;
  readonly hosts: readonly string[];
  readonly files: readonly string[];
  readonly starts: string;
  readonly state: ScannedServer['state'];
  readonly problem: string | null;
  /** What a process that was not graded wrote last to its error stream; quoted, without its secrets. */
  readonly wrote: readonly string[];
  readonly score: number | null;
  readonly tokens: number | null;
  readonly tools: readonly { readonly name: string; readonly tokens: number }[];
  readonly secrets: readonly string[];
  /** What it answered when it was tried (--call); names and findings are safe to print. */
  readonly answers: readonly JudgedAnswer[];
  /** Not passed, the costliest first. Only the author of the server can fix them. */
  readonly findings: readonly CheckResult[];
  /** For who uses the server. */
  readonly advice: Advice;
}

/** What the servers of one host bring into each of its sessions. */
interface HostReport {
  readonly host: string;
  readonly servers: readonly string[];
  readonly toolCount: number;
  /** Names, descriptions and input schemas of all tools: four bytes a token. */
  readonly tokens: number;
  readonly collisions: readonly Collision[];
  readonly mentions: readonly Mention[];
  readonly flows: readonly Flow[];
  /** What they cost, which to mend and which to fear, a sentence each. */
  readonly inShort: readonly string[];
}

export interface ConfigReport {
  /** The differences from the lock; null where none was compared with. */
  readonly drift: readonly ShownDrift[] | null;
  readonly servers: readonly ServerReport[];
  readonly hosts: readonly HostReport[];
  /** Files that could not be read, or not whole. */
  readonly problems: readonly { readonly file: string; readonly problem: string }[];
}

const BYTES_PER_TOKEN = 4;
const tokensOf = (bytes: number): number => Math.ceil(bytes / BYTES_PER_TOKEN);

/** Pure: the same servers make the same report. */
export function reportOf(
  scanned: readonly ScannedServer[],
  configs: readonly ReadConfig[],
): Omit<ConfigReport, 'drift'> {
  const hosts = [...new Set(scanned.flatMap(({ entry }) => entry.hosts))];
  const servers = scanned.map(serverReport);
  return {
    servers,
    hosts: hosts.map((host) =>
      hostReport(
        host,
        scanned.filter(({ entry }) => entry.hosts.includes(host)),
        servers.filter((server) => server.hosts.includes(host)),
      ),
    ),
    problems: configs.flatMap(({ place, problem }) => (problem === undefined ? [] : [{ file: place.file, problem }])),
  };
}

function serverReport({ entry, outcome, tools, problem, wrote, state }: ScannedServer): ServerReport {
  const { name, hosts, files, shown, secrets, target } = entry;
  const scan =
    outcome === undefined ? undefined : presentMcpScan(target.kind === 'http' ? target.url : 'stdio:', outcome);
  const report = {
    name,
    hosts,
    files,
    starts: shown,
    state,
    problem: problem ?? null,
    wrote,
    score: outcome?.score ?? null,
    tokens:
      outcome?.seen === undefined ? null : tokensOf(tools.reduce((sum, { contextBytes }) => sum + contextBytes, 0)),
    tools: tools.map((tool) => ({ name: quote(tool.name, 80), tokens: tokensOf(tool.contextBytes) })),
    secrets,
    answers: judgeAnswers(outcome?.seen?.calls ?? [], tools).map(quotedAnswer),
    findings: scan === undefined ? [] : rankFindings(scan.checks, outcome?.raw ?? 0),
  };
  return { ...report, advice: adviceFor(report) };
}

function hostReport(host: string, scanned: readonly ScannedServer[], servers: readonly ServerReport[]): HostReport {
  const neighbours = scanned
    .filter(({ state }) => state === 'graded')
    .map(({ entry, tools, outcome }) => ({
      name: entry.name,
      // Quoted once, so that nothing below prints the text of a server as it is.
      tools: tools.map((tool) => ({ ...tool, name: quote(tool.name, 80) })),
      instructions: outcome?.seen?.handshake.instructions,
    }));
  const tools = neighbours.flatMap((server) => server.tools);
  const tokens = tokensOf(tools.reduce((sum, { contextBytes }) => sum + contextBytes, 0));
  const flows = flowsOf(neighbours);
  return {
    host,
    servers: scanned.map(({ entry }) => entry.name),
    toolCount: tools.length,
    tokens,
    collisions: collisionsOf(neighbours),
    mentions: mentionsOf(neighbours),
    flows,
    inShort: inShort(servers, tokens, flows),
  };
}

const BAR = 30;
const MAX_SHOWN = 10;
const FINDINGS_SHOWN = 3;
const number = (value: number): string => value.toLocaleString('en-US');

/** The report for a terminal. @param again the command that repeats it in CI */
export function configReportText(report: ConfigReport, { columns, paint }: Look, again: string): string {
  const section = (title: string, lines: readonly string[]): string[] =>
    lines.length === 0
      ? []
      : ['', paint('bold', title), ...atMost(lines).map((line) => wrap(`  ${line}`, columns, '    '))];
  const { servers, hosts, problems, drift } = report;
  return [
    ...(drift ?? []).flatMap((each) => driftText(each, { columns, paint })),
    ...(drift === null ? [] : [drift.length === 0 ? 'Nothing is different from the lock.' : '', '']),
    ...hosts.flatMap((each, at) => [
      ...(at === 0 ? [] : ['']),
      paint('bold', wrap(`${each.host}: ${summaryOf(each)}`, columns)),
      ...each.inShort.map((line) => wrap(line, columns, '  ')),
      '',
      ...table(servers.filter(({ hosts: of }) => of.includes(each.host))).map((line) => line.slice(0, columns)),
      ...section(
        'Tools of one name in several servers',
        withAdvice(each.collisions.map(collisionText), COLLISION_ADVICE),
      ),
      ...section('Texts that name a tool of another server', each.mentions.map(mentionText)),
      ...section('Flows: who could be led to what', withAdvice(each.flows.map(flowText), FLOW_ADVICE)),
    ]),
    ...section('Tokens by tool', barsOf(servers)),
    ...section(WROTE, servers.flatMap(wroteLines)),
    ...section('Secrets in the configuration, by name', servers.flatMap(secretText)),
    ...section('Answers', servers.flatMap(answerLines)),
    ...section(
      'Could not be read',
      problems.map(({ file, problem }) => `${file}: ${problem}`),
    ),
    ...servers.flatMap(({ name, findings, advice }) => {
      const more = findings.length - FINDINGS_SHOWN;
      const lines = findings
        .slice(0, FINDINGS_SHOWN)
        .flatMap(({ checkId, status, message, howToFix, details }) => [
          wrap(`${checkId} ${status}: ${message}`, columns, '     '),
          ...whereLines(checkId, details).map((line) => wrap(`     ${line}`, columns, '     ')),
          ...(howToFix === null ? [] : [paint('dim', wrap(`     ${howToFix}`, columns, '     '))]),
        ]);
      return lines.length === 0
        ? []
        : [
            '',
            paint('bold', `${name}: what you can do, and what its author can`),
            ...advice.sentences.map((line) => wrap(`  ${line}`, columns, '    ')),
            ...lines,
            ...(more > 0
              ? [wrap(`and ${pluralize(more, 'finding')} more (--format json or html has all)`, columns)]
              : []),
          ];
    }),
    '',
    wrap('No finding is no proof: a server can lie about what its tools do, and can change.', columns),
    wrap('What a finding means: legible checks M16, or another of these names.', columns),
    wrap(`In CI: ${again}`, columns),
  ].join('\n');
}

/** Checks of text that is dangerous: their reader wants to see it. */
const OF_TEXT: readonly string[] = ['M24', 'M25'];
const Quotes = z.object({ findings: z.array(z.object({ at: z.string(), found: z.string() })) });

/** Where a finding is; of text that is dangerous, also what it says, as the evidence quotes it. */
export function whereLines(checkId: string, details: CheckResult['details']): string[] {
  if (!OF_TEXT.includes(checkId)) return [placesLine({ checkId, details })].filter((line) => line !== '');
  const { findings = [] } = Quotes.safeParse(details.evidence).data ?? {};
  return findings.slice(0, FINDINGS_SHOWN).map(({ at, found }) => `${at}: ${found}`);
}

/** The first lines, with what to do about them. */
export const withAdvice = (lines: readonly string[], advice: string): string[] =>
  lines.length === 0 ? [] : [advice, ...lines];

const atMost = (lines: readonly string[]): string[] =>
  lines.length <= MAX_SHOWN
    ? [...lines]
    : [...lines.slice(0, MAX_SHOWN), `and ${lines.length - MAX_SHOWN} more (--format json has all)`];

function driftText({ server, item, kind, changes, orders, note }: ShownDrift, { columns, paint }: Look): string[] {
  const colour = orders.length > 0 ? 'red' : 'yellow';
  return [
    paint(colour, wrap(`${server}: ${item} ${kind === 'changed' ? 'has changed' : `was ${kind}`} (${note})`, columns)),
    ...orders.map((order) => paint('red', wrap(`  ! dangerous text: ${order}`, columns, '    '))),
    ...changes.flatMap(({ part, lines }) => [
      `  ${part}`,
      ...lines.map((line) => wrap(`    ${line}`, columns, '      ')),
    ]),
  ];
}

export const summaryOf = ({ servers, toolCount, tokens }: HostReport): string =>
  `${pluralize(servers.length, 'server')}, ${pluralize(toolCount, 'tool')}, about ${number(tokens)} tokens before the first word`;

/** Aligned lines; numbers to the right. */
function table(servers: readonly ServerReport[]): string[] {
  const rows = servers.map(({ name, score, tools, tokens, state, problem, advice }) => [
    score === null ? '-' : String(score),
    tokens === null ? '-' : String(tools.length),
    tokens === null ? '-' : number(tokens),
    name,
    problem === null ? advice.short : `${state === 'skipped' ? 'not tried' : 'not graded'}: ${problem}`,
  ]);
  const all = [['score', 'tools', 'tokens', 'server', 'what to do'], ...rows];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  return all.map((row) =>
    row
      .map((cell, column) => {
        const width = widths[column] ?? 0;
        return column < 3 ? cell.padStart(width) : cell.padEnd(width);
      })
      .join('  ')
      .trimEnd(),
  );
}

export const collisionText = ({ tool, servers }: Collision): string =>
  `${tool}: ${servers.join(', ')}. A model cannot tell them apart by name.`;

export const mentionText = ({ server, tool, names }: Mention): string =>
  `${tool === '' ? `The instructions of ${server}` : `${server}.${tool}`} ${tool === '' ? 'name' : 'names'} ${names.server}.${names.tool}.`;

export function flowText({ from, to, does, reads }: Flow): string {
  const act = does === 'sends' ? 'sends' : 'deletes, changes or runs';
  const start = `${from.server} (${from.tools.join(', ')}) reads text of third parties; ${to.server} (${to.tools.join(', ')}) ${act}.`;
  const data = reads.map(({ server, tools }) => `${server} (${tools.join(', ')})`).join(', ');
  return data === ''
    ? start
    : `${start} It could carry away data that ${data} ${reads.length === 1 ? 'reads' : 'read'}.`;
}

const quotedAnswer = ({ name, findings, ...rest }: JudgedAnswer): JudgedAnswer => ({
  ...rest,
  name: quote(name, 120),
  findings: findings.map(({ severity, found }) => ({ severity, found: quote(found, 300) })),
});

export function answerLines({ name: server, answers }: ServerReport): string[] {
  if (answers.length === 0) return [];
  const tokens = answers.reduce((sum, each) => sum + each.tokens, 0);
  const faults = answers.flatMap(({ kind, name, findings }) =>
    findings.map(({ severity, found }) => `${server}, ${kind} ${name}: ${severity === 'fail' ? '! ' : ''}${found}`),
  );
  return [`${server}: ${pluralize(answers.length, 'answer')} of about ${number(tokens)} tokens`, ...faults];
}

export const WROTE = 'Not graded: what they wrote last to their error stream';
export const wroteLines = ({ name, wrote }: ServerReport): string[] => wrote.map((line) => `${name}: ${line}`);

export const secretText = ({ name, secrets, files }: ServerReport): string[] =>
  secrets.length === 0 ? [] : [`${name}: ${secrets.join(', ')} (${files.join(', ')})`];

/** The dearest tools of all servers first. */
export const dearestTools = (servers: readonly ServerReport[]): { readonly label: string; readonly tokens: number }[] =>
  servers
    .flatMap(({ name: server, tools }) => tools.map(({ name, tokens }) => ({ label: `${server}.${name}`, tokens })))
    .sort((a, b) => b.tokens - a.tokens);

function barsOf(servers: readonly ServerReport[]): string[] {
  const shown = dearestTools(servers).slice(0, MAX_SHOWN);
  const most = shown[0]?.tokens ?? 0;
  const width = Math.max(0, ...shown.map(({ label }) => label.length));
  return shown.map(
    ({ label, tokens }) =>
      `${label.padEnd(width)}  ${'#'.repeat(Math.max(1, Math.round((tokens / Math.max(1, most)) * BAR)))} ${number(tokens)}`,
  );
}

/** What would start or be reached, without doing it. */
export function planText(servers: readonly Pick<ScannedServer, 'entry'>[], configs: readonly ReadConfig[]): string {
  const lines = servers.map(({ entry: { name, hosts, target, shown, secrets } }) => {
    const what =
      target.kind === 'stdio' ? `starts ${shown}` : target.kind === 'http' ? `asks ${shown}` : `nothing: ${target.why}`;
    const warning = secrets.length === 0 ? '' : `; holds a secret as plain text: ${secrets.join(', ')}`;
    return `${name} (${hosts.join(', ')}): ${what}${warning}`;
  });
  const read = configs.map(
    ({ place: { host, file }, entries, problem }) =>
      `${host.name}: ${file}: ${problem ?? pluralize(entries.length, 'server')}`,
  );
  return [...read, '', ...lines].join('\n');
}
