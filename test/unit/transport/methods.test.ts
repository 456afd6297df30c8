/** What both eras answer, from a surface of fixtures. */

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { SurfaceCall } from '../../../src/transport/features/call.ts';
import type { Surface } from '../../../src/transport/features/surface.ts';
import { answerMethod } from '../../../src/transport/methods.ts';

const VALUES = Array.from({ length: 150 }, (_, at) => String(at));
/** As much of a surface as is asked for. */
const surface = {
  completePrompt: async (_: string, argument: string) => (argument === 'few' ? VALUES.slice(0, 3) : VALUES),
  readResource: async (uri: string) => ({ contents: { uri, text: '' }, isPublic: uri === 'x:public' }),
} as unknown as Surface;
const call: SurfaceCall = {
  caller: { kind: 'address', address: '192.0.2.1' },
  requestId: 'test',
  signal: new AbortController().signal,
};
const answer = (method: string, params: unknown) => answerMethod(surface, { method, params }, call);

describe('completion', () => {
  const complete = async (name: string) =>
    (await answer('completion/complete', { ref: { type: 'ref/prompt', name: 'p' }, argument: { name, value: '' } }))
      .result.completion;

  it('shows 100 values at most, says how many there are, and that there are more', async () => {
    assert.deepEqual(await complete('many'), { values: VALUES.slice(0, 100), total: 150, hasMore: true });
    assert.deepEqual(await complete('few'), { values: ['0', '1', '2'], total: 3, hasMore: false });
  });
});

describe('a resource', () => {
  it('that is public may be cached by all, and a private one by none', async () => {
    assert.deepEqual((await answer('resources/read', { uri: 'x:public' })).caching, {
      ttlMs: 300_000,
      cacheScope: 'public',
    });
    assert.deepEqual((await answer('resources/read', { uri: 'x:mine' })).caching, { ttlMs: 0, cacheScope: 'private' });
  });
});
