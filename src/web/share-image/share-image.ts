import type { Rating } from '../../schema/scan.ts';
import { ratingWords } from '../charts.ts';
import { GLYPH_HEIGHT, squaresOf, textWidth } from './bitmap-font.ts';
import { type Colour, pngOf } from './png.ts';

/** What networks show without cutting it (Open Graph pictures of 1.91 to 1). */
export const SHARE_IMAGE = { width: 1200, height: 630, type: 'image/png' } as const;

export interface Shared {
  readonly host: string;
  readonly label: 'Agent readability' | 'MCP server';
  readonly score: number;
  readonly rating: Rating;
}

const MARGIN = 80;
const INNER = SHARE_IMAGE.width - 2 * MARGIN;
const PAPER: Colour = [251, 250, 248];
const INK: Colour = [29, 28, 26];
const TRACK: Colour = [214, 209, 199];
const TONES: Readonly<Record<Rating, Colour>> = {
  excellent: [20, 112, 63],
  good: [11, 111, 138],
  fair: [163, 98, 0],
  needs_improvement: [179, 49, 42],
};
/** Places in the palette. */
const [INK_AT, TRACK_AT, TONE_AT] = [1, 2, 3];

const HOST_SCALES = [9, 7, 5, 4] as const;
const SCORE_SCALE = 38;
const BAR = { y: 534, height: 24 };

/** The score of a report as a picture for link previews: the same bytes for the same score. */
export function shareImage({ host, label, score, rating }: Shared): Buffer {
  const { width, height } = SHARE_IMAGE;
  const pixels = new Uint8Array(width * height);
  const fill = (x: number, y: number, w: number, h: number, colour: number) => {
    for (let row = y; row < y + h; row += 1) pixels.fill(colour, row * width + x, row * width + x + w);
  };
  const write = (text: string, x: number, y: number, scale: number, colour: number) => {
    for (const [column, row] of squaresOf(text)) fill(x + column * scale, y + row * scale, scale, scale, colour);
  };
  write(`LEGIBLE  ${label}`, MARGIN, 60, 4, INK_AT);
  const { text, scale } = fitted(host);
  write(text, MARGIN, 118, scale, INK_AT);
  const digits = String(score);
  const scoreTop = 222;
  write(digits, MARGIN, scoreTop, SCORE_SCALE, TONE_AT);
  const right = MARGIN + textWidth(digits) * SCORE_SCALE + 48;
  write('OF 100', right, scoreTop + 8, 8, INK_AT);
  write(ratingWords(rating), right, scoreTop + GLYPH_HEIGHT * SCORE_SCALE - 8 * GLYPH_HEIGHT - 8, 5, TONE_AT);
  fill(MARGIN, BAR.y, INNER, BAR.height, TRACK_AT);
  fill(MARGIN, BAR.y, Math.round((INNER * score) / 100), BAR.height, TONE_AT);
  return pngOf({ width, height, palette: [PAPER, INK, TRACK, TONES[rating]], pixels });
}

/** A host in the largest letters that hold it; one that is too long for the smallest ends in dots. */
function fitted(host: string): { text: string; scale: number } {
  const scale = HOST_SCALES.find((each) => textWidth(host) * each <= INNER);
  if (scale !== undefined) return { text: host, scale };
  const smallest = HOST_SCALES[HOST_SCALES.length - 1] ?? 1;
  let text = host;
  while (text !== '' && textWidth(`${text}...`) * smallest > INNER) text = text.slice(0, -1);
  return { text: `${text}...`, scale: smallest };
}
