import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, open, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { openRepositories } from '../../../src/app/repositories.ts';
import { createFolderProbe, FolderTimeout, requireAnswer } from '../../../src/store/lmdb/data-file.ts';
import { startTestService } from '../../support/service.ts';
import { eventually } from '../../support/store-wait.ts';

describe('the deadline of the data folder', () => {
  let dataDir: string;
  const file = () => join(dataDir, 'store', 'data.mdb');
  before(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'legible-hung-'));
    await mkdir(join(dataDir, 'store'));
  });
  after(() => rm(dataDir, { recursive: true }));

  /** Opening a pipe that has no writer blocks, as a file on a hung network mount does. */
  const hang = () => execFileSync('mkfifo', [file()]);
  const answerAgain = async () => {
    await (await open(file(), 'r+')).close();
    await rm(file());
  };

  it('passes a folder that does not exist yet, or has no store', async () => {
    await requireAnswer(join(dataDir, 'missing'));
    await requireAnswer(dataDir);
  });

  it('rejects at the start when the folder hangs', async () => {
    hang();
    await assert.rejects(requireAnswer(dataDir, 500), FolderTimeout);
    await answerAgain();
  });

  it('rejects the probes while the folder hangs, on one thread, and recovers', async () => {
    const probe = createFolderProbe(dataDir, 200);
    hang();
    // More than the threads of Node's pool: were each to hold one, the file below could not be opened.
    const results = await Promise.allSettled(Array.from({ length: 12 }, () => probe()));
    for (const result of results) assert.ok(result.status === 'rejected' && result.reason instanceof FolderTimeout);
    await answerAgain();
    await (await open(file(), 'w')).close();
    await probe();
  });

  it('answers 503 on /readyz while the folder of a running service hangs, and 200 afterwards', async () => {
    const service = await startTestService({});
    const { dataDir: own } = service;
    const data = join(own, 'store', 'data.mdb');
    const ready = async () => (await fetch(`${service.url}/readyz`)).status;
    assert.equal(await ready(), 200);
    await rename(data, `${data}.away`);
    execFileSync('mkfifo', [data]);
    assert.equal(await ready(), 503);
    assert.equal((await fetch(`${service.url}/healthz`)).status, 200, 'the process is alive');
    await (await open(data, 'r+')).close();
    await rename(`${data}.away`, data);
    await eventually('it is ready again', async () => (await ready()) === 200);
    await service.stop();
  });

  it('makes opening the store fail with the setting to check', async () => {
    await rm(file(), { force: true });
    hang();
    await assert.rejects(
      openRepositories({ dataDir }),
      /^Error: DATA_DIR: ".*" cannot be the folder of the store \(it did not/,
    );
    await answerAgain();
  });
});
