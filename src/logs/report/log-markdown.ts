import { codeSpan, escapeMarkdown } from '../../scanner/reporters/markdown.ts';
import type { LogReport } from '../../schema/log-report.ts';
import { isOptionalFile } from '../answers.ts';
import {
  changeLines,
  errorNote,
  filesLines,
  identityWords,
  KIND_NAMES,
  nothingToDo,
  OPTIONAL_WORDS,
  robotsWords,
  summaryLines,
  visitsOf,
} from './log-lines.ts';

const SHOWN = 20;

/** A report as Markdown. Paths and names come from the log, so they are code. */
export function logMarkdown(report: LogReport): string {
  const { agents, toDo, read, missing, unread, scan, notes, leftOut } = report;
  const list = (items: readonly string[]) => items.map((item) => `- ${item}`);
  const part = (heading: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : ['', `## ${heading}`, '', ...lines];
  return [
    '# Agents in the access log',
    '',
    ...summaryLines(report).map(escapeMarkdown),
    ...part(
      'What to do',
      toDo.length === 0
        ? [nothingToDo(report)]
        : toDo.map(({ title, why }, at) => `${at + 1}. **${escapeMarkdown(title)}** ${escapeMarkdown(why)}`),
    ),
    ...part('Changes since the baseline', list(changeLines(report).map(escapeMarkdown))),
    ...part('Agents', [
      '| agent | kind | requests | pages | refused | missing | robots.txt | identity |',
      '| --- | --- | ---: | ---: | ---: | ---: | --- | --- |',
      ...agents
        .slice(0, SHOWN)
        .map(
          (agent) =>
            `| ${escapeMarkdown(agent.name)} | ${KIND_NAMES[agent.kind]} | ${agent.requests} | ${agent.pages} | ${agent.refused} | ${agent.missing} | ${robotsWords(agent)} | ${identityWords(agent)} |`,
        ),
    ]),
    ...part(
      'What assistants of people read most',
      list(read.slice(0, SHOWN).map(({ path, count }) => `${count} × ${cell(path)}`)),
    ),
    ...part(
      'Refused',
      list(
        agents
          .filter(({ refused, kind }) => refused > 0 && kind !== 'tool')
          .slice(0, SHOWN)
          .map(
            ({ name, refused, requests, refusedPaths }) =>
              `${escapeMarkdown(name)}: ${refused} of ${requests}${refusedPaths
                .slice(0, 3)
                .map(({ status, path, count }) => `, ${count} × ${status} ${cell(path)}`)
                .join('')}`,
          ),
      ),
    ),
    ...part(
      'Missing pages',
      list(
        missing
          .slice(0, SHOWN)
          .map(
            ({ path, requests, assistants, nearest }) =>
              `${requests} × ${cell(path)}${assistants === 0 ? '' : `, ${assistants} for people`}${nearest === null ? '' : `, nearest ${cell(nearest)}`}${isOptionalFile(path) ? `, ${OPTIONAL_WORDS}` : ''}`,
          ),
      ),
    ),
    ...part(
      'Requests that robots.txt forbids',
      list(
        agents
          .filter(({ robots }) => robots.obeyed === false)
          .slice(0, SHOWN)
          .map(
            ({ name, requests, robots }) =>
              `${escapeMarkdown(name)}: ${robots.disallowed} of ${requests}${robots.paths
                .slice(0, 3)
                .map(({ path, count }) => `, ${count} × ${cell(path)}`)
                .join('')}`,
          ),
      ),
    ),
    ...part('Files for agents', agents.length === 0 ? [] : list(filesLines(agents).map(escapeMarkdown))),
    ...part(
      'Visits, page by page',
      list(
        visitsOf(agents)
          .slice(0, SHOWN)
          .map(({ name, steps, count }) => `${count} × ${escapeMarkdown(name)}: ${steps.map(cell).join(' → ')}`),
      ),
    ),
    ...(unread === null
      ? []
      : part(`Pages that no agent asked for: ${unread.count}`, list(unread.examples.slice(0, SHOWN).map(cell)))),
    ...(scan === null ? [] : part(`Findings of the scan, score ${scan.siteScore}`, list(findingLines(scan)))),
    ...part('Notes', list([...notes, ...leftOut, ...errorNote(report)].map(escapeMarkdown))),
  ].join('\n');
}

/** The findings of the scan, and what became of the refusals that it suspects. */
const findingLines = ({ findings, refusals }: NonNullable<LogReport['scan']>): string[] => [
  ...findings
    .slice(0, SHOWN)
    .map(
      ({ checkId, title, gain, affectedPages, requests, assistants }) =>
        `**${checkId}** ${escapeMarkdown(title)}: ${affectedPages} pages, ${requests} requests, ${assistants} for people, +${Math.round(gain * 10) / 10} points`,
    ),
  ...refusals.map(
    ({ checkId, verdict, why }) => `**${checkId}** suspects refusals: ${verdict}. ${escapeMarkdown(why)}`,
  ),
];

const cell = (path: string): string => codeSpan(path);
