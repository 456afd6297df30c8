/** Outputs of a census: the table, the statistics and the charts in its folder. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { titlesOf } from '../../scanner/checks/catalogue.ts';
import { pluralize } from '../../scanner/pluralize.ts';
import type { ListCounts } from '../../sites/census/list.ts';
import { type CensusRow, COLUMNS, csvHead, csvLine } from '../../sites/census/row.ts';
import { type CensusStatistics, createStatistics, type Proportion } from '../../sites/census/statistics.ts';
import { censusCharts, percentWords, tenthWords } from '../../web/leaderboard/charts.ts';
import { replaceFile } from '../replace-file.ts';
import { FILES, rowsOf, type State, writeLines } from './folder.ts';

export interface CensusSummary {
  readonly state: State;
  /** Of the list; undefined where it was not read to its end. */
  readonly list: ListCounts | undefined;
  readonly statistics: CensusStatistics;
}

/** Writes every file that is made of the results. @param onRow called with each result */
export async function writeOutputs(
  folder: string,
  state: State,
  list: ListCounts | undefined,
  onRow: (row: CensusRow) => Promise<void> | void = () => undefined,
): Promise<CensusSummary> {
  const builder = createStatistics();
  await writeLines(join(folder, FILES.table), async function* () {
    yield csvHead();
    for await (const row of rowsOf(folder)) {
      builder.add(row);
      await onRow(row);
      yield csvLine(row);
    }
  });
  const summary = { state, list, statistics: builder.statistics() };
  const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;
  await replaceFile(join(folder, FILES.schema), json({ columns: COLUMNS }));
  await replaceFile(join(folder, FILES.statistics), json(summary));
  await mkdir(join(folder, FILES.charts), { recursive: true });
  for (const { name, svg } of censusCharts(summary.statistics))
    await replaceFile(join(folder, FILES.charts, `${name}.svg`), svg.text);
  return summary;
}

const SHOWN_AGENTS = 10;
const SHOWN_FIXES = 10;

/** The statistics as a tab-separated table. */
export function summaryText({ list, statistics }: CensusSummary): string {
  const { states, scores, tenths, kinds, agents, fixes } = statistics;
  const lines = [
    ...(list === undefined ? [] : [listLine(list)]),
    `graded\t${states.graded}\tclosed to the bot\t${states.closed}\tunreachable\t${states.unreachable}\tfailed\t${states.failed}`,
  ];
  if (scores === undefined) return lines.join('\n');
  const { median, mean, low, high } = scores;
  return [
    ...lines,
    `median score\t${median}\tmean\t${mean.toFixed(1)}${low === null || high === null ? '' : ` (${low.toFixed(1)} to ${high.toFixed(1)})`}`,
    '',
    'share of hosts\tof\tshare\t95 % interval',
    shareLine('with llms.txt', statistics.llmsTxt),
    shareLine('with Markdown', statistics.markdown),
    shareLine('an agent barred by robots.txt', statistics.refusedByRobots),
    shareLine('an agent refused at the edge', statistics.refusedAtEdge),
    ...agents.slice(0, SHOWN_AGENTS).map((each) => shareLine(`robots.txt bars ${each.agent}`, each)),
    '',
    'score\thosts',
    ...tenths.map((count, tenth) => `${tenthWords(tenth)}\t${count}`),
    '',
    'kind\thosts\tmean\tmedian',
    ...kinds.map(
      ({ kind, hosts, mean: ofKind, median: middle }) => `${kind}\t${hosts}\t${ofKind.toFixed(1)}\t${middle}`,
    ),
    ...(fixes.length === 0 ? [] : ['', 'check\thosts\tpoints\ttitle']),
    ...fixes
      .slice(0, SHOWN_FIXES)
      .map(({ check, hosts, gain }) => `${check}\t${hosts}\t${gain.toFixed(1)}\t${titlesOf(check).fail}`),
  ].join('\n');
}

const shareLine = (name: string, { count, of, share, low, high }: Proportion): string =>
  `${name}\t${count} of ${of}\t${percentWords(share)}\t${percentWords(low)} to ${percentWords(high)}`;

function listLine({ lines, hosts, empty, ...skipped }: ListCounts): string {
  const others = Object.entries(skipped).flatMap(([why, count]) => (count === 0 ? [] : [`${count} ${why}`]));
  return `${pluralize(lines, 'line')}: ${pluralize(hosts, 'host')}, ${empty} empty or comments${others.map((each) => `, ${each}`).join('')}`;
}
