import { pluralize } from '../../scanner/pluralize.ts';
import type { LogAgent, LogReport } from '../../schema/log-report.ts';
import { percent } from '../to-do.ts';

export const KIND_NAMES: Readonly<Record<LogAgent['kind'], string>> = {
  'user-action': 'fetches for a person',
  browser: 'browser agent',
  search: 'search index',
  training: 'training',
  tool: 'tool or SDK',
  bot: 'other bot',
};

const SHOWN_AGENTS = 25;
const SHOWN_PATHS = 10;

/** A report as plain text: an empty line between its parts, the first line of each is its heading. */
export function logLines(report: LogReport): string[] {
  const { agents, toDo, read, missing, unread, scan, notes, leftOut } = report;
  return [
    ...summaryLines(report),
    ...part(
      'What to do',
      toDo.flatMap(({ title, why }, at) => [`${at + 1}. ${title}`, `   ${why}`]),
    ),
    ...part('Changes since the baseline', changeLines(report)),
    ...part('Agents', agents.length === 0 ? ['No agent was recognised.'] : agentTable(agents.slice(0, SHOWN_AGENTS))),
    ...(agents.length > SHOWN_AGENTS ? [`${agents.length - SHOWN_AGENTS} more; --print json has them.`] : []),
    ...part(
      'What assistants of people read most',
      read.slice(0, SHOWN_PATHS).map(({ path, count }) => `${count}  ${path}`),
    ),
    ...part(
      'Refused',
      agents
        .filter(({ refused, kind }) => refused > 0 && kind !== 'tool')
        .slice(0, SHOWN_PATHS)
        .flatMap(({ name, refused, requests, refusedPaths }) => [
          `${name}: ${refused} of ${requests} (${percent(refused / Math.max(1, requests))})`,
          ...refusedPaths.slice(0, 3).map(({ status, path, count }) => `   ${count}  ${status}  ${path}`),
        ]),
    ),
    ...part(
      'Missing pages',
      missing
        .slice(0, SHOWN_PATHS)
        .map(({ path, requests, nearest }) => `${requests}  ${path}${nearest === null ? '' : `  nearest: ${nearest}`}`),
    ),
    ...part('robots.txt', robotsLines(agents)),
    ...(unread === null
      ? []
      : part(`${pluralize(unread.count, 'page')} that no agent asked for`, unread.examples.slice(0, SHOWN_PATHS))),
    ...(scan === null
      ? []
      : part(`Findings of the scan of ${scan.rootUrl} (score ${scan.siteScore})`, [
          ...scan.findings
            .slice(0, SHOWN_PATHS)
            .map(
              ({ checkId, title, gain, affectedPages, requests, assistants }) =>
                `${checkId} ${title}: ${affectedPages === 0 ? 'the whole site' : pluralize(affectedPages, 'page')}, ${pluralize(requests, 'request')}, ${assistants} for people, +${Math.round(gain * 10) / 10} points`,
            ),
          ...scan.refusals.map(({ checkId, verdict, why }) => `${checkId} suspects refusals: ${verdict}. ${why}`),
        ])),
    ...part('Notes', [...notes, ...leftOut, ...errorNote(report)]),
  ];
}

export const errorNote = ({ countError }: Pick<LogReport, 'countError'>): string[] =>
  countError === 0 ? [] : [`Counts of single paths are at most ${countError} too high; all other counts are exact.`];

/** Undefined without a baseline. */
export const changeLines = ({ changes }: Pick<LogReport, 'changes'>): readonly string[] =>
  changes === undefined ? [] : changes.length === 0 ? ['Nothing changed by much.'] : changes;

/** The extent of the log, in two or three lines. */
export function summaryLines({ lines, period, formats, agents }: LogReport): string[] {
  const days = period === null ? '' : `${period.from.slice(0, 16)} to ${period.to.slice(0, 16)} UTC`;
  const assistants = agents.filter(({ kind }) => kind === 'user-action');
  return [
    `${pluralize(lines.requests, 'request')}, ${lines.agents} of them of agents (${percent(lines.agents / Math.max(1, lines.requests))})${days === '' ? '' : `, ${days}`}.`,
    `Format: ${formats.map(({ name, lines: count }) => `${name} (${pluralize(count, 'line')})`).join(', ') || 'none was recognised'}.`,
    assistants.length === 0
      ? 'No assistant fetched for a person.'
      : `Assistants of people: ${assistants.map(({ name, requests }) => `${name} ${requests}`).join(', ')}.`,
  ];
}

const part = (heading: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : ['', heading, ...lines.map((line) => `  ${line}`)];

export const identityWords = ({ verified, unverifiable, spoofed, requests }: LogAgent): string =>
  [
    verified > 0 ? (verified === requests ? 'verified' : `${verified} verified`) : '',
    unverifiable > 0 ? (verified === 0 ? 'unproven' : `${unverifiable} unproven`) : '',
    spoofed > 0 ? `${spoofed} spoofed` : '',
  ]
    .filter((word) => word !== '')
    .join(', ');

/** An agent that never read robots.txt cannot obey it. */
export function robotsWords({ requests, robots }: LogAgent): string {
  if (robots.obeyed === false) return robots.reads > 0 ? 'not obeyed' : 'never read, not obeyed';
  if (robots.reads === 0) return requests > 0 ? 'never read' : '-';
  return robots.obeyed === null ? 'read' : 'obeyed';
}

function agentTable(agents: readonly LogAgent[]): string[] {
  const header = ['agent', 'kind', 'requests', 'pages', 'ok', 'refused', '404', 'robots.txt', 'identity'];
  const rows = agents.map((agent) => [
    agent.name,
    KIND_NAMES[agent.kind],
    String(agent.requests),
    `${agent.pagesExact ? '' : '~'}${agent.pages}`,
    String(agent.statuses['2xx']),
    String(agent.refused),
    String(agent.missing),
    robotsWords(agent),
    identityWords(agent),
  ]);
  const widths = header.map((name, at) => Math.max(name.length, ...rows.map((row) => (row[at] ?? '').length)));
  const isNumber = (at: number) => at >= 2 && at <= 6;
  return [header, ...rows].map((row) =>
    row
      .map((cell, at) => (isNumber(at) ? cell.padStart(widths[at] ?? 0) : cell.padEnd(widths[at] ?? 0)))
      .join('  ')
      .trimEnd(),
  );
}

const robotsLines = (agents: readonly LogAgent[]): string[] =>
  agents
    .filter(({ robots }) => robots.obeyed === false)
    .slice(0, SHOWN_PATHS)
    .map(
      ({ name, requests, robots }) =>
        `${name}: ${robots.disallowed} of ${requests} requests are forbidden, e.g. ${robots.paths[0]?.path ?? ''}`,
    );
