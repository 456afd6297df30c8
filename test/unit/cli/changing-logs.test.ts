import assert from 'node:assert/strict';
import { appendFile, mkdtemp, rename, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { openLogFiles } from '../../../src/cli/logs/log-files.ts';
import { createIdentities } from '../../../src/logs/identity.ts';
import { type LogSource, readLog } from '../../../src/logs/read-log.ts';
import { madeLines, newTruth } from '../../support/generated-log.ts';

const LINES = 10_000;

describe('a log that changes while it is read', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'legible-log-files-'));
  });
  after(() => rm(folder, { recursive: true }));

  const text = `${[...madeLines(LINES, () => 'combined', newTruth())].join('\n')}\n`;
  const open = async (name: string): Promise<{ file: string; source: LogSource }> => {
    const file = join(folder, name);
    await writeFile(file, text);
    const [source] = await openLogFiles([file]);
    assert.ok(source);
    return { file, source };
  };
  /** Reads a source, and does something between its first chunk and its second. */
  const readWith = (source: LogSource, change: () => Promise<void>) => {
    const chunks = (async function* () {
      let isFirst = true;
      for await (const chunk of source.chunks) {
        yield chunk;
        if (isFirst) await change();
        isFirst = false;
      }
    })();
    return readLog([{ name: source.name, chunks }], { identities: createIdentities(new Map()) });
  };

  it('is read up to where it ended at the start, when it grows', async () => {
    const { file, source } = await open('grows.log');
    const { counts, leftOut } = await readWith(source, () => appendFile(file, text));
    assert.equal(counts.requests, LINES);
    assert.deepEqual(leftOut, []);
  });

  it('is read to its end when rotation renames it', async () => {
    const { file, source } = await open('renamed.log');
    const { counts, leftOut } = await readWith(source, async () => {
      await rename(file, `${file}.1`);
      await writeFile(file, 'no log\n');
    });
    assert.equal(counts.requests, LINES);
    assert.deepEqual(leftOut, []);
  });

  it('counts what came before rotation shortened it, and says so', async () => {
    const { file, source } = await open('truncated.log');
    const { counts, leftOut } = await readWith(source, () => truncate(file, 0));
    assert.ok(counts.requests > 0 && counts.requests < LINES);
    assert.match(
      leftOut.join(),
      /truncated\.log: it was shortened while it was read, as copytruncate does; what comes after it was not read\./,
    );
  });
});
