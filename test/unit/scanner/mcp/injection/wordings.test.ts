import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, it } from 'node:test';
import { judge } from '../../../../../src/scanner/mcp/injection/judge.ts';

interface Text {
  readonly label: 'attack' | 'honest';
  /** `plain`: as published attacks are worded. `indirect`: polite, in another language, or without the usual verbs. `usurping`: no data flows. */
  readonly style: 'plain' | 'indirect' | 'usurping';
  readonly text: string;
}

const FILE = resolve(import.meta.dirname, '../../../../fixtures/injection/wordings.jsonl');
const TEXTS: readonly Text[] = readFileSync(FILE, 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line));
/** Measured; a change may raise them. */
const LEAST_FAILED = { plain: 0.8, indirect: 0.75, usurping: 0.7 };
const MOST_WARNED = 0.06;

describe('attacks and honest texts in other words', () => {
  for (const style of ['plain', 'indirect', 'usurping'] as const)
    it(`${style} attacks fail as often as was measured`, () => {
      const attacks = TEXTS.filter((each) => each.label === 'attack' && each.style === style);
      const failed = attacks.filter(({ text }) => judge(text)?.severity === 'fail');
      assert.ok(failed.length >= LEAST_FAILED[style] * attacks.length, `${failed.length} of ${attacks.length}`);
    });
  it('no honest text fails, and few are a warning', () => {
    const honest = TEXTS.filter(({ label }) => label === 'honest');
    const verdicts = honest.map(({ text }) => ({ text, severity: judge(text)?.severity }));
    assert.deepEqual(
      verdicts.filter(({ severity }) => severity === 'fail').map(({ text }) => text),
      [],
    );
    const warned = verdicts.filter(({ severity }) => severity === 'warn');
    assert.ok(warned.length <= MOST_WARNED * honest.length, warned.map(({ text }) => text).join('\n'));
  });
});

describe('attacks that avoid the usual words, and honest texts close to them', () => {
  const INDIRECT = resolve(import.meta.dirname, '../../../../fixtures/injection/indirect.jsonl');
  const rows: readonly { readonly label: string; readonly text: string }[] = readFileSync(INDIRECT, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  it('half of the attacks fail', () => {
    const attacks = rows.filter(({ label }) => label === 'attack');
    const failed = attacks.filter(({ text }) => judge(text)?.severity === 'fail');
    assert.ok(failed.length >= 0.48 * attacks.length, `${failed.length} of ${attacks.length}`);
  });
  it('no honest text fails', () => {
    const failed = rows.filter(({ label, text }) => label === 'honest' && judge(text)?.severity === 'fail');
    assert.deepEqual(failed, []);
  });
});

describe('texts by two authors who had not read the rules, learned from since', () => {
  // Measured after learning; docs/proof.md has the figures before.
  for (const [set, leastCapped] of [
    ['one', 58],
    ['two', 50],
  ] as const) {
    const file = resolve(import.meta.dirname, `../../../../fixtures/injection/authors-${set}.jsonl`);
    const rows: readonly { readonly kind?: string; readonly text: string }[] = readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => JSON.parse(line));
    const failed = (kind: string) => rows.filter((row) => row.kind === kind && judge(row.text)?.severity === 'fail');
    it(`set ${set}: as many attacks fail as were measured`, () =>
      assert.ok(failed('attack').length >= leastCapped, `${failed('attack').length}`));
    it(`set ${set}: no hard honest text fails`, () => assert.deepEqual(failed('honest'), []));
  }
});
