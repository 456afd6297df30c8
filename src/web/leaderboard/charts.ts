/** Charts of a census as SVG, to stand in a page or as a file: numbers and trusted text, no script and no style. */
import type { CensusStatistics, Proportion } from '../../sites/census/statistics.ts';
import { type Markup, markup } from '../markup.ts';

const WIDTH = 480;
const FILL = '#2f6f5e';
const PALE = '#8fb8ac';
const [ROW, BAR, NAME, VALUE] = [30, 14, 178, 96];
const PLOT = WIDTH - NAME - VALUE;

interface BarRow {
  readonly name: string;
  /** 0 to 1, as the ends of its interval. */
  readonly value: number;
  readonly low: number;
  readonly high: number;
  /** The figures, for behind the bar. */
  readonly words: string;
}

const svg = (height: number, label: string, inner: readonly Markup[]): Markup =>
  markup`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${label}" font-family="sans-serif" font-size="12" fill="currentColor">
${inner}</svg>
`;

/** Bars with their 95 % intervals as lines. */
function barChart(label: string, rows: readonly BarRow[]): Markup {
  return svg(
    rows.length * ROW + 8,
    label,
    rows.map(({ name, value, low, high, words }, at) => {
      const middle = at * ROW + ROW / 2 + 4;
      const x = (share: number) => (NAME + share * PLOT).toFixed(1);
      return markup`<text x="${NAME - 10}" y="${middle + 4}" text-anchor="end">${name}</text>
<rect x="${NAME}" y="${middle - BAR / 2}" width="${PLOT}" height="${BAR}" fill="currentColor" fill-opacity="0.08"/>
<rect x="${NAME}" y="${middle - BAR / 2}" width="${(value * PLOT).toFixed(1)}" height="${BAR}" fill="${PALE}"/>
<path d="M${x(low)} ${middle}H${x(high)}M${x(low)} ${middle - 5}V${middle + 5}M${x(high)} ${middle - 5}V${middle + 5}" stroke="${FILL}" stroke-width="2" fill="none"/>
<text x="${NAME + PLOT + 10}" y="${middle + 4}">${words}</text>
`;
    }),
  );
}

/** To one decimal: `35.1 %`; `100 %` and `0 %` for all and nothing. */
export const percentWords = (share: number | null): string => {
  if (share === null) return '–';
  return `${share === 0 || share === 1 ? share * 100 : (share * 100).toFixed(1)} %`;
};

const proportionRow = (name: string, { share, low, high, count }: Proportion): BarRow => ({
  name,
  value: share ?? 0,
  low: low ?? 0,
  high: high ?? 0,
  words: `${percentWords(share)} (${count})`,
});

const HEIGHT = 240;
const MARGIN = 24;

/** How many hosts have a score in each tenth. */
function scoresChart(tenths: readonly number[]): Markup {
  const highest = Math.max(1, ...tenths);
  const step = (WIDTH - 2 * MARGIN) / tenths.length;
  const floor = HEIGHT - MARGIN;
  return svg(HEIGHT, 'Hosts by site score', [
    ...tenths.map((count, tenth) => {
      const height = Math.round((count / highest) * (floor - MARGIN));
      const x = MARGIN + tenth * step;
      return markup`<rect x="${(x + 4).toFixed(1)}" y="${floor - height}" width="${(step - 8).toFixed(1)}" height="${height}" fill="${FILL}"/>
<text x="${(x + step / 2).toFixed(1)}" y="${floor - height - 6}" text-anchor="middle">${count}</text>
<text x="${(x + step / 2).toFixed(1)}" y="${floor + 18}" text-anchor="middle">${tenthWords(tenth, tenths.length)}</text>
`;
    }),
    markup`<path d="M${MARGIN} ${floor}H${WIDTH - MARGIN}" stroke="currentColor"/>
`,
  ]);
}

export const tenthWords = (tenth: number, of = 10): string =>
  `${tenth * 10}–${tenth === of - 1 ? 100 : tenth * 10 + 9}`;

const MAX_AGENTS = 15;

export interface Chart {
  /** Of its file, without the ending. */
  readonly name: string;
  readonly title: string;
  readonly svg: Markup;
}

/** The charts of a census; one without anything to show is left out. */
export function censusCharts({ tenths, scores, kinds, agents, ...shares }: CensusStatistics): Chart[] {
  if (scores === undefined) return [];
  return [
    { name: 'scores', title: 'Hosts by site score', svg: scoresChart(tenths) },
    {
      name: 'shares',
      title: 'What the hosts offer and refuse',
      svg: barChart('Shares of the hosts, with 95 % intervals', [
        proportionRow('have an llms.txt', shares.llmsTxt),
        proportionRow('have pages as Markdown', shares.markdown),
        proportionRow('robots.txt bars an AI agent', shares.refusedByRobots),
        proportionRow('firewall refuses an agent', shares.refusedAtEdge),
      ]),
    },
    {
      name: 'kinds',
      title: 'Mean score by kind of site',
      svg: barChart(
        'Mean score by kind of site, with 95 % intervals',
        kinds.map(({ kind, hosts, mean, low, high }) => ({
          name: kind,
          value: mean / 100,
          low: (low ?? mean) / 100,
          high: (high ?? mean) / 100,
          words: `${mean.toFixed(1)} (${hosts})`,
        })),
      ),
    },
    ...(agents.length === 0
      ? []
      : [
          {
            name: 'agents',
            title: 'AI agents that robots.txt keeps out',
            svg: barChart(
              'Share of the hosts whose robots.txt keeps an agent out, with 95 % intervals',
              agents.slice(0, MAX_AGENTS).map((each) => proportionRow(each.agent, each)),
            ),
          },
        ]),
  ];
}
