/** Foreign text of all kinds against what reads it: real files, mutated, and text out of nothing. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';

/** `npm run fuzz` asks for 10,000. */
const CASES = Number(process.env.FUZZ_CASES ?? 300);
/** A failure prints the seed; FUZZ_SEED repeats it. The suite always takes the same cases. */
const SEED = Number(process.env.FUZZ_SEED ?? (CASES === 300 ? 20_261_120 : Date.now()));
const MAX_CHARS = 32 * 1024;
const LIMIT_MS = 100;
const REPEATS = 5;
const WARM_UP = 30;
/** What a reader may keep of all its cases together, caches included. */
const MAX_KEPT_BYTES = 16 * 1024 * 1024;

export interface FuzzOptions {
  /** Files that are read in earnest. */
  readonly samples: readonly string[];
  /** Pieces with a meaning in this format. */
  readonly tokens: readonly string[];
  /** Throws only when it fails. */
  readonly run: (text: string) => unknown;
}

/** A test that a reader neither throws, nor hangs, nor keeps what it read. */
export function fuzz(name: string, { samples, tokens, run }: FuzzOptions): void {
  it(`${name}: ${CASES} cases`, () => {
    // fast-check's own tables, and what the reader compiles or loads on its first texts, are no growth.
    for (const text of fc.sample(foreignText(samples, tokens), { numRuns: WARM_UP, seed: 1 })) run(text);
    collectGarbage();
    const heapBefore = process.memoryUsage().heapUsed;
    fc.assert(
      fc.property(foreignText(samples, tokens), (text) => {
        const startedMs = performance.now();
        run(text);
        if (performance.now() - startedMs > LIMIT_MS) assertQuick(() => run(text));
      }),
      { numRuns: CASES, seed: SEED },
    );
    collectGarbage();
    const kept = process.memoryUsage().heapUsed - heapBefore;
    assert.ok(kept < MAX_KEPT_BYTES, `${Math.round(kept / 1024 / 1024)} MB are kept`);
  });
}

/** The same for what answers over a connection; `run` resolves when the answer was found to be as it must. */
export function fuzzAsync(
  name: string,
  { samples, tokens, run }: Omit<FuzzOptions, 'run'> & { readonly run: (text: string) => Promise<void> },
): void {
  it(`${name}: ${CASES} cases`, async () => {
    await fc.assert(fc.asyncProperty(foreignText(samples, tokens), run), { numRuns: CASES, seed: SEED });
  });
}

/** Every run costs the same processor time, so that the least of several is what the input costs on a busy machine. */
function assertQuick(run: () => unknown): void {
  const times = Array.from({ length: REPEATS }, () => {
    const before = process.cpuUsage();
    run();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  });
  const leastMs = Math.min(...times);
  assert.ok(leastMs < LIMIT_MS, `takes ${Math.round(leastMs)} ms`);
}

/** Text out of nothing, text of the format's own pieces, and real files with up to eight edits; at most 32 KB. */
export function foreignText(samples: readonly string[], tokens: readonly string[]): fc.Arbitrary<string> {
  const piece = fc.oneof(
    fc.constantFrom(...tokens),
    fc.string({ unit: 'binary', maxLength: 12 }),
    fc.constantFrom('\0', '\uFEFF', '\uD800', '\u2028', '\u202E', '\r', '\n', '\t', ' ', '%', '\\', '"', "'"),
  );
  const edit = fc.record({
    from: fc.double({ min: 0, max: 1, noNaN: true }),
    length: fc.oneof(fc.nat(8), fc.nat(400)),
    how: fc.constantFrom('cut', 'insert', 'replace', 'repeat', 'truncate'),
    piece,
    times: fc.constantFrom(1, 1, 2, 40, 2000),
  });
  const mutated = fc
    .tuple(fc.constantFrom(...samples), fc.array(edit, { minLength: 1, maxLength: 8 }))
    .map(([sample, edits]) => edits.reduce((text, each) => applied(text, each), sample.slice(0, MAX_CHARS)));
  return fc.oneof(
    { weight: 6, arbitrary: mutated },
    { weight: 2, arbitrary: fc.array(piece, { maxLength: 200 }).map((pieces) => pieces.join('')) },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 500 }) },
  );
}

interface Edit {
  readonly from: number;
  readonly length: number;
  readonly how: string;
  readonly piece: string;
  readonly times: number;
}

function applied(text: string, { from, length, how, piece, times }: Edit): string {
  const at = Math.floor(from * text.length);
  const [before, middle, after] = [text.slice(0, at), text.slice(at, at + length), text.slice(at + length)];
  const many = (part: string) => part.repeat(Math.min(times, Math.ceil(MAX_CHARS / Math.max(1, part.length))));
  const made = {
    cut: before + after,
    insert: before + many(piece) + middle + after,
    replace: before + many(piece) + after,
    repeat: before + many(middle) + after,
    truncate: before,
  }[how];
  return (made ?? text).slice(0, MAX_CHARS);
}

function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  const gc: unknown = runInNewContext('gc');
  if (typeof gc === 'function') gc();
}
