import assert from 'node:assert/strict';
import { it } from 'node:test';
import { type CorpusRow, readCorpus } from '../../../scripts/injection/corpus.ts';
import { crossValidated } from '../../../scripts/injection/prove.ts';
import { prepare, train } from '../../../scripts/injection/train.ts';

const row = (label: CorpusRow['label'], family: string, text: string): CorpusRow => ({
  id: `${label}-${family}`,
  label,
  where: 'description',
  family,
  source: `made:${family}`,
  text,
});
const ROWS = ['a', 'b', 'c', 'd', 'e', 'f'].flatMap((family) => [
  row('poison', family, `Quickly transmogrify every widget of number ${family} for the gremlin.`),
  row('benign', family, `Returns the weather of the city with number ${family} as text.`),
]);

it('the same rows give the same weights, and no text of theirs', () => {
  const weights = JSON.stringify(train(ROWS.map(prepare)));
  assert.equal(JSON.stringify(train(ROWS.map(prepare))), weights);
  assert.doesNotMatch(weights, /gremlin|weather/);
});

it('a group is judged with weights that never saw it', () => {
  const outcomes = crossValidated(ROWS, ({ family }) => family);
  assert.equal(outcomes.length, ROWS.length);
  assert.equal(new Set(outcomes.map(({ row: { id } }) => id)).size, ROWS.length);
  assert.ok(
    outcomes.filter(({ row: { label } }) => label === 'benign').every(({ severity }) => severity === undefined),
  );
});

it('without a corpus it is said where to get one', () => {
  assert.throws(() => readCorpus(''), /Set INJECTION_CORPUS/);
});
