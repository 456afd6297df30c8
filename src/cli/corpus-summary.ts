import { wordsOf } from '../scanner/catalogue.ts';
import type { CorpusResult } from './corpus-results.ts';

const SHOWN_CHECKS = 10;
const BINS = 10;
const [WIDTH, HEIGHT, MARGIN] = [640, 240, 32];

/** Sites in each tenth of the scores; 100 is in the last. */
function distribution(results: readonly CorpusResult[]): number[] {
  const bins = Array.from({ length: BINS }, () => 0);
  for (const { siteScore } of results) {
    if (siteScore === undefined) continue;
    const bin = Math.min(BINS - 1, Math.floor(siteScore / (100 / BINS)));
    bins[bin] = (bins[bin] ?? 0) + 1;
  }
  return bins;
}

const rangeOf = (bin: number): string => `${bin * 10}-${bin === BINS - 1 ? 100 : bin * 10 + 9}`;

/** How the scores are spread, and what fails most often: a table of tabs. */
export function corpusSummary(results: readonly CorpusResult[]): string {
  const scores = results.flatMap(({ siteScore }) => (siteScore === undefined ? [] : [siteScore])).sort((a, b) => a - b);
  const counts = new Map<string, number>();
  for (const id of results.flatMap(({ failed }) => failed)) counts.set(id, (counts.get(id) ?? 0) + 1);
  const most = [...counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)).slice(0, SHOWN_CHECKS);
  return [
    '',
    `sites\t${scores.length}\tmedian\t${scores[Math.floor((scores.length - 1) / 2)] ?? '-'}`,
    '',
    'score\tsites',
    ...distribution(results).map((count, bin) => `${rangeOf(bin)}\t${count}`),
    ...(most.length === 0 ? [] : ['', 'check\tfails on\twhat would be true']),
    ...most.map(([id, count]) => `${id}\t${count}\t${wordsOf(id)?.name ?? ''}`),
  ].join('\n');
}

/** The distribution as a picture: numbers of ours only. */
export function corpusChart(results: readonly CorpusResult[]): string {
  const bins = distribution(results);
  const highest = Math.max(1, ...bins);
  const step = (WIDTH - 2 * MARGIN) / BINS;
  const floor = HEIGHT - MARGIN;
  const bars = bins.map((count, bin) => {
    const height = Math.round((count / highest) * (floor - MARGIN));
    const x = MARGIN + bin * step;
    const middle = x + step / 2;
    return `  <rect x="${x + 4}" y="${floor - height}" width="${step - 8}" height="${height}" fill="#2f6f5e"><title>${rangeOf(bin)}: ${count}</title></rect>
  <text x="${middle}" y="${floor - height - 6}">${count}</text>
  <text x="${middle}" y="${floor + 18}">${rangeOf(bin)}</text>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="Sites by site score" font-family="sans-serif" font-size="12" text-anchor="middle">
${bars.join('\n')}
  <line x1="${MARGIN}" y1="${floor}" x2="${WIDTH - MARGIN}" y2="${floor}" stroke="#888"/>
</svg>
`;
}
