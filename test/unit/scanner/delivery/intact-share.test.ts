import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { decodeBody, intactShare } from '../../../../src/scanner/parse/http-headers/charset.ts';

const FOUR_WORDS = '<p>plain \u00fcber plain caf\u00e9</p>';
const share = (body: Uint8Array, charset: string) => intactShare(decodeBody(body, `text/html; charset=${charset}`));

describe('the share of words that the declared encoding leaves intact', () => {
  const utf8 = Buffer.from(FOUR_WORDS);
  const latin1 = Buffer.from(FOUR_WORDS, 'latin1');
  const cases: readonly [title: string, body: Uint8Array, charset: string, wanted: number][] = [
    ['is 1 for UTF-8 that is declared', utf8, 'utf-8', 1],
    ['is 1 for windows-1252 that is declared', latin1, 'windows-1252', 1],
    ['leaves out words of UTF-8 that is declared as windows-1252', utf8, 'windows-1252', 0.5],
    ['leaves out words of windows-1252 that is declared as UTF-8', latin1, 'utf-8', 0.5],
    ['is 1 for ASCII under any label', Buffer.from('<p>plain words</p>'), 'windows-1252', 1],
    [
      'is 0 for Chinese in UTF-8 that is declared as windows-1252',
      Buffer.from('<p>\u5b89\u88c5</p>'),
      'windows-1252',
      0,
    ],
    ['is 1 for UTF-16 that is declared', Buffer.from('<p>caf\u00e9</p>', 'utf16le'), 'utf-16le', 1],
    ['is 1 where the page has no words', Buffer.from(''), 'utf-8', 1],
  ];
  for (const [title, body, charset, wanted] of cases) {
    it(title, () => assert.equal(share(body, charset), wanted));
  }
});
