import { csvCell } from '../../csv-cell.ts';
import type { LogAgent, LogReport } from '../../schema/log-report.ts';

const COLUMNS: readonly (readonly [string, (agent: LogAgent) => string | number | boolean | null])[] = [
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

/** One row an agent (RFC 4180). */
export const logCsv = ({ agents }: Pick<LogReport, 'agents'>): string =>
  [
    COLUMNS.map(([name]) => name).join(','),
    ...agents.map((agent) => COLUMNS.map(([, read]) => csvCell(read(agent))).join(',')),
  ].join('\r\n');
