/** Scores of one site over time, as lists of scans show them. */
import { ratingOf } from '../scanner/scoring/score.ts';
import { ratingWords } from './charts.ts';
import { type Markup, markup } from './markup.ts';

const WIDTH = 132;
const HEIGHT = 36;
const EDGE = 4;
/** More would be too close together to be told apart. */
const MAX_POINTS = 20;

/** Scores from 0 to 100 over time as a line; the latest is marked. @param scores oldest first, at least one */
export function trend(scores: readonly number[]): Markup {
  const shown = scores.slice(-MAX_POINTS);
  const step = (WIDTH - 2 * EDGE) / Math.max(1, shown.length - 1);
  const points = shown.map((score, at) => ({
    x: shown.length === 1 ? WIDTH - EDGE : EDGE + at * step,
    y: HEIGHT - EDGE - ((HEIGHT - 2 * EDGE) * score) / 100,
  }));
  const last = points.at(-1) ?? { x: 0, y: 0 };
  return markup`<svg class="trend" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" role="img" aria-label="Scores, oldest first: ${shown.join(', ')}">
<line class="base" x1="${EDGE}" y1="${HEIGHT - EDGE}" x2="${WIDTH - EDGE}" y2="${HEIGHT - EDGE}"/>
${points.length > 1 && markup`<polyline points="${points.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ')}"/>`}
<circle cx="${last.x.toFixed(1)}" cy="${last.y.toFixed(1)}" r="3.5"/>
</svg>`;
}

/** A score with the word for it. */
export function ratedScore(score: number): Markup {
  const rating = ratingOf(score);
  return markup`<span class="${rating} tone"><strong>${score}</strong></span> <span class="small soft">${ratingWords(rating)}</span>`;
}

/** `+3`, `−3` or `0`; a dash where there is nothing to compare with. */
export function changeSince(before: number | undefined, now: number): string {
  if (before === undefined) return '–';
  const change = now - before;
  return change > 0 ? `+${change}` : change < 0 ? `−${-change}` : '0';
}
