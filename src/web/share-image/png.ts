import { crc32, deflateSync } from 'node:zlib';

/** Red, green and blue, 0 to 255 each. */
export type Colour = readonly [red: number, green: number, blue: number];

/** A picture of at most four colours. */
export interface Picture {
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
