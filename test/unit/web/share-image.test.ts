import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { crc32, inflateSync } from 'node:zlib';
import { pngOf, shareImage, squaresOf, textWidth } from '../../../src/web/share-image.ts';

/** The chunks of a PNG, each checked by its sum, and the colour of every pixel. */
function decode(png: Buffer): { width: number; height: number; colourAt(x: number, y: number): string } {
  assert.equal(png.subarray(0, 8).toString('latin1'), '\u0089PNG\r\n\u001a\n');
  const chunks = new Map<string, Buffer>();
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at);
    const body = png.subarray(at + 4, at + 8 + length);
    assert.equal(png.readUInt32BE(at + 8 + length), crc32(body));
    chunks.set(body.toString('latin1', 0, 4), body.subarray(4));
    at += 12 + length;
  }
  assert.deepEqual([...chunks.keys()], ['IHDR', 'PLTE', 'IDAT', 'IEND']);
  const header = chunks.get('IHDR') ?? Buffer.alloc(13);
  // Two bits a pixel, a palette, and neither filters nor interlacing of other kinds.
  assert.deepEqual([...header.subarray(8)], [2, 3, 0, 0, 0]);
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const stride = 1 + Math.ceil(width / 4);
  const lines = inflateSync(chunks.get('IDAT') ?? Buffer.alloc(0));
  assert.equal(lines.length, stride * height);
  return {
    width,
    height,
    colourAt(x, y) {
      const byte = lines[y * stride + 1 + Math.floor(x / 4)] ?? 0;
      const index = (byte >> (6 - 2 * (x % 4))) & 3;
      return chunks.get('PLTE')?.toString('hex', index * 3, index * 3 + 3) ?? '';
    },
  };
}

describe('a PNG', () => {
  it('holds every pixel, with a width that fills no whole byte too', () => {
    const palette = [
      [0, 0, 0],
      [255, 0, 0],
      [0, 255, 0],
      [0, 0, 255],
    ] as const;
    const pixels = Uint8Array.from([0, 1, 2, 3, 1, 3, 2, 1, 0, 2]);
    const { width, height, colourAt } = decode(pngOf({ width: 5, height: 2, palette, pixels }));
    assert.deepEqual([width, height], [5, 2]);
    const colours = ['000000', 'ff0000', '00ff00', '0000ff'];
    for (const [at, index] of pixels.entries()) {
      assert.equal(colourAt(at % 5, Math.floor(at / 5)), colours[index], `pixel ${at}`);
    }
  });
});

describe('the bitmap font', () => {
  it('has another shape for each letter, digit and mark of a host name', () => {
    const letters = [...'abcdefghijklmnopqrstuvwxyz0123456789.-:[]_', '\u{1f600}'];
    const shapes = letters.map((letter) => JSON.stringify([...squaresOf(letter)]));
    assert.equal(new Set(shapes).size, letters.length);
    assert.ok(shapes.every((shape) => shape !== '[]'));
  });

  it('keeps every square within the width of its text', () => {
    for (const [x, y] of squaresOf('MW0.')) assert.ok(x >= 0 && x < textWidth('MW0.') && y >= 0 && y < 7);
  });
});

describe('a share image', () => {
  const shared = { host: 'docs.example.com', label: 'Agent readability', score: 86, rating: 'good' } as const;
  /** Share of the bar's line that has the colour of the rating. */
  const filled = (png: Buffer) => {
    const { colourAt, width } = decode(png);
    const line = Array.from({ length: width - 160 }, (_, x) => colourAt(x + 80, 540));
    return line.filter((colour) => colour === line[0]).length / line.length;
  };

  it('is small, has the size that networks ask for and the same bytes for the same score', () => {
    const png = shareImage(shared);
    const { width, height } = decode(png);
    assert.deepEqual([width, height], [1200, 630]);
    assert.ok(png.length < 8_000, `${png.length} bytes`);
    assert.deepEqual(shareImage(shared), png);
    assert.notDeepEqual(shareImage({ ...shared, score: 85 }), png);
    assert.notDeepEqual(shareImage({ ...shared, host: 'docs.example.org' }), png);
  });

  it('fills its bar by the score', () => {
    for (const score of [1, 50, 86, 100]) {
      assert.ok(Math.abs(filled(shareImage({ ...shared, score })) - score / 100) < 0.001, String(score));
    }
  });

  it('cuts a host that is too long, and leaves the margin free', () => {
    const host = `${'very-long-'.repeat(25)}.example`;
    const { colourAt, width, height } = decode(shareImage({ ...shared, host }));
    const paper = colourAt(0, 0);
    for (let y = 0; y < height; y += 1) {
      for (let x = width - 80; x < width; x += 1) assert.equal(colourAt(x, y), paper, `${x}, ${y}`);
    }
  });
});
