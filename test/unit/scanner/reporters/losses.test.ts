import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SIGNS } from '../../../../src/scanner/delivery/signs/signs.ts';
import { lossesOf, lossLines } from '../../../../src/scanner/reporters/losses.ts';
import { missingLine } from '../../../../src/scanner/scoring/explain.ts';
import type { Explanation, TextShares } from '../../../../src/schema/explanation.ts';
import { gradedReport } from './report-fixture.ts';

const explanation = gradedReport().explanation as Explanation;
const NOTHING: TextShares = { delivered: 1, robots: 0, refused: 0, noWay: 0, noAnswer: 0, noText: 0, cutOff: 0 };

/** The fixture with these losses, the same for each reader unless said otherwise. */
function accountOf(lost: Partial<TextShares>, siteKind = 'website', readers = ['chat-assistant', 'search-assistant']) {
  const shares = { ...NOTHING, ...lost };
  assert.ok(explanation.delivery);
  return {
    rawScore: 50,
    actions: null,
    fixes: [] as Explanation['fixes'],
    delivery: {
      ...explanation.delivery,
      all: shares,
      readers: ['chat-assistant', 'search-assistant'].map((reader) => ({
        ...(readers.includes(reader) ? shares : NOTHING),
        reader,
        name: reader,
      })),
      missing: [],
      siteKind,
    },
  };
}

describe('the largest losses', () => {
  it('are at most three, the worst first, and none under a point', () => {
    const lost = { delivered: 0.5, robots: 0.05, refused: 0.2, noAnswer: 0.1, cutOff: 0.14, noText: 0.005 };
    const lines = lossLines(accountOf(lost));
    assert.deepEqual(
      lines.map((line) => /^(?:Largest loss|Also lost): /.exec(line)?.[0]),
      ['Largest loss: ', 'Also lost: ', 'Also lost: '],
    );
    assert.match(
      lines.join('\n'),
      /refuses AI agents 20 %[\s\S]+14 % of the text is after the point[\s\S]+10 % of the text is behind/,
    );
    assert.deepEqual(lossesOf(accountOf({ delivered: 0.995, cutOff: 0.005 })), []);
  });

  it('are in the order of their fixes, and causes without a fix of their own where their points put them', () => {
    const account = accountOf({ delivered: 0.4, noText: 0.5, refused: 0.1 });
    const sign = { of: 10, words: 'lack text', examples: [] };
    const missing = [
      { ...sign, sign: 'wall', check: 'P4', pages: 3, lost: 0.3 },
      { ...sign, sign: 'figures', check: 'P28', pages: 2, lost: 0.2 },
    ];
    const fix = (checkId: string) => ({ ...(explanation.fixes[0] ?? assert.fail('no fix')), checkId });
    const linesOf = (...fixes: string[]) =>
      lossLines({ ...account, fixes: fixes.map(fix), delivery: { ...account.delivery, missing } });
    assert.match(
      linesOf('P28', 'P4').join('\n'),
      /^Lost: 2 of 10 pages lack text\.\nLargest loss: 3 of 10 pages lack text\.\nAlso lost: The server refuses/,
    );
    assert.match(linesOf('P4', 'P28')[0] ?? '', /^Largest loss: 3 of 10/);
    assert.match(linesOf('P28')[0] ?? '', /^Largest loss: 3 of 10/, 'a selection leaves out the fix of the largest');
  });

  it('of pages that only an index shows badly are said to be of search', () => {
    const [line = ''] = lossLines(accountOf({ delivered: 0.75, noWay: 0.25 }, 'website', ['search-assistant']));
    assert.match(line, /Assistants that search the web miss 25 % of the text/);
    const [ofAll = ''] = lossLines(accountOf({ delivered: 0.75, noWay: 0.25 }));
    assert.match(ofAll, /Agents find no way to 25 % of the text/);
  });

  it('of a single page is that it says little', () => {
    const [line = ''] = lossLines(accountOf({ delivered: 0.1, noWay: 0.9 }, 'one page'));
    assert.match(line, /one page here, and it says little/);
  });

  it('are not known of scans of rubric 1', () => {
    assert.deepEqual(lossesOf({ ...explanation, delivery: null }), []);
  });
});

describe('the sentence of a sign', () => {
  const lineOf = (words: string, pages: number, of: number) => missingLine({ pages, of, words });

  it('has its verb in the number of the pages', () => {
    assert.equal(lineOf(SIGNS.question.words, 2, 30), `2 of 30 pages ${SIGNS.question.words}.`);
    assert.equal(
      lineOf(SIGNS.question.words, 1, 30),
      '1 of 30 pages asks for consent, an age or a choice in place of its text.',
    );
    assert.equal(lineOf('have no link to them', 1, 1), 'The page has no link to it.');
    assert.equal(
      lineOf('are gone or all the same, and answer 200', 1, 3),
      '1 of 3 pages is gone or all the same, and answers 200.',
    );
  });

  it('begins with a verb that takes an s, or is one of the two that do not', () => {
    for (const { words } of Object.values(SIGNS)) assert.match(words, /^(?:have|are|[a-z]+[^s ]) /);
  });
});
