import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { charsetParameter, decodeBody } from '../../../../../src/scanner/parse/http-headers/charset.ts';
import { assertQuick } from '../assert-quick.ts';

fc.configureGlobal({ seed: 1 });

const UTF8_MARK = [0xef, 0xbb, 0xbf];
const bytes = (text: string, encoding: BufferEncoding = 'latin1') => Buffer.from(text, encoding);

describe('decodeBody', () => {
  // [what, body, Content-Type, charset, text, valid UTF-8]
  const cases: [string, Uint8Array, string | undefined, string, string, boolean][] = [
    ['nothing declared', bytes('é', 'utf8'), undefined, 'utf-8', 'é', true],
    ['octets that are no UTF-8', bytes('a\xe9'), 'text/plain', 'utf-8', 'a\uFFFD', false],
    ['a header', bytes('\xe9'), 'text/html; charset=ISO-8859-1', 'windows-1252', 'é', false],
    ['quotes of windows-1252', bytes('\x93\x80\x94'), 'text/html;charset="windows-1252"', 'windows-1252', '“€”', false],
    ['a mark over a header', Buffer.from([...UTF8_MARK, 0x61]), 'text/html; charset=koi8-r', 'utf-8', 'a', true],
    ['UTF-16', bytes('\uFEFFhi', 'utf16le'), undefined, 'utf-16le', 'hi', false],
    ['UTF-16, big end first', Buffer.from([0xfe, 0xff, 0, 0x68]), undefined, 'utf-16be', 'h', false],
    [
      'meta',
      bytes('<meta charset="windows-1251">\xc0'),
      'text/html',
      'windows-1251',
      '<meta charset="windows-1251">А',
      false,
    ],
    ['meta without quotes', bytes('<META CHARSET=koi8-r/>\xc1'), undefined, 'koi8-r', '<META CHARSET=koi8-r/>а', false],
    ['meta that speaks of UTF-16', bytes('<meta charset=utf-16>'), '', 'utf-8', '<meta charset=utf-16>', true],
    [
      'meta in a comment',
      bytes('<!-- <meta charset=koi8-r> -->'),
      'text/html',
      'utf-8',
      '<!-- <meta charset=koi8-r> -->',
      true,
    ],
    ['another element', bytes('<metadata charset=koi8-r>'), 'text/html', 'utf-8', '<metadata charset=koi8-r>', true],
    ['meta in plain text', bytes('<meta charset=koi8-r>'), 'text/plain', 'utf-8', '<meta charset=koi8-r>', true],
    ['an unknown label', bytes('a'), 'text/html; charset=klingon', 'utf-8', 'a', true],
    ['a label nobody may decode', bytes('a'), 'text/html; charset=iso-2022-kr', 'utf-8', 'a', true],
    ['a double-byte charset', Buffer.from([0xd6, 0xd0]), 'text/html; charset=gb2312', 'gbk', '中', false],
    ['a cut character at the end', bytes('a\xe4\xb8'), 'text/plain; charset=utf-8', 'utf-8', 'a\uFFFD', false],
    ['nothing', new Uint8Array(), undefined, 'utf-8', '', true],
  ];
  for (const [name, body, header, charset, text, validUtf8] of cases) {
    it(name, () => assert.deepEqual(decodeBody(body, header), { text, charset, validUtf8 }));
  }

  it('reads <meta http-equiv>', () => {
    const html = '<meta http-equiv="Content-Type" content="text/html; charset=Shift_JIS">';
    assert.equal(decodeBody(bytes(html), 'text/html').charset, 'shift_jis');
  });

  it('changes the encoding for a meta that comes late, in the head or the body', () => {
    const html = (before: string) => bytes(`${before}<meta charset=koi8-r>\xc1`);
    for (const before of [' '.repeat(1003), ' '.repeat(1004), `${' '.repeat(40_000)}<body>`]) {
      const decoded = decodeBody(html(before), 'text/html');
      assert.equal(decoded.charset, 'koi8-r');
      assert.ok(decoded.text.endsWith('а'));
    }
    assert.equal(decodeBody(html(' '.repeat(1004)), 'text/html; charset=windows-1252').charset, 'windows-1252');
    assert.equal(decodeBody(html(`<!--${' '.repeat(1004)}`), 'text/html').charset, 'utf-8');
  });

  it('costs no more for pages made to be slow', () => {
    for (const part of ['<meta ', '<script>', '<!--', '<meta charset', '<'])
      assertQuick(() => decodeBody(bytes(part.repeat(100_000)), 'text/html'));
  });

  it('never throws and reads valid UTF-8 as Node does', () => {
    fc.assert(fc.property(fc.uint8Array(), fc.string(), (body, header) => void decodeBody(body, header)));
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        assert.equal(decodeBody(Buffer.from(text), 'text/plain').text, text.replace(/^\uFEFF/, ''));
      }),
    );
  });
});

describe('charsetParameter', () => {
  const cases: [string | undefined, string | undefined][] = [
    [undefined, undefined],
    ['text/html', undefined],
    ['text/html; charset=', undefined],
    ['text/html; Charset="UTF-8" ', 'utf-8'],
    ["text/html; boundary=x; charset='utf8'", 'utf8'],
    ['text/html;charset = utf-8', 'utf-8'],
    ['text/html; charset', undefined],
    ['charset=utf-8', undefined],
  ];
  for (const [header, charset] of cases) {
    it(`${header} names ${charset}`, () => assert.equal(charsetParameter(header), charset));
  }
});
