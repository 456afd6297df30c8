import { pluralize } from '../../scanner/pluralize.ts';
import type { LogAgent, LogReport } from '../../schema/log-report.ts';
import { isOptionalFile } from '../answers.ts';
import { isReader, percent, refusedShare } from '../to-do.ts';

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
      toDo.length === 0
        ? [nothingToDo(report)]
        : toDo.flatMap(({ title, why }, at) => [`${at + 1}. ${title}`, `   ${why}`]),
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
        .flatMap((agent) => [
          `${agent.name}: ${agent.refused} of ${agent.requests} (${percent(refusedShare(agent))})`,
          ...agent.refusedPaths.slice(0, 3).map(({ status, path, count }) => `   ${count}  ${status}  ${path}`),
        ]),
    ),
    ...part(
      'Missing pages',
      missing
        .slice(0, SHOWN_PATHS)
        .map(
          ({ path, requests, assistants, nearest }) =>
            `${requests}  ${path}${assistants === 0 ? '' : `  for people: ${assistants}`}${nearest === null ? '' : `  nearest: ${nearest}`}${isOptionalFile(path) ? `  (${OPTIONAL_WORDS})` : ''}`,
        ),
    ),
    ...part('robots.txt', robotsLines(agents)),
    ...part('Slow answers', slowLines(agents)),
    ...part('Files for agents', agents.length === 0 ? [] : filesLines(agents)),
    ...part(
      'Visits, page by page',
      visitsOf(agents)
        .slice(0, SHOWN_PATHS / 2)
        .map(({ name, steps, count }) => `${count}  ${name}: ${steps.join(' → ')}`),
    ),
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

/** Which log it is, who came, and who was refused: a line each. */
export function summaryLines({ lines, period, formats, agents }: LogReport): string[] {
  const days = period === null ? '' : `, ${minute(period.from)} to ${minute(period.to)} UTC`;
  const assistants = agents.filter(({ kind }) => kind === 'user-action');
  const refused = agents.filter((agent) => isReader(agent) && agent.refused > 0);
  return [
    `${pluralize(lines.requests, 'request')}, ${lines.agents} of them by agents (${percent(lines.agents / Math.max(1, lines.requests))})${days}.`,
    `Format: ${formats.map(({ name, lines: count }) => `${name} (${pluralize(count, 'line')})`).join(', ') || 'none was recognised'}.`,
    assistants.length === 0
      ? 'No assistant fetched for a person.'
      : `Assistants that fetched for people: ${assistants.map(({ name, requests }) => `${name} ${requests}`).join(', ')}.`,
    ...(agents.length === 0
      ? []
      : [
          refused.length === 0
            ? 'No assistant and no search crawler was refused.'
            : `Refused: ${refused.map((agent) => `${agent.name} ${percent(refusedShare(agent))}`).join(', ')}.`,
        ]),
  ];
}

/** `2026-11-26 23:55` */
const minute = (time: string): string => time.slice(0, 16).replace('T', ' ');

export const OPTIONAL_WORDS = 'optional file';

export const nothingToDo = ({ agents }: Pick<LogReport, 'agents'>): string =>
  agents.length === 0 ? 'Nothing: no agent came.' : 'Nothing: agents got what they asked for.';

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

const slowLines = (agents: readonly LogAgent[]): string[] =>
  agents
    .filter((agent) => agent.slow > 0 && isReader(agent))
    .slice(0, SHOWN_PATHS)
    .map(
      ({ name, requests, slow, p95Seconds }) =>
        `${name}: ${slow} of ${requests} took 3 s or longer${p95Seconds === null ? '' : `; 95 % took at most ${p95Seconds} s`}`,
    );

/** Agents that asked for the files written for them. */
export function filesLines(agents: readonly LogAgent[]): string[] {
  const asked = agents.filter(({ llmsTxt, markdown }) => llmsTxt > 0 || markdown > 0);
  if (asked.length === 0) return ['No agent asked for llms.txt or for a page in Markdown.'];
  return asked
    .slice(0, SHOWN_PATHS)
    .map(({ name, llmsTxt, markdown }) => `${name}: llms.txt ${llmsTxt}, Markdown ${markdown}`);
}

/** What agents that act for people read one after the other, the most frequent of each. */
export const visitsOf = (agents: readonly LogAgent[]): { name: string; steps: readonly string[]; count: number }[] =>
  agents
    .filter(({ kind }) => kind === 'user-action' || kind === 'browser')
    .flatMap(({ name, journeys }) => journeys.map(({ steps, count }) => ({ name, steps, count })));
