import assert from 'node:assert/strict';
import process from 'node:process';
import { describe, it } from 'node:test';
import { Interrupted, interruptible } from '../../../src/cli/output.ts';

describe('interruptible', () => {
  it('rejects as interrupted, also where putting the work away fails', async () => {
    const interrupted = interruptible(async (signal) => {
      process.emit('SIGINT', 'SIGINT');
      assert.ok(signal.aborted);
      throw new Error('the temporary folder is not empty');
    });
    await assert.rejects(interrupted, (error) => error instanceof Interrupted && error.exitCode === 130);
  });

  it('rejects with the error of work that was not interrupted', async () => {
    const failed = interruptible(async () => {
      throw new Error('no such file');
    });
    await assert.rejects(failed, /no such file/);
  });

  it('rejects as interrupted even where the work ends normally', async () => {
    await assert.rejects(
      interruptible(async () => process.emit('SIGTERM', 'SIGTERM')),
      (error) => error instanceof Interrupted && error.exitCode === 143,
    );
  });
});
