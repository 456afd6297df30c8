import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { withoutEffect } from '../../../src/cli/program.ts';
import { legibleUnder } from '../../support/service-process.ts';

describe('variables of the command line', () => {
  const ROWS: readonly [environment: Record<string, string>, says: RegExp[]][] = [
    [{ LEGIBLE_URL: 'https://a.example', LEGIBLE_API_KEY: 'SECRET', PATH: '/bin' }, []],
    [{ LEGIBLE_URL: 'https://a.example' }, []],
    [{ LEGIBLE_SERVER: 'SECRET' }, [/^LEGIBLE_SERVER has no effect: .* LEGIBLE_URL and LEGIBLE_API_KEY\.$/]],
    [{ legible_url: 'SECRET' }, [/^legible_url has no effect/]],
    [{ LEGIBLE_API_KEY: 'SECRET' }, [/^LEGIBLE_API_KEY has no effect without LEGIBLE_URL/]],
    [{ LEGIBLE_API_KEY: 'SECRET', LEGIBLE_URL: '' }, [/^LEGIBLE_API_KEY has no effect without LEGIBLE_URL/]],
    [{ LEGIBLE_API_KEY: '', LEGIBLE_URL: '' }, []],
  ];
  for (const [environment, says] of ROWS) {
    it(JSON.stringify(environment), () => {
      const lines = withoutEffect(environment);
      assert.equal(lines.length, says.length);
      for (const [at, line] of lines.entries()) assert.match(line, says[at] ?? /^$/);
      assert.ok(!lines.join().includes('SECRET'));
    });
  }

  it('warns on stderr about options without effect, and continues', async () => {
    const { code, stdout, stderr } = await legibleUnder({ LEGIBLE_APIKEY: 'SECRET' }, 'checks', 'S1');
    assert.equal(code, 0);
    assert.match(stdout, /^S1:/);
    assert.match(stderr, /^legible: LEGIBLE_APIKEY has no effect/);
    assert.ok(!stderr.includes('SECRET'));
  });

  for (const [LEGIBLE_URL, LEGIBLE_API_KEY] of [
    ['http://legible.example', 'svc_live_x_SECRET'],
    ['http://127.0.0.1:9', 'svc_live_x_SECRET\nx'],
  ] as const) {
    it(`a key that must not be sent to ${LEGIBLE_URL}: 64, and it is not repeated`, async () => {
      const { code, stdout, stderr } = await legibleUnder({ LEGIBLE_URL, LEGIBLE_API_KEY }, 'ask', 'x');
      assert.deepEqual([code, stdout], [64, '']);
      assert.match(stderr, /^legible: LEGIBLE_API_KEY: expected/);
      assert.ok(!stderr.includes('SECRET'));
    });
  }
});
