import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { openResults, readResults } from '../../../../src/sites/census/results-file.ts';
import { allOf } from '../../../support/all-of.ts';
import { censusRow } from '../../../support/census-row.ts';

describe('the results of a census on disk', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'legible-census-'));
  });
  after(() => rm(folder, { recursive: true }));

  const ROW = JSON.stringify(censusRow({ host: 'one.example' }));
  const CASES: readonly (readonly [what: string, left: string, kept: number])[] = [
    ['an empty file', '', 0],
    ['whole lines', `${ROW}\n${ROW}\n`, 2],
    ['a line that a kill has cut', `${ROW}\n${ROW.slice(0, 100)}`, 1],
    ['a first line that a kill has cut', ROW.slice(0, 100), 0],
    ['a cut line longer than one step back', `${ROW}\n{"host":"${'x'.repeat(200_000)}`, 1],
  ];
  for (const [what, left, kept] of CASES) {
    it(`${what}: goes on behind the last whole line`, async () => {
      const file = join(folder, 'results.ndjson');
      await writeFile(file, left);
      const results = await openResults(file);
      await results.append(censusRow({ host: 'two.example' }));
      await results.close();
      const hosts = (await allOf(readResults(file))).map(({ host }) => host);
      assert.deepEqual(hosts, [...Array.from({ length: kept }, () => 'one.example'), 'two.example']);
      assert.equal((await readFile(file, 'utf8')).split('\n').length, kept + 2);
    });
  }

  it('has no rows where there is no file, and passes over lines that are none', async () => {
    assert.deepEqual(await allOf(readResults(join(folder, 'none'))), []);
    const file = join(folder, 'mixed.ndjson');
    await writeFile(file, `{"host":1}\nnonsense\n${ROW}\n`);
    assert.equal((await allOf(readResults(file))).length, 1);
  });
});
