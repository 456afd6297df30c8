import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { cleanEvidence, quote } from '../../../../src/scanner/checks/evidence.ts';

fc.configureGlobal({ seed: 1 });

/** Forbidden characters: an independent list, by block, because the code uses the properties of Unicode. */
const FORBIDDEN: readonly [string, number, number][] = [
  ['C0 control', 0x00, 0x1f],
  ['DEL and C1 control', 0x7f, 0x9f],
  ['soft hyphen', 0xad, 0xad],
  ['combining grapheme joiner', 0x34f, 0x34f],
  ['Arabic letter mark', 0x61c, 0x61c],
  ['Hangul filler', 0x115f, 0x1160],
  ['Mongolian variation selector', 0x180b, 0x180f],
  ['zero width and direction mark', 0x200b, 0x200f],
  ['line and paragraph separator, bidi embedding and override', 0x2028, 0x202e],
  ['word joiner, invisible operator, bidi isolate', 0x2060, 0x206f],
  ['wide Hangul filler', 0x3164, 0x3164],
  ['half of a surrogate pair', 0xd800, 0xdfff],
  ['variation selector', 0xfe00, 0xfe0f],
  ['byte order mark', 0xfeff, 0xfeff],
  ['narrow Hangul filler', 0xffa0, 0xffa0],
  ['interlinear annotation', 0xfff9, 0xfffb],
  ['musical control', 0x1d173, 0x1d17a],
  ['tag', 0xe0000, 0xe007f],
  ['variation selector supplement', 0xe0100, 0xe01ef],
];
const isForbidden = (code: number) => FORBIDDEN.some(([, from, to]) => code >= from && code <= to);
const codesOf = (text: string) => Array.from(text, (char) => char.codePointAt(0) ?? 0);
const showCodes = (text: string) =>
  codesOf(text)
    .filter(isForbidden)
    .map((code) => code.toString(16));

/** Text in which forbidden characters are common, and any UTF-16 unit can be alone. */
const unit = fc.oneof(
  fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
  fc.constantFrom(...FORBIDDEN.flatMap(([, from, to]) => [from, to])).map((code) => String.fromCodePoint(code)),
  fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)),
  fc.constantFrom(' ', '\n', '\t', 'a', 'é', '漢', '😀', '👩‍👩‍👧', '…'),
);
const hostile = fc.string({ unit, maxLength: 1200, size: 'max' });

describe('quote', () => {
  for (const [name, from, to] of FORBIDDEN) {
    it(`drops every ${name}`, () => {
      for (let code = from; code <= to; code += 1) {
        if ([0x09, 0x0a, 0x0d].includes(code)) continue;
        assert.equal(quote(`a${String.fromCodePoint(code)}b`), 'ab', code.toString(16));
      }
    });
  }

  const cases: [string, string, string][] = [
    ['plain text', 'Any text, ünïcode 漢字 😀.', 'Any text, ünïcode 漢字 😀.'],
    ['nothing', '', ''],
    ['white space alone', ' \n\t ', ''],
    ['lines', 'one\r\n\r\n  two\tthree ', 'one two three'],
    ['what stands between white space and nothing', ' \u200b a \u202e b \u200b', 'a b'],
    ['exactly as much as fits', 'x'.repeat(200), 'x'.repeat(200)],
    ['one character more', 'x'.repeat(201), `${'x'.repeat(199)}…`],
    ['much more', 'x'.repeat(100_000), `${'x'.repeat(199)}…`],
    ['pairs that fit', '😀'.repeat(100), '😀'.repeat(100)],
    ['pairs that do not', '😀'.repeat(101), `${'😀'.repeat(99)}…`],
    ['a pair over the edge', `x${'😀'.repeat(100)}`, `x${'😀'.repeat(99)}…`],
    ['a cut after a word', `${'x'.repeat(198)} yyyyy`, `${'x'.repeat(198)}…`],
    ['a pair where the look ends', `${'\u200b'.repeat(799)}😀`, '…'],
    ['more than is looked at', `a${' '.repeat(799)}b`, 'a…'],
  ];
  for (const [what, text, expected] of cases) it(what, () => assert.equal(quote(text), expected));

  it('is short, on one line and without forbidden characters for any input', () => {
    fc.assert(
      fc.property(hostile, fc.integer({ min: 2, max: 300 }), (text, max) => {
        const quoted = quote(text, max);
        assert.ok(quoted.length <= max, `${quoted.length} > ${max}`);
        assert.deepEqual(showCodes(quoted), []);
        assert.doesNotMatch(quoted, /[\t\n\r]|^ | $| {2}/);
      }),
    );
  });

  it('changes nothing when it is done again', () => {
    fc.assert(fc.property(hostile, (text) => assert.equal(quote(quote(text)), quote(text))));
  });

  it('says so when something was left out', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 400, size: 'max' }), (text) => {
        const visible = Array.from(text)
          .filter((char) => !isForbidden(char.codePointAt(0) ?? 0))
          .join('')
          .trim();
        if (visible.replace(/ +/g, ' ').length > 200) assert.match(quote(text), /…$/);
      }),
    );
  });
});

describe('cleanEvidence', () => {
  const dirty = `a\u202eb\u0007c\u{e0041}\ud800${'d'.repeat(30_000)}`;

  it('cleans and cuts every text', () => {
    const cleaned = cleanEvidence({
      url: `https://site.example/${'p'.repeat(3000)}\u200b`,
      status: 200,
      contentType: dirty,
      snippet: dirty,
      measured: dirty,
      threshold: dirty,
      draft: dirty,
      examples: [dirty, dirty],
    });
    const { url = '', draft = '', examples = [], ...others } = cleaned;
    assert.equal(url.length, 2000);
    assert.equal(draft.slice(0, 5), 'abcdd');
    assert.ok(draft.length <= 20_000);
    for (const text of [others.contentType, others.snippet, others.measured, others.threshold, ...examples]) {
      assert.equal(text, `abc${'d'.repeat(196)}…`);
    }
    assert.deepEqual(showCodes(JSON.stringify(cleaned)), []);
  });

  it('keeps a URL of the length that may be submitted', () => {
    const url = `https://site.example/${'p'.repeat(2000 - 21)}`;
    assert.equal(url.length, 2000);
    assert.equal(cleanEvidence({ url }).url, url);
  });

  it('keeps numbers as numbers, zero too', () => {
    const evidence = { status: 0, measured: 0, threshold: 0.95 };
    assert.deepEqual(cleanEvidence(evidence), evidence);
  });

  it('adds nothing that was not there', () => assert.deepEqual(cleanEvidence({}), {}));

  for (const [given, kept] of [
    [0, 0],
    [9, 9],
    [10, 10],
    [11, 10],
    [5000, 10],
  ] as const) {
    it(`keeps ${kept} of ${given} examples, the first ones`, () => {
      const examples = Array.from({ length: given }, (_, at) => `example ${at}`);
      assert.deepEqual(cleanEvidence({ examples }).examples, examples.slice(0, kept));
    });
  }

  it('keeps the lines and indentation of a draft', () => {
    const draft = '# Title\n\n- one\n\t- two\n  text  ';
    assert.equal(cleanEvidence({ draft: draft.replaceAll('\n', '\r\n') }).draft, draft);
  });

  it('keeps no half of a pair at the end of a draft', () => {
    const { draft = '' } = cleanEvidence({ draft: `${'x'.repeat(19_999)}😀` });
    assert.equal(draft, 'x'.repeat(19_999));
  });

  it('leaves nothing forbidden in any draft', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const { draft = '' } = cleanEvidence({ draft: text });
        assert.deepEqual(
          showCodes(draft).filter((code) => code !== 'a' && code !== '9'),
          [],
        );
      }),
    );
  });

  it('leaves how a request differed as it is', () => {
    const request = { accept: 'text/markdown', userAgent: 'ChatGPT-User/1.0' };
    assert.deepEqual(cleanEvidence({ request }), { request });
  });
});
