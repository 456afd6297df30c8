import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isGenericLinkText } from '../../../../../src/scanner/parse/html/links.ts';

describe('link texts', () => {
  for (const text of ['', 'here', 'Click here', 'Read more…', 'Learn More →', '» more «', 'this.', 'もっと見る']) {
    it(`says nothing: ${text}`, () => assert.equal(isGenericLinkText(text), true));
  }
  for (const text of ['Read more about sails', 'Pricing', '2', '»', 'Here and now', 'もっと速く']) {
    it(`says something: ${text}`, () => assert.equal(isGenericLinkText(text), false));
  }
});
