import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { PageFacts } from '../../../../../src/scanner/parse/html/page-facts.ts';
import { factsOf } from './facts-of.ts';

const LINK = '<a href="/llms.txt">All pages</a>';
/** Prose of this many characters. */
const prose = (chars: number) => `<p>${'word '.repeat(chars / 5).trim()}.</p>`;

describe('llmsTxtMention', () => {
  const rows: [what: string, body: string, expected: PageFacts['llmsTxtMention']][] = [
    ['nothing', prose(500), undefined],
    ['a link at the top', LINK + prose(5000), 'early'],
    ['a link by its full address', `<a href="https://site.example/docs/llms.txt">x</a>${prose(500)}`, 'early'],
    ['a link with a query', `<a href="/llms.txt?v=2#top">x</a>${prose(500)}`, 'early'],
    ['a link to a file that is called so', `<a href="/about-llms.txt">x</a>`, undefined],
    ["another site's", `<a href="https://other.example/llms.txt">x</a>`, undefined],
    ["another site's, then its own", `<a href="https://other.example/llms.txt">x</a> ${LINK}${prose(900)}`, 'early'],
    ['a text', `<p>Agents: see /llms.txt for all pages.</p>${prose(5000)}`, 'early'],
    ['a text with the full address', '<p>See <code>https://site.example/llms.txt</code>.</p>', 'early'],
    ['a text with the host', '<p>See site.example/llms.txt.</p>', 'early'],
    ["a text with another site's", '<p>See (https://other.example/llms.txt) or other.example/llms.txt.</p>', undefined],
    ['a name alone', '<p>See llms.txt.</p>', undefined],
    ['just within the first tenth', prose(990) + LINK + prose(9000), 'early'],
    ['just after it', prose(1050) + LINK + prose(9000), 'late'],
    ['within 500 characters of a short text', prose(490) + LINK + prose(600), 'early'],
    ['just after them', prose(510) + LINK + prose(600), 'late'],
    ['just within the first half', prose(4950) + LINK + prose(5000), 'late'],
    ['just after it', prose(5200) + LINK + prose(5000), undefined],
    ['in navigation', `<nav>${LINK}</nav>${prose(500)}`, undefined],
    ['in a header that is no navigation', `<header>${LINK}</header>${prose(500)}`, 'early'],
    ['in a script', `<script>"/llms.txt"</script>${prose(500)}`, undefined],
    ['in a comment', `<!-- /llms.txt -->${prose(500)}`, undefined],
    ['not displayed', `<div style="display: none">${LINK}</div>${prose(500)}`, undefined],
    ['hidden', `<p hidden>See /llms.txt</p>${prose(500)}`, undefined],
    ['clipped, for readers of the text', `<div style="position:absolute;clip:rect(0 0 0 0)">${LINK}</div>`, 'early'],
    ['late, after hidden text', `<div hidden>${prose(9000)}</div>${LINK}${prose(2000)}`, 'early'],
    [
      'on the public host of a build',
      `<link rel=canonical href="https://public.example/a"><a href="https://public.example/llms.txt">x</a>`,
      'early',
    ],
  ];
  for (const [what, body, expected] of rows) it(what, () => assert.equal(factsOf(body).llmsTxtMention, expected));
});
