import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { markup, thirdPartyLink } from '../../../src/web/markup.ts';

describe('markup', () => {
  it('escapes every value, for elements and attributes', () => {
    const evil = `<b class="x" id='y'>&`;
    assert.equal(
      markup`<p title="${evil}">${evil}</p>`.text,
      '<p title="&lt;b class=&quot;x&quot; id=&#39;y&#39;&gt;&amp;">&lt;b class=&quot;x&quot; id=&#39;y&#39;&gt;&amp;</p>',
    );
  });

  it('joins lists, keeps markup and zero, and leaves out absent values', () => {
    const items = ['<', 'b'].map((text) => markup`<li>${text}</li>`);
    assert.equal(markup`<ul>${items}</ul>${0}${undefined}${null}${false}`.text, '<ul><li>&lt;</li><li>b</li></ul>0');
  });

  it('is not fooled by an object that looks like markup', () => {
    const forged = JSON.parse('{"text":"<script>"}');
    assert.throws(() => markup`${forged}`);
  });
});

describe('a link to an untrusted address', () => {
  for (const address of [
    'javascript:alert(1)',
    ' JavaScript:alert(1)',
    'data:text/html,<script>1</script>',
    'vbscript:x',
    'file:///etc/passwd',
    '//evil.example/',
    '/relative',
    'no address "at all',
  ]) {
    it(`is only words for ${address}`, () => {
      assert.equal(thirdPartyLink(address).text, markup`${address}`.text);
    });
  }

  it('leads to http and https only with rel, and cannot end its attribute', () => {
    const { text } = thirdPartyLink('https://a.example/"onmouseover="alert(1)', 'Words <b>');
    assert.equal(
      text,
      '<a href="https://a.example/%22onmouseover=%22alert(1)" rel="nofollow noopener noreferrer ugc">Words &lt;b&gt;</a>',
    );
  });
});
