import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { parseLlmsTxt } from '../../../../../src/scanner/parse/llms-txt/llms-txt.ts';
import { runsOf } from '../../../../support/exhaustive.ts';

fc.configureGlobal({ seed: 1 });

const lines = (...text: string[]) => parseLlmsTxt(text.join('\n'));

describe('parseLlmsTxt', () => {
  it('reads the parts of a file', () => {
    const text = [
      '\uFEFF# Site',
      '',
      '> What the site is,',
      '> in two lines.',
      '',
      'Some prose, and a list:',
      '- prose before the sections is free',
      '- [Start](/start)',
      '',
      '## Docs ##',
      '- [Guide](https://site.example/guide.md): How to begin',
      '* [API](<https://site.example/a b> "The API") : Every call',
      '  that there is',
      '  - [Errors](/errors) – What goes wrong',
      '1. [FAQ](/faq_(old))',
      '### More',
      '+ [x \\[1\\]](/x\\_1):note',
      '## Optional',
    ].join('\r\n');
    assert.deepEqual(parseLlmsTxt(text), {
      charCount: text.length - 1,
      h1s: [{ text: 'Site', line: 1 }],
      h1IsFirst: true,
      summary: { text: 'What the site is, in two lines.', afterH1: true, line: 3 },
      preambleLinks: [{ name: 'Start', url: '/start', notes: '', line: 8 }],
      sections: [
        {
          title: 'Docs',
          level: 2,
          line: 10,
          links: [
            { name: 'Guide', url: 'https://site.example/guide.md', notes: 'How to begin', line: 11 },
            { name: 'API', url: 'https://site.example/a b', notes: 'Every call that there is', line: 12 },
            { name: 'Errors', url: '/errors', notes: 'What goes wrong', line: 14 },
            { name: 'FAQ', url: '/faq_(old)', notes: '', line: 15 },
          ],
        },
        { title: 'More', level: 3, line: 16, links: [{ name: 'x [1]', url: '/x_1', notes: 'note', line: 17 }] },
        { title: 'Optional', level: 2, line: 18, links: [] },
      ],
      listItems: { total: 6, wellFormed: 6, malformedLines: [] },
      unclosedFenceLine: undefined,
      rawHtmlBytes: 0,
    });
  });

  // [what, lines, is the H1 first, number of H1s]
  const starts: [string, string[], boolean, number][] = [
    ['blank lines', ['', ' ', '# Site'], true, 1],
    ['a comment', ['<!-- made', 'by a tool -->', '# Site'], true, 1],
    ['front matter', ['---', 'title: x', '# a comment', '---', '# Site'], true, 1],
    ['a rule that is no front matter', ['---', '# Site'], false, 1],
    ['prose', ['Hello', '# Site'], false, 1],
    ['an H2', ['## Docs', '# Site'], false, 1],
    ['a fence', ['```', '# code', '```', '# Site'], false, 1],
    ['an H1 in a comment', ['<!--', '# Old', '-->', '# Site'], true, 1],
    ['two of them', ['# Site', '# Docs'], true, 2],
    ['no space', ['#Site'], false, 0],
    ['nothing after the sign', ['# ', '#'], false, 0],
    ['an indented one', ['   # Site'], true, 1],
    ['indented code', ['    # Site'], false, 0],
  ];
  for (const [name, text, h1IsFirst, count] of starts) {
    it(`finds the H1 after ${name}`, () => {
      const parsed = lines(...text);
      assert.deepEqual([parsed.h1IsFirst, parsed.h1s.length], [h1IsFirst, count]);
    });
  }

  // [what, lines, text and place of the summary]
  const summaries: [string, string[], [string, boolean] | undefined][] = [
    ['none', ['# Site'], undefined],
    ['an empty one', ['# Site', '>', '> '], undefined],
    ['one after a comment', ['# Site', '<!-- x -->', '> a'], ['a', true]],
    ['one after prose', ['# Site', 'prose', '> a'], ['a', false]],
    ['one before the H1', ['> a', '# Site'], ['a', false]],
    ['one in code', ['# Site', '```', '> a', '```'], undefined],
    ['the first of two', ['# Site', '> a', '', '> b'], ['a', true]],
    ['one without a space', ['# Site', '>a', '>b'], ['a b', true]],
  ];
  for (const [name, text, expected] of summaries) {
    it(`reads as summary: ${name}`, () => {
      const { summary } = lines(...text);
      assert.deepEqual(summary && [summary.text, summary.afterH1], expected);
    });
  }

  it('counts all characters and reads a million', () => {
    const parsed = parseLlmsTxt(`# Site\n${'x'.repeat(1_000_000)}\n## Docs\n`);
    assert.deepEqual([parsed.charCount, parsed.h1s.length, parsed.sections.length], [1_000_016, 1, 0]);
  });

  it('never throws, and counts what it lists', () => {
    const pieces = '#|##|-|[a](b)|[|]|(|)|<|>|"|`|```|~~~|\n|\r| |\t|\\|<!--|-->|:|a|1.|---';
    const soup = fc.array(fc.constantFrom(...pieces.split('|'))).map((parts) => parts.join(''));
    fc.assert(
      fc.property(fc.oneof(soup, fc.string({ unit: 'binary' })), (text) => {
        const { listItems, sections, preambleLinks } = parseLlmsTxt(text);
        const links = sections.flatMap((section) => section.links).length + preambleLinks.length;
        assert.ok(listItems.wellFormed <= links);
        assert.ok(listItems.wellFormed + listItems.malformedLines.length <= listItems.total);
      }),
      { numRuns: runsOf(3000) },
    );
  });
});
