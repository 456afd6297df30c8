/** A leaderboard as static pages: the whole of a site, apart from what `legible fix` adds to any. */

import { titlesOf } from '../../scanner/checks/catalogue.ts';
import { pluralize } from '../../scanner/pluralize.ts';
import { percentOf } from '../../scanner/reporters/losses.ts';
import { csvHead, csvLine } from '../../sites/census/row.ts';
import type { CensusStatistics, Proportion } from '../../sites/census/statistics.ts';
import { assetText } from '../assets.ts';
import { type Markup, markup } from '../markup.ts';
import { censusCharts, percentWords } from './charts.ts';
import { type Frame, type LeaderboardPage, leaderboardDocument, section } from './frame.ts';
import { hostPage } from './host-page.ts';
import { methodologyPage } from './methodology.ts';
import { type GradedRow, type Ranked, ranked } from './ranked.ts';
import { hostTable, tablePages } from './table.ts';

export interface Leaderboard extends Pick<Frame, 'name' | 'contact'> {
  /** Pages that were read of each host at most. */
  readonly pages: number;
  readonly statistics: CensusStatistics;
  /** The hosts to list, which may be fewer than those of the statistics. */
  readonly rows: readonly GradedRow[];
}

export interface SiteFile {
  readonly path: string;
  readonly text: string;
}

const TOP = 25;
const SHOWN_FIXES = 10;
const NOT_FOUND = '404.html';

/** Every file of the site, one after another: thousands of pages need not be in memory together. */
export function* leaderboardFiles({ name, contact, pages, statistics, rows }: Leaderboard): Generator<SiteFile> {
  const hosts = ranked(rows);
  const [latest = ''] = rows.map(({ scanned_at }) => scanned_at).sort((a, b) => (a < b ? 1 : -1));
  const day = latest.slice(0, 10);
  const frame: Frame = { name, contact, day };
  const file = (page: LeaderboardPage): SiteFile => ({ path: page.path, text: leaderboardDocument(frame, page) });
  yield file(overview(frame, statistics, hosts));
  yield file(methodologyPage(frame, statistics, pages));
  for (const page of rankPages(hosts)) yield file(page);
  for (const page of kindPages(hosts, statistics)) yield file(page);
  for (const page of namePages(hosts)) yield file(page);
  for (const host of hosts) yield file(hostPage(host, hosts.length));
  yield file(notFoundPage);
  yield { path: 'hosts.csv', text: csvHead() + hosts.map(({ row }) => csvLine(row)).join('') };
  yield { path: 'hosts.json', text: JSON.stringify(hosts.map(searchRow)) };
  for (const asset of ['styles.css', 'leaderboard.js', 'icon.svg']) yield { path: asset, text: assetText(asset) };
}

/** As leaderboard.js reads it. */
const searchRow = ({ rank, row, path }: Ranked) => [
  rank,
  row.host,
  path,
  row.score,
  percentOf(row.delivered ?? 0),
  row.kind ?? 'unknown',
  row.has_llms_txt === true,
  row.has_markdown === true,
];

function overview({ name }: Frame, statistics: CensusStatistics, hosts: readonly Ranked[]): LeaderboardPage {
  const { scores, states, delivered } = statistics;
  const median = scores?.median ?? 0;
  const reach = delivered === null ? '–' : percentWords(delivered);
  return {
    path: 'index.html',
    title: name,
    description: `${pluralize(states.graded, 'host')} scored for AI agents. The median score is ${median} of 100, and ${reach} of the text reaches agents. Rank, readers and first fixes of each host.`,
    hasTable: true,
    main: markup`<div class="hero"><h1>${name}</h1>
<p class="lead">${pluralize(states.graded, 'host')} were scanned and scored by how much of their text reaches AI agents. Half of them score ${median} of 100 or less, and ${reach} of the text arrives.</p></div>
<dl class="facts"><div><dt>Graded</dt><dd>${states.graded}</dd></div><div><dt>Closed by robots.txt</dt><dd>${states.closed}</dd></div><div><dt>Unreachable</dt><dd>${states.unreachable}</dd></div><div><dt>Nothing to grade</dt><dd>${states.failed}</dd></div></dl>
${section(
  `The best ${Math.min(TOP, hosts.length)} hosts`,
  markup`<p>Ranked by site score. <a href="/ranks/">All ${pluralize(hosts.length, 'host')} by rank</a>, <a href="/kinds/">by kind of site</a>, or <a href="/names/">by name</a>.</p>`,
  hostTable(hosts.slice(0, TOP), 'The best hosts'),
)}
${section(
  'In figures',
  markup`<p>Of the graded hosts ${sharePhrase(statistics.llmsTxt)} have an llms.txt, and ${sharePhrase(statistics.markdown)} serve at least one page as Markdown. The robots.txt of ${sharePhrase(statistics.refusedByRobots)} keeps at least one AI agent from the home page, and ${sharePhrase(statistics.refusedAtEdge)} refuse a page to an agent that a browser gets. The ranges are 95 % intervals.</p>`,
  censusCharts(statistics).map(
    ({ title, svg }) =>
      markup`<figure class="card"><figcaption><strong>${title}</strong></figcaption>${svg}</figure>\n`,
  ),
)}
${section('What would help most', fixesTable(statistics))}`,
  };
}

const sharePhrase = ({ share, low, high }: Proportion): string =>
  share === null ? '–' : `${percentWords(share)} (${percentWords(low)} to ${percentWords(high)})`;

const fixesTable = ({ fixes, states }: CensusStatistics): Markup =>
  markup`<p>The fixes that would raise the mean score of all ${pluralize(states.graded, 'graded host')} most.</p>
<div class="table-scroll" role="group" aria-label="Fixes" tabindex="0"><table>
<thead><tr><th scope="col">Fix</th><th scope="col" class="num">Hosts</th><th scope="col" class="num">Points a host</th></tr></thead>
<tbody>${fixes.slice(0, SHOWN_FIXES).map(({ check, hosts, gain }) => markup`<tr><th scope="row">${titlesOf(check).action} (${check})</th><td class="num">${hosts}</td><td class="num">${(gain / Math.max(1, states.graded)).toFixed(2)}</td></tr>\n`)}</tbody>
</table></div>`;

const rankPages = (hosts: readonly Ranked[]): LeaderboardPage[] =>
  tablePages({
    folder: 'ranks/',
    title: 'All hosts by rank',
    words: 'by rank',
    intro: markup`<p>Hosts with the same score share a rank. Each name leads to the page of the host, with what reaches which reader and what to change first.</p>`,
    rows: hosts,
  });

const slugOf = (kind: string): string => kind.replaceAll(' ', '-');
/** "one page" is no plural, so the kind comes after "graded as". */
const kindTitle = (kind: string): string => `Hosts graded as: ${kind}`;

function kindPages(hosts: readonly Ranked[], { kinds }: CensusStatistics): LeaderboardPage[] {
  const list: LeaderboardPage = {
    path: 'kinds/index.html',
    title: 'Kinds of sites',
    description: `Mean and median score of ${pluralize(kinds.length, 'kind')} of sites for AI agents, with 95 % intervals: ${kinds.map(({ kind }) => kind).join(', ')}.`,
    main: markup`<h1>Kinds of sites</h1>
<div class="flow"><p>What a site is follows from its addresses and from what it offers: a shop has things to buy, documentation has pages below /docs/ and the like, an app shows its text by scripts alone. The kind decides which checks apply, so compare a host with hosts of its own kind.</p></div>
<div class="table-scroll" role="group" aria-label="Kinds of sites" tabindex="0"><table>
<thead><tr><th scope="col">Kind</th><th scope="col" class="num">Hosts</th><th scope="col" class="num">Mean score</th><th scope="col" class="num">95 % interval</th><th scope="col" class="num">Median</th></tr></thead>
<tbody>${kinds.map(({ kind, hosts: count, mean, low, high, median }) => markup`<tr><th scope="row"><a href="/kinds/${slugOf(kind)}/">${kind}</a></th><td class="num">${count}</td><td class="num">${mean.toFixed(1)}</td><td class="num">${low === null || high === null ? '–' : `${low.toFixed(1)} to ${high.toFixed(1)}`}</td><td class="num">${median}</td></tr>\n`)}</tbody>
</table></div>`,
  };
  return [
    list,
    ...kinds.flatMap(({ kind, mean, median }) => {
      const rows = hosts.filter(({ row }) => (row.kind ?? 'unknown') === kind);
      return tablePages({
        folder: `kinds/${slugOf(kind)}/`,
        title: kindTitle(kind),
        words: `graded as ${kind}`,
        intro: markup`<p>Mean score ${mean.toFixed(1)}, median ${median}. The rank is the one among all hosts.</p>`,
        rows,
      });
    }),
  ];
}

/** The letter or digit that names are listed under; `other` for names of other scripts. */
const initialOf = (host: string): string => {
  const [first = ''] = host.replace(/^www\./, '');
  return /[a-z0-9]/.test(first) ? first : 'other';
};

function namePages(hosts: readonly Ranked[]): LeaderboardPage[] {
  const byInitial = new Map<string, Ranked[]>();
  for (const host of hosts) {
    const initial = initialOf(host.row.host);
    const group = byInitial.get(initial) ?? [];
    byInitial.set(initial, group);
    group.push(host);
  }
  const initials = [...byInitial].sort(([a], [b]) => (a < b ? -1 : 1));
  return [
    {
      path: 'names/index.html',
      title: 'Hosts by name',
      description: `Find one of ${pluralize(hosts.length, 'host')} by the beginning of its name, without "www.", and see how well AI agents can read it.`,
      main: markup`<h1>Hosts by name</h1>
<div class="flow"><p>Choose the beginning of the name, without "www.". With scripts, the tables also have a search field over all hosts.</p></div>
<ul>${initials.map(([initial, group]) => markup`<li><a href="/names/${initial}/">Names with ${initial}</a> (${pluralize(group.length, 'host')})</li>\n`)}</ul>`,
    },
    ...initials.flatMap(([initial, group]) =>
      tablePages({
        folder: `names/${initial}/`,
        title: `Hosts with ${initial}`,
        words: `whose name begins with ${initial}`,
        intro: markup`<p>In the order of their names. The rank is the one among all hosts.</p>`,
        rows: group.toSorted((a, b) => (a.row.host < b.row.host ? -1 : 1)),
      }),
    ),
  ];
}

const notFoundPage: LeaderboardPage = {
  path: NOT_FOUND,
  title: 'Not found',
  description: 'There is no such page.',
  main: markup`<div class="flow"><h1>There is no such page</h1><p>The host may have left the census. <a href="/names/">Find a host by name</a>, or go to <a href="/ranks/">all hosts by rank</a>.</p></div>`,
};
