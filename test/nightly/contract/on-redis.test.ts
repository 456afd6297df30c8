/** The interface contract once more, with the service on Redis. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { after, before, describe, it } from 'node:test';
import { type RedisServer, startRedisServer } from '../../support/redis-server.ts';

/** One for each service that the tests start. */
const DATABASES = '2000';
const AT_LEAST = 100;

describe('the interface contract on Redis', () => {
  let redis: RedisServer;
  before(async () => {
    redis = await startRedisServer({ databases: DATABASES, appendonly: 'no', appendfsync: 'no' });
  });
  after(() => redis.destroy());

  it('holds', async () => {
    // A run of node:test inside another one would run nothing.
    const { NODE_TEST_CONTEXT: _, ...environment } = process.env;
    const child = spawn(
      process.execPath,
      ['--import', 'tsx', 'test/support/run.ts', 'contract/interface', 'contract/cancel-scan'],
      {
        env: { ...environment, TEST_REDIS_URL: redis.url },
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
    const code = await new Promise((resolve) => child.once('close', resolve));
    const [, failures = ''] = output.split('failing tests:');
    assert.equal(code, 0, failures || output);
    const [, passed = '0'] = /^ℹ pass (\d+)$/m.exec(output) ?? [];
    assert.ok(Number(passed) >= AT_LEAST, output);
    assert.ok((await redis.databasesInUse()) > 2, 'the services were on Redis');
  });
});
