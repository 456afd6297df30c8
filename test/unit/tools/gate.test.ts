/** The gate: the stored part of an output, and when its summary is written. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as z from 'zod';
import { type AnyTool, defineTool, type ToolServices } from '../../../src/tools/define-tool.ts';
import { callForAnswer, createGate } from '../../../src/tools/gate.ts';

/** Counts how often it is worked and summarised; `dropped` is for the summary alone. */
function counting(versioned: boolean) {
  const counts = { drawn: 0, handled: 0, summarized: 0 };
  const tool = defineTool({
    name: 'count',
    title: 'Count',
    description: 'Counts.',
    input: z.object({}),
    output: z.object({ shown: z.string() }),
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    access: 'public',
    budget: 'ask',
    async handle() {
      counts.handled += 1;
      return { shown: 'a', dropped: 'b' };
    },
    summarize(output) {
      counts.summarized += 1;
      return `${output.shown}${Object(output).dropped}`;
    },
    ...(versioned ? { version: async () => '1' } : {}),
  });
  const tools: readonly AnyTool[] = [tool];
  const gate = createGate({
    tools,
    quotas: {
      async draw() {
        counts.drawn += 1;
        return [];
      },
      peek: async () => [],
    },
    idempotency: { once: () => Promise.reject(new Error('not asked')) },
    targets: { accept: () => Promise.reject(new Error('not asked')) },
    // Nothing of them is used.
    services: {} as ToolServices,
  });
  const call = () =>
    callForAnswer(gate, {
      tool: 'count',
      input: {},
      caller: { kind: 'address', address: '192.0.2.1' },
      request: new AbortController(),
    });
  return { counts, call };
}

for (const versioned of [false, true]) {
  describe(`an answer ${versioned ? 'with' : 'without'} a version`, () => {
    it('has its summary written when it is read, once, from what the output dropped too', async () => {
      const { counts, call } = counting(versioned);
      const answer = await call();
      assert.deepEqual(answer.output, { shown: 'a' });
      assert.equal(String(answer.bytes()), '{"shown":"a"}');
      assert.equal(counts.summarized, 0);
      assert.deepEqual([answer.text(), answer.text()], ['ab', 'ab']);
      assert.equal(counts.summarized, 1);
    });
  });
}

it('the answer of a version is made once, and says the same to who asks later', async () => {
  const { counts, call } = counting(true);
  await call();
  assert.equal((await call()).text(), 'ab');
  assert.deepEqual(counts, { drawn: 2, handled: 1, summarized: 1 });
});

it('a call consumes its rate limit also when its remainder is never read', async () => {
  const { counts, call } = counting(false);
  await call();
  assert.equal(counts.drawn, 1);
});
