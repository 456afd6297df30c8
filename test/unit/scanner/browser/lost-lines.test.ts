import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { lostLines } from '../../../../src/scanner/browser/lost-lines.ts';

describe('lost lines', () => {
  it('are those whose words a reader does not receive, each once and in order', () => {
    const inSight = 'Ferry times\nThe first boat\tleaves at six\nPrices from 4.50\nPrices from 4.50';
    assert.deepEqual(lostLines(inSight, '# Ferry times\n\n* Home'), [
      'The first boat leaves at six',
      'Prices from 4.50',
    ]);
  });

  it('are not lost for marks of Markdown, targets of links, or a line that is broken elsewhere', () => {
    const received = '**See** the [timetable](/times "x") and [prices](https://a.example/p?q=1) of\nall boats | today';
    assert.deepEqual(lostLines('See the timetable and prices of all boats\nToday\n!!', received), []);
  });

  it('are not those that a browser only joins differently; short ones are still distinguished', () => {
    assert.deepEqual(lostLines('80 seatsHeron\nTern', '**Osprey**\n80 seats\n\n**Heron** pattern'), ['Tern']);
  });

  it('are not short lines that join whole words, such as the labels of two buttons', () => {
    assert.deepEqual(lostLines('npmyarn\npmya\nnpm', 'Install:\n\nnpm\n\nyarn\n\npnpm'), ['pmya']);
  });

  it('are cut, and bounded in number', () => {
    const inSight = Array.from({ length: 50 }, (_, at) => `Line number ${at} ${'x'.repeat(500)}`).join('\n');
    const lost = lostLines(inSight, '');
    assert.equal(lost.length, 12);
    assert.ok(lost.every((line) => line.length <= 200 && line.endsWith('…')));
  });
});
