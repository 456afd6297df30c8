import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readText } from '../../../src/library/article-text.ts';

describe('readText', () => {
  const passagesOf = (markdown: string) => readText(markdown).passages.map(({ text }) => text);

  it('takes the words out of the markup', () => {
    const { headings, passages, blocks } = readText(
      '## A *heading*\n\nSome **bold** and `code` and [a link](https://x.example/y).\nA next  line.\n\n- One\n   - Two\n- Three\n\n> Quoted.\n\n```js\nlet x;\n```',
    );
    assert.deepEqual(headings, ['A heading']);
    assert.deepEqual(
      passages.map(({ text }) => text),
      ['Some bold and `code` and a link. A next line.', 'One', 'Two', 'Three', 'Quoted.', '`let x;`.'],
    );
    assert.ok(passages.every(({ heading }) => heading === 'A heading'));
    assert.deepEqual(blocks, ['let x;']);
  });

  it('reads a row of a table as a sentence', () => {
    const rows = (table: string) => readText(table).passages.map(({ text }) => text);
    assert.deepEqual(
      rows(
        '| `start_scan` | Limit | Counts |\n|---|---|---|\n| `get_scan` | counted for each key of an account | all but those that fail |',
      ),
      ['`get_scan`: counted for each key of an account; counts: all but those that fail.'],
    );
    assert.deepEqual(rows('| What | Limit |\n|---|---|\n| start a `scan` | 10 a minute |'), [
      'Start a `scan`: 10 a minute.',
    ]);
    assert.deepEqual(rows('| | Price | API |\n|---|---|---|\n| 25 pages | 0.02 | no |\n| 250 pages | | yes |'), [
      '25 pages: price: 0.02; API: no.',
      '250 pages: API: yes.',
    ]);
  });

  it('joins a list to the sentence that announces it, and leaves a long one in items', () => {
    assert.deepEqual(passagesOf('Caps have reasons. They are:\n\n1. A wall.\n2. No text.'), [
      'Caps have reasons. They are: A wall; No text.',
    ]);
    assert.deepEqual(passagesOf('Caps are new. The usual reasons are:\n\n- a wall\n- no text'), [
      'Caps are new.',
      'The usual reasons are: a wall; no text.',
    ]);
    const long = 'many words '.repeat(30).trim();
    const { passages, blocks } = readText(`The reasons are:\n\n- ${long}\n- no text`);
    const [list] = passages;
    assert.deepEqual(blocks, [list?.block]);
    assert.deepEqual([list?.text, list?.block], ['The reasons are:', `- ${long}\n- no text`]);
    const longest = 'many words '.repeat(90).trim();
    assert.deepEqual(passagesOf(`The reasons are:\n\n- ${longest}\n- no text`), [
      'The reasons are:',
      longest,
      'no text',
    ]);
  });

  it('keeps steps together, under their heading where nothing announces them', () => {
    const { passages, blocks } = readText('## Pay\n\nIt is sold.\n\n1. Ask.\n2. Pay `0.02`.');
    assert.deepEqual(
      passages.map(({ text, block }) => [text, block]),
      [
        ['It is sold.', undefined],
        ['Pay:', '1. Ask.\n2. Pay `0.02`.'],
      ],
    );
    assert.deepEqual(blocks, ['1. Ask.\n2. Pay `0.02`.']);
    assert.deepEqual(passagesOf('1. One\n   - Two\n2. Three'), ['One', 'Two', 'Three']);
  });

  it('reads a line of code as it is typed, and joins it to the sentence that announces it', () => {
    assert.deepEqual(passagesOf('Start it.\n\n```sh\nnpm start\n```'), ['Start it.', '`npm start`.']);
    assert.deepEqual(passagesOf('Write this line:\n\n```text\nAllow: /\n```'), ['Write this line: `Allow: /`.']);
    assert.deepEqual(passagesOf('Write it:\n\n```json\n{\n  "a": 1\n}\n```'), ['Write it: `{ "a": 1 }`.']);
  });

  it('keeps more lines, and code after code, as a block with its announcement or its heading', () => {
    const blocksOf = (markdown: string) => readText(markdown).passages.map(({ text, block }) => [text, block]);
    const code = '```sh\nnpm ci\nnpm start\n```';
    assert.deepEqual(blocksOf(`Start it:\n\n${code}`), [['Start it:', code]]);
    assert.deepEqual(blocksOf(`## Start\n\n${code}\n\n${code}`), [['Start:', `${code}\n\n${code}`]]);
    assert.deepEqual(blocksOf(`Write it.\n\n\`\`\`text\n${'Allow: /\n'.repeat(120)}\`\`\``), [
      ['Write it.', undefined],
    ]);
  });
});
