/** Charts as SVG without a script or a style of their own: sizes are attributes, colours come from the stylesheet. */
import type { LossCause } from '../scanner/reporters/losses.ts';
import { ratingOf } from '../scanner/scoring/score.ts';
import type { Rating } from '../schema/scan.ts';
import { type Markup, markup } from './markup.ts';

const RADIUS = 42;
const CIRCUMFERENCE = 2 * Math.PI * RADIUS;

/** The label of a rating in pages. */
export const ratingWords = (rating: Rating): string => (rating === 'needs_improvement' ? 'needs work' : rating);

/** A score from 0 to 100 as a ring. @param label what the score is of */
export function scoreRing(score: number, rating: Rating, label: string, size: 'major' | 'minor' = 'major'): Markup {
  const done = (CIRCUMFERENCE * score) / 100;
  return markup`<figure class="ring ${size} ${rating}">
<svg viewBox="0 0 100 100" role="img" aria-label="${label}: ${score} of 100, ${ratingWords(rating)}">
<circle class="track" cx="50" cy="50" r="${RADIUS}"/>
${score > 0 && markup`<circle class="arc" cx="50" cy="50" r="${RADIUS}" stroke-dasharray="${done.toFixed(2)} ${CIRCUMFERENCE.toFixed(2)}" transform="rotate(-90 50 50)"/>`}
<text x="50" y="57">${score}</text><text class="of" x="50" y="71">of 100</text>
</svg>
<figcaption aria-hidden="true">${label}</figcaption>
</figure>`;
}

/** A bar for a share of a whole. It is only visual, so the figures must be next to it. */
export function shareBar(part: number, whole: number): Markup {
  const width = percent(part, whole);
  return markup`<svg class="bar" aria-hidden="true" preserveAspectRatio="none"><rect class="rest" width="100%" height="100%"/><rect class="done" width="${width}%" height="100%"/></svg>`;
}

/**
 * A bar of which the whole is as long as its weight: `most` is that of the longest one in a list. For the eye alone, so the
 * figures must be next to it.
 */
export function weightedBar(part: number, whole: number, most: number): Markup {
  return markup`<svg class="bar" aria-hidden="true" preserveAspectRatio="none"><rect class="rest" width="${percent(whole, most)}%" height="100%"/><rect class="done" width="${percent(part, most)}%" height="100%"/></svg>`;
}

interface BarPart {
  readonly tone: 'pass' | 'warn' | 'fail' | 'error';
  readonly count: number;
}

/** Parts of a whole side by side; for the eye alone. */
export function stackedBar(parts: readonly BarPart[], whole = sumOf(parts)): Markup {
  let left = 0;
  const rects = parts.map(({ tone, count }) => {
    const x = percent(left, whole);
    left += count;
    return markup`<rect class="fill-${tone}" x="${x}%" width="${percent(count, whole)}%" height="100%"/>`;
  });
  return markup`<svg class="bar" aria-hidden="true" preserveAspectRatio="none"><rect class="rest" width="100%" height="100%"/>${rects}</svg>`;
}

const sumOf = (parts: readonly BarPart[]): number => parts.reduce((sum, { count }) => sum + count, 0);

/** Shares of a whole side by side, each with its class; for the eye alone, so figures must be next to it. */
function sharesBar(shares: readonly (readonly [className: string, share: number])[]): Markup {
  let left = 0;
  const rects = shares.map(([className, share]) => {
    const x = percent(left, 1);
    left += share;
    return markup`<rect class="${className}" x="${x}%" width="${percent(share, 1)}%" height="100%"/>`;
  });
  return markup`<svg class="bar shares" aria-hidden="true" preserveAspectRatio="none"><rect class="rest" width="100%" height="100%"/>${rects}</svg>`;
}

/** Of each cause of loss. */
export const LOSS_CLASSES: Readonly<Record<LossCause, string>> = {
  robots: 'share-robots',
  refused: 'share-refused',
  noWay: 'share-no-way',
  noAnswer: 'share-no-answer',
  noText: 'share-no-text',
  cutOff: 'share-cut-off',
};

/** What reaches readers, then what each cause keeps back; for the eye alone. @param delivered default: the rest */
export const lossBar = (
  losses: readonly { readonly cause: LossCause; readonly share: number }[],
  delivered = 1 - losses.reduce((sum, { share }) => sum + share, 0),
): Markup =>
  sharesBar([
    ['share-delivered', delivered],
    ...losses.map(({ cause, share }) => [LOSS_CLASSES[cause], share] as const),
  ]);

/** To two decimals, 0 to 100. */
const percent = (part: number, whole: number): number =>
  whole <= 0 ? 0 : Math.round(Math.min(1, Math.max(0, part / whole)) * 10_000) / 100;

const WIDTH = 132;
const HEIGHT = 36;
const EDGE = 4;
/** More points would be too close together to distinguish. */
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
