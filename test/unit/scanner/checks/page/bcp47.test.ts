import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { isLanguageTag } from '../../../../../src/scanner/checks/page/language.ts';

/** Most are examples of RFC 5646, appendix A. */
const TAGS = (
  'de fr ja zh-Hant sr-Cyrl zh-cmn-Hans-CN cmn-Hans-CN yue-HK zh-yue-HK sr-Latn-RS sl-rozaj sl-rozaj-biske de-CH-1901 ' +
  'sl-IT-nedis hy-Latn-IT-arevela de-DE en-US es-419 de-CH-x-phonebk az-Arab-x-AZE-derbend x-whatever qaa-Qaaa-QM-x-southern ' +
  'sr-Qaaa-RS en-US-u-islamcal zh-CN-a-myext-x-private en-a-myext-b-another EN-gb haw'
).split(' ');
const NO_TAGS = [
  '',
  '-',
  'e',
  'english',
  'en_US',
  'en-',
  'en--US',
  'en US',
  'cn',
  'jp',
  'en-UK',
  'de-419-DE',
  'a-DE',
  'ar-a-aaa-b-bbb-a-ccc',
  'en-x',
  'x',
  'en-u',
  'en-Latin-Cyrl-toolongsub',
  'ünglish',
  'x-default-but-much-too-long-for-any-language-tag-that-was-ever-written-anywhere-in-the-whole-wide-world-of-tags',
];

describe('language tags', () => {
  for (const tag of TAGS) it(`is one: ${tag}`, () => assert.equal(isLanguageTag(tag), true));
  for (const text of NO_TAGS) it(`is none: "${text}"`, () => assert.equal(isLanguageTag(text), false));
  it('never throws', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => typeof isLanguageTag(text) === 'boolean'),
      { seed: 1 },
    );
  });
});
