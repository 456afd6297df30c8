import { csvCell } from '../../basics/csv-cell.ts';
import type { LogAgent, LogReport } from '../../schema/log-report.ts';
import { daysOf } from '../compare-logs.ts';
import { refusedShare } from '../to-do.ts';

type Period = Pick<LogReport, 'agents' | 'period'>;
type Column = readonly [name: string, read: (agent: LogAgent) => string | number | boolean | null];

const COLUMNS: readonly Column[] = [
  ['agent', ({ name }) => name],
  ['vendor', ({ vendor }) => vendor],
  ['kind', ({ kind }) => kind],
  ['requests', ({ requests }) => requests],
  ['verified', ({ verified }) => verified],
  ['unverifiable', ({ unverifiable }) => unverifiable],
  ['spoofed', ({ spoofed }) => spoofed],
  ['pages', ({ pages }) => pages],
  ['bytes', ({ bytes }) => bytes],
  ['2xx', ({ statuses }) => statuses['2xx']],
  ['3xx', ({ statuses }) => statuses['3xx']],
  ['4xx', ({ statuses }) => statuses['4xx']],
  ['5xx', ({ statuses }) => statuses['5xx']],
  ['refused', ({ refused }) => refused],
  ['challenged', ({ challenged }) => challenged],
  ['missing', ({ missing }) => missing],
  ['slow', ({ slow }) => slow],
  ['p95_seconds', ({ p95Seconds }) => p95Seconds],
  ['robots_reads', ({ robots }) => robots.reads],
  ['robots_disallowed', ({ robots }) => robots.disallowed],
  ['markdown', ({ markdown }) => markdown],
  ['llms_txt', ({ llmsTxt }) => llmsTxt],
  ['sessions', ({ sessions }) => sessions],
];

/**
 * One row an agent (RFC 4180). With a baseline each row also has the figures of the changes, and agents that no longer come
 * have a row of zeros.
 */
export function logCsv(report: Period, baseline?: Period): string {
  const columns = baseline === undefined ? COLUMNS : [...COLUMNS, ...changeColumns(baseline, report)];
  const names = new Set(report.agents.map(({ name }) => name));
  const gone = (baseline?.agents ?? []).filter(({ name }) => !names.has(name)).map(withoutRequests);
  return [
    columns.map(([name]) => name).join(','),
    ...[...report.agents, ...gone].map((agent) => columns.map(([, read]) => csvCell(read(agent))).join(',')),
  ].join('\r\n');
}

/** Rates, because two periods may differ in length. Empty where the agent did not come before. */
function changeColumns(before: Period, after: Period): readonly Column[] {
  const old = new Map(before.agents.map((agent) => [agent.name, agent]));
  const [daysBefore, daysAfter] = [daysOf(before), daysOf(after)];
  const rounded = (value: number): number => Math.round(value * 100) / 100;
  const earlier = (read: (agent: LogAgent) => number) => (agent: LogAgent) => {
    const known = old.get(agent.name);
    return known === undefined ? null : rounded(read(known));
  };
  return [
    ['requests_a_day', ({ requests }) => rounded(requests / daysAfter)],
    ['requests_a_day_before', earlier(({ requests }) => requests / daysBefore)],
    ['refused_percent', (agent) => rounded(refusedShare(agent) * 100)],
    ['refused_percent_before', earlier((agent) => refusedShare(agent) * 100)],
  ];
}

const NO_STATUSES = { '2xx': 0, '3xx': 0, '4xx': 0, '5xx': 0 };

const withoutRequests = ({ robots, ...agent }: LogAgent): LogAgent => ({
  ...agent,
  ...{ requests: 0, verified: 0, unverifiable: 0, spoofed: 0, pages: 0, bytes: 0, statuses: NO_STATUSES, refused: 0 },
  ...{ challenged: 0, missing: 0, slow: 0, p95Seconds: null, markdown: 0, llmsTxt: 0, sessions: 0 },
  robots: { ...robots, reads: 0, disallowed: null },
});
