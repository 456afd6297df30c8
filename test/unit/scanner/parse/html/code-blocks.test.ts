import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { factsOf } from './facts-of.ts';

describe('code blocks', () => {
  const named = [
    '<pre><code class="language-js">x</code></pre>',
    '<pre class="Lang-js">x</pre>',
    '<pre><code data-lang=go>x</code></pre>',
    '<pre data-language=js>x</pre>',
    '<pre><code class="hljs">x</code></pre>',
    '<pre class="shiki github-dark"><code>x</code></pre>',
    '<pre class="astro-code">x</pre>',
    '<pre class=sourceCode><code class="sourceCode python">x</code></pre>',
    '<pre class="brush: js">x</pre>',
    '<pre class=mermaid>x</pre>',
    '<div class="highlight-python3"><div class=highlight><pre>x</pre></div></div>',
    '<div class="language-ruby highlighter-rouge"><div class=highlight><pre class=highlight><code>x</code></pre></div></div>',
    '<div class="highlight highlight-source-js"><pre>x</pre></div>',
    '<pre class="screen">x</pre>',
    '<pre><code class="nohighlight">x</code></pre>',
    '<pre>\n<span></span><code class="computeroutput">x</code>\n</pre>',
    '<pre><code class="language-js">x</code><code class="language-js">y</code></pre>',
    '<div class="cell output"><pre>x</pre></div>',
    '<pre class="rust rust-example-rendered"><code>x</code></pre>',
    '<pre class="ruby">x</pre>',
    '<pre class="r"><code>x</code></pre>',
    '<pre><code class="C++">x</code></pre>',
  ];
  for (const html of named) {
    it(`named: ${html}`, () => assert.deepEqual(factsOf(html).codeBlocks, { total: 1, withoutLanguage: 0 }));
  }
  const nameless = [
    '<pre>x</pre>',
    '<pre><code>x</code></pre>',
    '<pre><code class="language-">x</code></pre>',
    '<pre><code class="language-undefined">x</code></pre>',
    '<pre class="highlight">x</pre>',
    '<pre data-lang="">x</pre>',
    '<pre class="programlisting">x</pre>',
    '<div class="text"><pre>x</pre></div>',
    '<div class=lang-en><pre>x</pre></div>',
    '<body class=language-en><pre>x</pre>',
    '<div class=language-js><div><div><div><pre>x</pre></div></div></div></div>',
    '<pre>x</pre><code class=language-js>y</code>',
    '<pre><code class="computeroutput">array</code>&lt;int&gt; a;</pre>',
    '<pre>2 0 0\n0 3 0\n0 0 4</pre>',
  ];
  for (const html of nameless) {
    it(`nameless: ${html}`, () => assert.deepEqual(factsOf(html).codeBlocks, { total: 1, withoutLanguage: 1 }));
  }
  const none = [
    '<code class=language-js>x</code>',
    '<pre> \n </pre>',
    '<pre>1\n2\n<span>3</span></pre>',
    '<pre><span>9</span>\n<span>10</span>\n<span>11</span></pre>',
    '<nav><pre>x</pre></nav>',
    `<pre>${'|  __  | / _ \\\\ '.repeat(8)}</pre>`,
  ];
  for (const html of none) {
    it(`none: ${html}`, () => assert.deepEqual(factsOf(html).codeBlocks, { total: 0, withoutLanguage: 0 }));
  }
});
