/** `legible bot-key`, next to a running server on the same data. */
import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import * as z from 'zod';
import { newDataDir, startTestService, type TestService } from '../support/service.ts';
import { legible } from '../support/service-process.ts';

const KeySet = z.object({ keys: z.array(z.object({ kid: z.string() })) });

describe('signing keys from the command line', () => {
  let dataDir: string;
  let service: TestService;
  before(async () => {
    dataDir = await newDataDir();
    service = await startTestService({ dataDir });
  });
  after(async () => {
    await service.stop();
    await rm(dataDir, { recursive: true });
  });

  const listed = async () => {
    const { code, stdout, stderr } = await legible(dataDir, 'bot-key', 'list');
    assert.equal(code, 0, stderr);
    return stdout
      .trimEnd()
      .split('\n')
      .map((line) => line.split('\t'));
  };
  const published = async () => {
    const response = await fetch(`${service.url}/.well-known/http-message-signatures-directory`);
    return KeySet.parse(await response.json()).keys.map(({ kid }) => kid);
  };

  it('list shows what the server publishes, and no secret', async () => {
    const [[keyId = '', state, since = ''] = [], ...others] = await listed();
    assert.deepEqual(others, []);
    assert.equal(state, 'signing');
    assert.ok(Date.parse(since) <= Date.now());
    assert.deepEqual(await published(), [keyId]);
  });

  it('rotate publishes a next key; --now lets it sign at once', async () => {
    const { stdout } = await legible(dataDir, 'bot-key', 'rotate');
    const next = stdout.trimEnd();
    assert.deepEqual((await published())[0], next);
    const atOnce = (await legible(dataDir, 'bot-key', 'rotate', '--now')).stdout.trimEnd();
    const states = (await listed()).map(([keyId, state]) => [keyId, state]);
    assert.deepEqual(states.slice(0, 2), [
      [next, 'next'],
      [atOnce, 'signing'],
    ]);
    assert.equal(states[2]?.[1], 'retiring');
  });

  it('revoke takes a key out of the directory at once, and there is always one that signs', async () => {
    const signing = (await listed()).find(([, state]) => state === 'signing')?.[0] ?? '';
    const { code, stdout } = await legible(dataDir, 'bot-key', 'revoke', signing);
    assert.deepEqual([code, stdout], [0, `${signing}\trevoked\n`]);
    assert.ok(!(await published()).includes(signing));
    assert.equal((await listed()).filter(([, state]) => state === 'signing').length, 1);
    const again = await legible(dataDir, 'bot-key', 'revoke', signing);
    assert.deepEqual([again.code, again.stdout], [2, '']);
    assert.match(again.stderr, /there is no such signing key/);
  });
});
