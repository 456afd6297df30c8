import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseLlmsTxt } from '../../../../../src/scanner/parse/llms-txt/llms-txt.ts';

const lines = (...text: string[]) => parseLlmsTxt(text.join('\n'));

describe('code fences of an llms.txt', () => {
  // [what, lines, titles of the sections, line of an unclosed fence]
  const fences: [string, string[], string[], number | undefined][] = [
    ['backticks', ['```sh', '## no', '```', '## yes'], ['yes'], undefined],
    ['tildes', ['~~~', '## no', '```', '~~~~', '## yes'], ['yes'], undefined],
    ['a longer fence', ['````', '```', '## no', '````', '## yes'], ['yes'], undefined],
    ['a closing fence with words', ['```', '``` x', '## no', '```', '## yes'], ['yes'], undefined],
    ['backticks in the info string', ['``` a`b', '## yes'], ['yes'], undefined],
    ['two backticks', ['``', '## yes'], ['yes'], undefined],
    ['an indented closing fence', ['```', '    ```', '## no', '   ```', '## yes'], ['yes'], undefined],
    ['indented code', ['    ```', '## yes'], ['yes'], undefined],
    ['a fence in a list item', ['- [A](/a)', '    ```', '    ## no', '    ```', '## yes'], ['yes'], undefined],
    ['a fence that ends with its item', ['- a', '  ```', '  ## no', '## yes'], ['yes'], undefined],
    ['one that is never closed', ['## yes', '```', '## no'], ['yes'], 2],
    ['a comment in a fence', ['```', '<!--', '```', '## yes'], ['yes'], undefined],
    ['a fence in a comment', ['<!--', '```', '-->', '## yes'], ['yes'], undefined],
  ];
  for (const [name, text, titles, unclosed] of fences) {
    it(`follows ${name}`, () => {
      const parsed = lines(...text);
      assert.deepEqual(
        parsed.sections.map(({ title }) => title),
        titles,
      );
      assert.equal(parsed.unclosedFenceLine, unclosed);
    });
  }
});
