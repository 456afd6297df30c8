/** Link previews: the score of a report in words and as a picture. */
import { crc32, deflateSync } from 'node:zlib';
import type { Rating } from '../schema/scan.ts';
import { ratingWords } from './charts.ts';

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

const IMAGE_NAME = 'card.png';

/** How a page that is shared by its address looks in link previews. */
export interface Share {
  /** Root-relative path of the page. */
  readonly path: string;
  readonly title: string;
  readonly description: string;
  /** Root-relative path of a picture of SHARE_IMAGE. */
  readonly image: string;
  /** The picture in words. */
  readonly alt: string;
}

/** The link preview of a report. @param path of the report @param verdict what its rating means */
export function previewOf(path: string, { host, label, score, rating }: Shared, verdict: string): Share {
  const title = `${host}: ${score} of 100`;
  return {
    path,
    title,
    description: `${label}, graded by Legible: ${ratingWords(rating)}. ${verdict}`,
    image: `${path}/${IMAGE_NAME}`,
    alt: `${label} of ${title}, ${ratingWords(rating)}`,
  };
}

/** The route of the picture, below that of its report. */
export const imageRoute = (reportRoute: string): string => `${reportRoute}/${IMAGE_NAME}`;

/** As little cached and indexed as the report is. */
export const imageResponse = (shared: Shared): Response =>
  new Response(new Uint8Array(shareImage(shared)), {
    headers: {
      'content-type': SHARE_IMAGE.type,
      'cache-control': 'private, no-cache',
      'x-robots-tag': 'noindex, nofollow',
    },
  });

/** Red, green and blue, 0 to 255 each. */
type Colour = readonly [red: number, green: number, blue: number];

/** A picture of at most four colours. */
interface Picture {
  readonly width: number;
  readonly height: number;
  readonly palette: readonly [Colour, Colour, Colour, Colour];
  /** Row by row, the index of each pixel's colour. */
  readonly pixels: Uint8Array;
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const BITS = 2;
const PIXELS_PER_BYTE = 8 / BITS;
const PALETTE_COLOUR = 3;

/** The picture as a PNG file with a palette (https://www.w3.org/TR/png-3/): the same bytes for the same picture. */
export function pngOf({ width, height, palette, pixels }: Picture): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = BITS;
  header[9] = PALETTE_COLOUR;
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette.flat())),
    chunk('IDAT', deflateSync(scanlines(width, height, pixels))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Each row after the number of its filter, which is 0 for none. */
function scanlines(width: number, height: number, pixels: Uint8Array): Buffer {
  const stride = 1 + Math.ceil(width / PIXELS_PER_BYTE);
  const lines = Buffer.alloc(stride * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const at = y * stride + 1 + Math.floor(x / PIXELS_PER_BYTE);
      const shift = 8 - BITS - BITS * (x % PIXELS_PER_BYTE);
      lines[at] = (lines[at] ?? 0) | ((pixels[y * width + x] ?? 0) << shift);
    }
  }
  return lines;
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

const GLYPH_HEIGHT = 7;
const GLYPH_WIDTH = 5;
/** With the gap after it. */
const ADVANCE = GLYPH_WIDTH + 1;

/** Capitals, digits, and the marks of host names: seven rows of five bits, from the top, two hexadecimal digits each. */
const GLYPHS: Readonly<Record<string, string>> = {
  '0': '06090909090906',
  '1': '040c040404040e',
  '2': '0e11010204081f',
  '3': '1f02040201110e',
  '4': '02060a121f0202',
  '5': '1f101e0101110e',
  '6': '0608101e11110e',
  '7': '1f010204080808',
  '8': '0e11110e11110e',
  '9': '0e11110f01020c',
  A: '0e11111f111111',
  B: '1e11111e11111e',
  C: '0e11101010110e',
  D: '1e11111111111e',
  E: '1f10101e10101f',
  F: '1f10101e101010',
  G: '0e11101711110f',
  H: '1111111f111111',
  I: '0e04040404040e',
  J: '0702020202120c',
  K: '11121418141211',
  L: '1010101010101f',
  M: '111b1515111111',
  N: '11191513111111',
  O: '0e11111111110e',
  P: '1e11111e101010',
  Q: '0e11111115120d',
  R: '1e11111e141211',
  S: '0f10100e01011e',
  T: '1f040404040404',
  U: '1111111111110e',
  V: '11111111110a04',
  W: '1111111515150a',
  X: '11110a040a1111',
  Y: '11110a04040404',
  Z: '1f01020408101f',
  ' ': '00000000000000',
  '.': '00000000000c0c',
  '-': '0000000e000000',
  ':': '000c0c000c0c00',
  _: '0000000000001f',
  '[': '0e08080808080e',
  ']': '0e02020202020e',
};
/** For a letter that is not there. */
const UNKNOWN = '1f11111111111f';

/** Width of a text in squares. */
export const textWidth = (text: string): number => Math.max(0, text.length * ADVANCE - 1);

/** The filled squares of a text, from its top left corner. Small letters are shown as capitals. */
export function* squaresOf(text: string): Generator<readonly [x: number, y: number]> {
  for (const [at, letter] of [...text.toUpperCase()].entries()) {
    const rows = Buffer.from(GLYPHS[letter] ?? UNKNOWN, 'hex');
    for (const [y, bits] of rows.entries()) {
      for (let x = 0; x < GLYPH_WIDTH; x += 1) {
        if ((bits >> (GLYPH_WIDTH - 1 - x)) & 1) yield [at * ADVANCE + x, y];
      }
    }
  }
}
