/** No regular expression of the sources can be made to backtrack (invariant 3 of AGENTS.md). */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { cpuMs } from '../support/cpu-time.ts';
import {
  madePatterns,
  openRegexTools,
  recordedVerdicts,
  recordVerdicts,
  repeatsWithoutEnd,
  type SourceRegex,
  type Verdict,
  withoutSetOperations,
} from '../support/regexes.ts';
import { shuffle } from '../support/runner/plan.ts';

/** The longest text that a pattern with a bound on its steps is shown whole. */
const LONGEST = 65_536;
const LIMIT_MS = 250;
const REPEATS = 3;
/**
 * For patterns without an endless repeat the checker takes a minute of processor time, for all others three seconds.
 * Results for the former are recorded; an unrecorded pattern is checked at once. `npm run test:nightly -- redos` checks
 * all again, and with UPDATE_GOLDEN=1 writes the record. Elsewhere, in CI, all with an endless repeat are checked, and
 * every tenth of the others, different ones each time.
 */
const IS_LONG = process.env.FUZZ_CASES !== undefined;
const SHARE = 10;

const seed = Number(process.env.REDOS_SEED ?? Date.now() % 1_000_000);
const made = await madePatterns();
const tools = await openRegexTools();

const understood = (regex: SourceRegex): SourceRegex =>
  regex.flags.includes('v')
    ? { ...regex, source: withoutSetOperations(regex.source), flags: regex.flags.replace('v', 'u') }
    : regex;

/** Processor time of the cheapest of some runs over a text that repeats a piece up to the greatest length. */
function costMs({ source, flags }: SourceRegex, piece: string): number {
  const text = piece.repeat(Math.ceil(LONGEST / Math.max(1, piece.length))).slice(0, LONGEST);
  const regex = new RegExp(source, flags.includes('g') ? flags : `${flags}g`);
  const times = Array.from({ length: REPEATS }, () =>
    cpuMs(() => {
      for (const _ of text.matchAll(regex));
    }),
  );
  return Math.min(...times);
}

/** A text made of the pattern's own words: the nearest to a match that is none. */
const ownWords = (source: string): string => (source.match(/[a-z~/.]{3,}/g) ?? ['a']).join(' ');

describe('regular expressions', { skip: 'problem' in tools ? tools.problem : false }, () => {
  if ('problem' in tools) return;
  const all = new Map<string, SourceRegex>();
  for (const regex of [...tools.literals(), ...made]) all.set(`/${regex.source}/${regex.flags}`, understood(regex));

  it('are found, literals and those that are put together', () => {
    assert.ok(all.size > 200, `${all.size} found`);
    assert.ok(made.length > 15, `${made.length} made`);
  });

  it('are found as strings too, where a method reads them as patterns', () => {
    const sourcesIn = (text: string) => tools.literalsOf(text).map(({ source }) => source);
    assert.deepEqual(
      sourcesIn("a.match('(a+)+$'); a?.search('b'); a.split('c'); a.match(d); a.matchAll(/e/g)").sort(),
      ['(a+)+$', 'b', 'e'],
    );
    for (const text of ['a.match(`b+`)', "a.search(b + '+')"]) assert.throws(() => sourcesIn(text), /put together/);
  });

  it('that are known to be bad are called so', () => {
    const bad = { where: '', source: '^(a+)+$', flags: '' };
    assert.equal(tools.check(bad).status, 'vulnerable');
    assert.ok(repeatsWithoutEnd(bad.source));
    assert.ok(repeatsWithoutEnd('[*]a{2,}') && !repeatsWithoutEnd('[*+]\\+a{1,2}b?'));
  });

  const known = recordedVerdicts();
  const bounded: Record<string, Verdict> = {};
  it('are safe, or bounded and quick on the longest text', () => {
    const offenders: string[] = [];
    const endless = [...all].filter(([, { source }]) => repeatsWithoutEnd(source));
    const others = [...all].filter(([, { source }]) => !repeatsWithoutEnd(source));
    const tried = [
      ...endless,
      ...(IS_LONG ? others : shuffle(others, seed).slice(0, Math.ceil(others.length / SHARE))),
    ];
    for (const [name, regex] of tried) {
      const isBounded = !repeatsWithoutEnd(regex.source);
      const found = (IS_LONG || !isBounded ? undefined : known[name]) ?? tools.check(regex);
      if (isBounded) bounded[name] = found;
      if (found.status === 'safe') continue;
      // Bounded, it takes linear time in any case; the test measures how long.
      if (!isBounded) offenders.push(`${regex.where} ${found.status}, and it can repeat without end: ${name}`);
      else {
        for (const piece of [found.attack ?? '', ownWords(regex.source)]) {
          const ms = costMs(regex, piece);
          if (ms >= LIMIT_MS) offenders.push(`${regex.where} ${Math.round(ms)} ms for ${LONGEST} characters: ${name}`);
        }
      }
    }
    assert.deepEqual(offenders, [], `seed ${seed}`);
  });

  // No comparison otherwise: on a busy machine the checker may run out of time, and the pattern is measured instead.
  it('are put on record', { skip: !(IS_LONG && process.env.UPDATE_GOLDEN === '1') }, () => recordVerdicts(bounded));
});
