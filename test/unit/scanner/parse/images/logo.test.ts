/** Logos of callers: the parts kept of an SVG and a PNG, and refusals. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { crc32, deflateSync } from 'node:zlib';
import { logoUri, MAX_LOGO_BYTES, safeLogo } from '../../../../../src/scanner/parse/images/logo.ts';

const SVG = 'xmlns="http://www.w3.org/2000/svg"';
const shown = (svg: string): string => {
  const logo = safeLogo(logoUri(Buffer.from(svg)));
  assert.ok(logo.ok, logo.ok ? '' : logo.reason);
  return Buffer.from(logo.uri.split(',')[1] ?? '', 'base64').toString();
};
const reasonOf = (uri: string): string => {
  const logo = safeLogo(uri);
  return logo.ok ? 'taken' : logo.reason;
};

describe('an SVG logo', () => {
  const kept: [string, string, string][] = [
    ['shapes and colours stay', '<path d="M0 0h1" fill="#f00"/>', '<path d="M0 0h1" fill="#f00"></path>'],
    ['a gradient is referred to', '<rect fill="url(#g)"/>', '<rect fill="url(#g)"></rect>'],
    ['a script goes with its text', '<script>alert(1)</script><g/>', '<g></g>'],
    ['a handler goes', '<g onload="alert(1)" ONCLICK="x"/>', '<g></g>'],
    ['a foreign object goes with its contents', '<foreignObject><g/></foreignObject>', ''],
    ['HTML inside goes', '<b xmlns="http://www.w3.org/1999/xhtml">x</b>', ''],
    ['an image and a link go', '<image href="https://a.example/x.png"/><a href="javascript:alert(1)"><g/></a>', ''],
    ['use goes, which can multiply', '<use href="#a"/>', ''],
    ['a file elsewhere is not referred to', '<rect fill="url(https://a.example/#g)"/>', '<rect></rect>'],
    ['an animation goes', '<animate attributeName="href" to="javascript:alert(1)"/>', ''],
    ['a style stays', '<style>.a{fill:red}</style>', '<style>.a{fill:red}</style>'],
    ['a style that imports is emptied', '<style>@import "//a.example/x.css";</style>', '<style></style>'],
    ['a style with an escape is emptied', '<style>.a{fill:\\75rl(//a.example)}</style>', '<style></style>'],
    ['text is escaped again', '<text>a &lt;script&gt; &amp;</text>', '<text>a &lt;script&gt; &amp;</text>'],
  ];
  for (const [title, inner, expected] of kept) {
    it(title, () =>
      assert.equal(
        shown(`<svg ${SVG} viewBox="0 0 9 9">${inner}<circle r="9"/></svg>`),
        `<svg ${SVG} viewBox="0 0 9 9">${expected}<circle r="9"></circle></svg>`,
      ),
    );
  }

  const refused: [string, string, RegExp][] = [
    ['entities', `<!DOCTYPE svg [<!ENTITY a "b">]><svg ${SVG}>&a;</svg>`, /entities/],
    ['no SVG', '<html xmlns="http://www.w3.org/1999/xhtml"/>', /root is no svg/],
    ['svg of no namespace', '<svg/>', /root is no svg/],
    ['a broken file', `<svg ${SVG}><g></svg>`, /well-formed/],
    ['text after the root', `<svg ${SVG}><path/></svg>x`, /well-formed/],
    ['nothing', '', /neither a PNG nor an SVG/],
    ['text', 'logo', /neither a PNG nor an SVG/],
    ['no element inside', `<svg ${SVG}/>`, /draws no shape/],
    ['a group without shapes', `<svg ${SVG}><g> </g></svg>`, /draws no shape/],
    ['an image alone', `<svg ${SVG}><image href="data:image/png;base64,aaaa"/></svg>`, /draws no shape/],
    ['shapes that nothing shows', `<svg ${SVG}><defs><path d="M0 0h9"/></defs></svg>`, /draws no shape/],
    ['a title and no text', `<svg ${SVG}><title>ACME</title><text> </text></svg>`, /draws no shape/],
    ['5,001 elements', `<svg ${SVG}>${'<g/>'.repeat(5001)}</svg>`, /too many/],
    ['51 levels', `<svg ${SVG}>${'<g>'.repeat(51)}${'</g>'.repeat(51)}</svg>`, /too many/],
    ['more than 100 KB', `<svg ${SVG}><title>${'x'.repeat(MAX_LOGO_BYTES)}</title></svg>`, /larger than 100 KB/],
  ];
  for (const [title, svg, reason] of refused) {
    it(`${title}: refused`, () => assert.match(reasonOf(logoUri(Buffer.from(svg))), reason));
  }
  it('text alone is a logo, also behind definitions', () =>
    assert.match(shown(`<svg ${SVG}><defs><g/></defs><text><tspan>ACME</tspan></text></svg>`), /<tspan>ACME/));
});

const chunk = (name: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
};
/** @param format bits of a sample, colour type, compression, filter, interlace; default 8 bits of grey */
const header = (width: number, height: number, format: readonly number[] = [8, 0, 0, 0, 0]): Buffer => {
  const data = Buffer.alloc(13);
  data.writeUInt32BE(width, 0);
  data.writeUInt32BE(height, 4);
  data.set(format, 8);
  return chunk('IHDR', data);
};
/** A picture of `bytes` bytes before compression. */
const picture = (bytes: number): Buffer => chunk('IDAT', deflateSync(Buffer.alloc(bytes)));
const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
const png = (...chunks: Buffer[]): Buffer => Buffer.concat([SIGNATURE, ...chunks]);
const END = chunk('IEND', Buffer.alloc(0));

describe('a PNG logo', () => {
  it('keeps its picture, and neither text nor what follows its end', () => {
    const idat = picture(9 * 10);
    const sent = png(
      header(9, 9),
      chunk('tEXt', Buffer.from('secret')),
      chunk('eXIf', Buffer.from('where')),
      idat,
      END,
      Buffer.from('<script>'),
    );
    const logo = safeLogo(logoUri(sent));
    assert.ok(logo.ok);
    assert.equal(logo.uri, logoUri(png(header(9, 9), idat, END)));
  });

  const whole: [string, Buffer, number, Buffer[]][] = [
    ['3 pixels of one bit', header(3, 2, [1, 0, 0, 0, 0]), 4, []],
    ['colours of 16 bits with transparency', header(5, 2, [16, 6, 0, 0, 0]), 2 * 41, []],
    ['a palette', header(9, 1, [4, 3, 0, 0, 0]), 6, [chunk('PLTE', Buffer.alloc(48))]],
    ['seven passes of 9 by 9 pixels', header(9, 9, [8, 2, 0, 0, 1]), 9 * 9 * 3 + 19, []],
    ['seven passes of one pixel', header(1, 1, [8, 0, 0, 0, 1]), 2, []],
  ];
  for (const [title, head, bytes, before] of whole) {
    it(`${title}: taken, and one byte less refused`, () => {
      assert.equal(reasonOf(logoUri(png(head, ...before, picture(bytes), END))), 'taken');
      assert.match(reasonOf(logoUri(png(head, ...before, picture(bytes - 1), END))), /no whole PNG/);
    });
  }
  it('in several chunks: taken', () => {
    const data = deflateSync(Buffer.alloc(90));
    const parts = [data.subarray(0, 5), data.subarray(5)].map((part) => chunk('IDAT', part));
    assert.equal(reasonOf(logoUri(png(header(9, 9), ...parts, END))), 'taken');
  });

  const wrongChecksum = picture(90);
  wrongChecksum.writeUInt32BE(0, wrongChecksum.length - 4);
  const refused: [string, Buffer, RegExp][] = [
    ['no picture', png(header(9, 9), END), /no whole PNG/],
    ['a picture of zeros', png(header(9, 9), chunk('IDAT', Buffer.alloc(90)), END), /no whole PNG/],
    ['a picture with more bytes than its pixels', png(header(9, 9), picture(50_000_000), END), /no whole PNG/],
    ['a wrong checksum', png(header(9, 9), wrongChecksum, END), /no whole PNG/],
    ['a palette that is missing', png(header(9, 1, [8, 3, 0, 0, 0]), picture(10), END), /no whole PNG/],
    ['a colour type that PNG lacks', png(header(9, 1, [8, 5, 0, 0, 0]), picture(10), END), /no whole PNG/],
    ['a side of 5,000', png(header(5000, 9), END), /pixels/],
    ['more than 4 million pixels', png(header(2100, 2100), END), /pixels/],
    ['no end', png(header(9, 9)), /no whole PNG/],
    ['no header', png(END), /no whole PNG/],
    ['two headers', png(header(9, 9), header(9, 9), END), /no whole PNG/],
    ['a chunk that is longer than the file', png(header(9, 9), Buffer.from('ffffffff49444154', 'hex')), /no whole PNG/],
    ['a side of 0', png(header(0, 9), END), /no whole PNG/],
  ];
  for (const [title, bytes, reason] of refused) {
    it(`${title}: refused`, () => assert.match(reasonOf(logoUri(bytes)), reason));
  }
});

describe('a URI of a logo', () => {
  for (const uri of [
    '',
    'x',
    'https://a.example/logo.png',
    'data:image/gif;base64,R0lGOD',
    'data:image/svg+xml,<svg/>',
    'javascript:alert(1)',
  ]) {
    it(`${JSON.stringify(uri)}: refused`, () => assert.match(reasonOf(uri), /expected a data: URI/));
  }
  it('with broken base64: refused', () => assert.match(reasonOf('data:image/png;base64,%%%'), /base64 is broken/));
});
