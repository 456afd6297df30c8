/** `legible reports`: what readers wrote, as the operator sees it. */
import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { after, before, it } from 'node:test';
import { createResultReports } from '../../../../src/scans/result-reports.ts';
import { openLmdbStore } from '../../../../src/store/lmdb/open.ts';
import { newDataDir } from '../../../support/service.ts';
import { legibleUnder } from '../../../support/service-process.ts';

const CONTROLS = /[^\P{Cc}\t\n]/u;

let folder: string;
let id: string;
before(async () => {
  folder = await newDataDir();
  const store = await openLmdbStore({ dataDir: folder });
  const report = await createResultReports(store).add({
    accountId: undefined,
    scanId: 'scn_1',
    url: 'https://a.example/',
    rubricVersion: '1',
    checkId: 'S4',
    status: 'fail',
    message: 'Cleared \u001b[2J and \u009b1A.',
    evidence: { found: 'red \u009b31m' },
    reason: 'It is there.\n\u001b]0;title\u0007S4\tpass',
  });
  id = report.id;
  await store.close();
});
after(() => rm(folder, { recursive: true }));

it('lists a report in one line, and shows it, without characters that a terminal obeys', async () => {
  const list = await legibleUnder({ DATA_DIR: folder }, 'reports', 'list');
  assert.equal(list.code, 0, list.stderr);
  assert.match(list.stdout, /^rep_\w+\t\S+\tS4\tfail\thttps:\/\/a\.example\/\tIt is there\. \]0;titleS4 pass\n$/);
  assert.doesNotMatch(list.stdout, CONTROLS);
  const shown = await legibleUnder({ DATA_DIR: folder }, 'reports', 'show', id);
  assert.equal(shown.code, 0, shown.stderr);
  assert.match(shown.stdout, /^message\tCleared \[2J and 1A\.$/m);
  assert.match(shown.stdout, /^evidence\t\{"found":"red 31m"\}$/m);
  assert.doesNotMatch(shown.stdout, CONTROLS);
});

it('says where the ids are when there is no such report', async () => {
  const { code, stderr } = await legibleUnder({ DATA_DIR: folder }, 'reports', 'show', 'rep_x');
  assert.equal(code, 2);
  assert.match(stderr, /there is no such report\. "legible reports list" shows them/);
});
