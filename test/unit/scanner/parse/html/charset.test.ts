import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { charsetFacts } from '../../../../../src/scanner/parse/html/head.ts';

const meta = (html: string) => charsetFacts(undefined, undefined, html).meta;

describe('declared charsets', () => {
  it('in the header', () => {
    const header = (value: string | undefined) => charsetFacts(value, undefined, '').header;
    assert.equal(header('text/html; charset=UTF-8'), 'utf-8');
    assert.equal(header('text/html;x=y;charset="windows-1252"'), 'windows-1252');
    assert.equal(header('text/html'), undefined);
    assert.equal(header(undefined), undefined);
  });
  it('in a meta tag', () => {
    assert.equal(meta('<meta charset="UTF-8">'), 'utf-8');
    assert.equal(
      meta("<META name=x><meta http-equiv=Content-Type content='text/html; charset = iso-8859-1'>"),
      'iso-8859-1',
    );
    assert.equal(meta('<!-- <meta charset=koi8-r> --><meta charset=utf-8 />'), 'utf-8');
    assert.equal(meta('<meta name=description content="about charsets">'), undefined);
    assert.equal(meta('<meta charset='), undefined);
    assert.equal(meta('<!-- <meta charset=utf-8>'), undefined);
  });
  it('late behind the first 1,024 bytes', () => {
    const declaration = '<meta charset=utf-8>';
    const at = (offset: number) => meta(`${' '.repeat(offset)}${declaration}`);
    assert.equal(at(1024 - declaration.length), 'utf-8');
    assert.equal(at(1025 - declaration.length), 'utf-8');
    const isLate = (offset: number) => charsetFacts(undefined, undefined, `${' '.repeat(offset)}${declaration}`).isLate;
    assert.equal(isLate(1024 - declaration.length), false);
    assert.equal(isLate(1025 - declaration.length), true);
  });
  it('of encodings that there are', () => {
    assert.equal(meta('<meta charset=klingon><meta charset=koi8-r>'), 'koi8-r');
  });
  it('outside of scripts and titles', () => {
    assert.equal(meta('<title><meta charset=koi8-r></title><script>"<meta charset=koi8-r>"</script>'), undefined);
  });
  it('of UTF-16 by a mark', () => {
    const facts = charsetFacts('text/html; charset=utf-8', Buffer.from('\uFEFF<p>', 'utf16le'), '<p>');
    assert.equal(facts.mark, 'utf-16le');
  });
  it('as bytes where they are given', () => {
    const bytes = Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from('<meta charset=utf-8>')]);
    assert.deepEqual(charsetFacts(undefined, bytes, ''), {
      header: undefined,
      meta: 'utf-8',
      isLate: false,
      mark: 'utf-8',
    });
    const wide = Buffer.from(`<!--${'é'.repeat(510)}--><meta charset=utf-8>`);
    assert.equal(charsetFacts(undefined, wide, wide.toString()).isLate, true);
  });
});
