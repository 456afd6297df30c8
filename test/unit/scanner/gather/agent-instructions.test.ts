import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import { agentInstructions } from '../../../../src/scanner/gather/well-known.ts';
import { answered, notFound, ORIGIN, wellKnown } from '../../../support/artifacts.ts';
import { type FakeAnswer, fakeClientOf, gatherContext } from '../../../support/fake-client.ts';

const BYTES = Uint8Array.from([35, 32, 0xff, 0xfe, 10]);
const digestOf = (bytes: Uint8Array) => `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
const skill = (url: string, digest: string | undefined = digestOf(BYTES)) => ({
  name: 'a',
  description: 'b',
  url,
  digest,
});

async function gather(skills: readonly unknown[], answers: Readonly<Record<string, FakeAnswer>> = {}) {
  const path = '/.well-known/agent-skills/index.json';
  const text = JSON.stringify({ $schema: 'x', skills });
  const { client, sent } = fakeClientOf(
    Object.fromEntries(Object.entries(answers).map(([at, answer]) => [ORIGIN + at, answer])),
  );
  const skillsIndex = skills.length === 0 ? notFound(path) : answered(path, { text, contentType: 'application/json' });
  const { skillDigest } = await agentInstructions.gather(gatherContext(client), {
    wellKnown: wellKnown({ skillsIndex }),
  });
  return { state: skillDigest?.state, text: skillDigest?.text, sent: sent.map(({ url }) => url.slice(ORIGIN.length)) };
}

describe('agentInstructions', () => {
  const rows: { when: string; answer: FakeAnswer; expect: string }[] = [
    { when: 'the very bytes', answer: { body: BYTES }, expect: 'matches' },
    { when: 'other bytes', answer: { body: '# x' }, expect: 'differs' },
    { when: 'no file', answer: { status: 404 }, expect: 'missing' },
    { when: 'a server error', answer: { status: 500 }, expect: 'missing' },
    { when: 'a rate limit', answer: { status: 429 }, expect: 'unknown' },
    { when: 'a time-out', answer: 'timeout', expect: 'unknown' },
  ];
  for (const { when, answer, expect } of rows)
    it(`${expect}: ${when}`, async () =>
      assert.equal((await gather([skill('/s.md')], { '/s.md': answer })).state, expect));

  it('verifies one skill, the first by address that has a digest', async () => {
    const { sent } = await gather([skill('/c.md'), skill('b.md'), skill('/a.md', 'sha256:1'), skill('ftp://x/a.md')]);
    assert.deepEqual(sent, ['/.well-known/agent-skills/b.md']);
  });

  it('keeps the beginning of a SKILL.md, and nothing of an archive', async () => {
    const { text } = await gather([skill('/s.md')], { '/s.md': { body: BYTES } });
    assert.equal(text, new TextDecoder().decode(BYTES));
    assert.equal((await gather([skill('/s.zip')], { '/s.zip': { body: BYTES } })).text, undefined);
    const long = '#'.repeat(200_000);
    assert.equal((await gather([skill('/s.md')], { '/s.md': { body: long } })).text?.length, 100_000);
  });

  it('asks nothing without an index or a digest', async () => {
    assert.deepEqual((await gather([])).sent, []);
    assert.deepEqual((await gather([skill('/a.md', '')])).sent, []);
  });
});
