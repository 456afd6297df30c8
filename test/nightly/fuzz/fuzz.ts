/** Fuzzes the parsers of untrusted text with mutated real files and with generated text. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';

/** `npm run test:nightly -- fuzz` asks for 10,000. */
const CASES = Number(process.env.FUZZ_CASES ?? 300);
/** A failure prints the seed; FUZZ_SEED repeats it. The suite always takes the same cases. */
const SEED = Number(process.env.FUZZ_SEED ?? (CASES === 300 ? 20_261_120 : Date.now()));
const MAX_CHARS = 32 * 1024;
const LIMIT_MS = 100;
const REPEATS = 5;
const WARM_UP = 30;
const MEGABYTE = 1024 * 1024;
/** What a reader may keep of all its cases together, caches included. */
const MAX_KEPT_BYTES = 16 * MEGABYTE;
/** What a test of the whole service itself keeps of a request: the log lines, and what it finds of the answer. */
const LOGGED_BYTES = 4 * 1024;
/** By how much the process may grow at most while it reads them: V8 collects late, and a case is 32 KB. */
const MAX_RISE_BYTES = 256 * MEGABYTE;
/**
 * Cases between two collections: V8's own come later as the process grows, and accumulated garbage is no case's need.
 */
const COLLECTED_AFTER = 500;

export interface FuzzOptions {
  /** Files that are read in earnest. */
  readonly samples: readonly string[];
  /** Pieces with a meaning in this format. */
  readonly tokens: readonly string[];
  /** Throws only when it fails. */
  readonly run: (text: string) => unknown;
}

/** A test that a reader neither throws, nor hangs, nor keeps what it read, nor needs a lot of memory for it. */
export function fuzz(name: string, { samples, tokens, run }: FuzzOptions): void {
  it(`${name}: ${CASES} cases`, () => {
    // Each piece is also a whole text, which random joins rarely produce.
    for (const text of [...samples, ...tokens, NESTED_DEEPLY]) run(text);
    // fast-check's own tables, and what the reader compiles or loads on its first texts, are no growth.
    for (const text of fc.sample(foreignText(samples, tokens), { numRuns: WARM_UP, seed: 1 })) run(text);
    const memory = watchMemory();
    fc.assert(
      fc.property(foreignText(samples, tokens), (text) => {
        const startedMs = performance.now();
        run(text);
        if (performance.now() - startedMs > LIMIT_MS) assertQuick(() => run(text));
        memory.noteCase();
      }),
      { numRuns: CASES, seed: SEED },
    );
    memory.assertBounded();
  });
}

/** The same for what answers over a connection; `run` resolves when the answer was found to be as it must. */
export function fuzzAsync(
  name: string,
  { samples, tokens, run }: Omit<FuzzOptions, 'run'> & { readonly run: (text: string) => Promise<void> },
): void {
  it(`${name}: ${CASES} cases`, async () => {
    for (const text of fc.sample(foreignText(samples, tokens), { numRuns: WARM_UP, seed: 1 })) await run(text);
    const memory = watchMemory();
    await fc.assert(
      fc.asyncProperty(foreignText(samples, tokens), async (text) => {
        const startedMs = performance.now();
        await run(text);
        if (performance.now() - startedMs > LIMIT_MS) await assertAnsweredQuickly(() => run(text));
        memory.noteCase();
      }),
      { numRuns: CASES, seed: SEED },
    );
    memory.assertBounded(MAX_KEPT_BYTES + CASES * LOGGED_BYTES);
  });
}

/** Measures from now on the retained heap and buffers, and the rise of the process's peak size. */
function watchMemory() {
  const keptBefore = keptBytes();
  const peakBefore = peakBytes();
  let cases = 0;
  return {
    noteCase(): void {
      cases += 1;
      if (cases % COLLECTED_AFTER === 0) collectGarbage();
    },
    assertBounded(mayKeepBytes = MAX_KEPT_BYTES): void {
      const rise = peakBytes() - peakBefore;
      const kept = keptBytes() - keptBefore;
      assert.ok(kept < mayKeepBytes, `${Math.round(kept / MEGABYTE)} MB are kept`);
      assert.ok(rise < MAX_RISE_BYTES, `the process rose by ${Math.round(rise / MEGABYTE)} MB`);
    },
  };
}

function keptBytes(): number {
  // Buffers go with the second collection after the one that found them unused.
  for (let times = 0; times < 3; times += 1) collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

const peakBytes = (): number => process.resourceUsage().maxRSS * 1024;

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

/** The same for a response: its wait for the processor does not count. */
async function assertAnsweredQuickly(run: () => Promise<void>): Promise<void> {
  const times: number[] = [];
  for (let time = 0; time < REPEATS; time += 1) {
    const before = process.cpuUsage();
    await run();
    const { user, system } = process.cpuUsage(before);
    times.push((user + system) / 1000);
  }
  const leastMs = Math.min(...times);
  assert.ok(leastMs < LIMIT_MS, `takes ${Math.round(leastMs)} ms`);
}

/** In the middle of a text as often as at its ends: the doubles of fast-check are mostly next to nothing. */
const PLACES = 1_000_000;
/** Recursion over it overflows the stack. */
const NESTED_DEEPLY = `${'['.repeat(12_000)}${']'.repeat(12_000)}`;

const SHORT_PIECES = ['\0', '\uFEFF', '\uD800', '\u2028', '\u202E', '\r', '\n', '\t', ' ', '%', '\\', '"', "'"];

/**
 * Text out of nothing, text of the format's own pieces, many or a few, and real files with up to eight edits; at most
 * 32 KB.
 */
export function foreignText(samples: readonly string[], tokens: readonly string[]): fc.Arbitrary<string> {
  const piece = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...tokens) },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 12 }) },
    { weight: 1, arbitrary: fc.constantFrom(NESTED_DEEPLY, ...SHORT_PIECES) },
  );
  const edit = fc.record({
    from: fc.noBias(fc.nat(PLACES)).map((place) => place / PLACES),
    length: fc.oneof(fc.nat(8), fc.nat(400)),
    // Later edits cannot use the removed part.
    how: fc.constantFrom(...['cut', 'insert', 'replace', 'repeat'].flatMap((how) => [how, how, how]), 'truncate'),
    piece,
    times: fc.constantFrom(1, 1, 2, 40, 2000),
  });
  const mutated = fc
    .tuple(fc.constantFrom(...samples), fc.array(edit, { minLength: 1, maxLength: 8 }))
    .map(([sample, edits]) => edits.reduce((text, each) => applied(text, each), sample.slice(0, MAX_CHARS)));
  return fc.oneof(
    { weight: 6, arbitrary: mutated },
    { weight: 2, arbitrary: fc.array(piece, { maxLength: 200 }).map((pieces) => pieces.join('')) },
    { weight: 1, arbitrary: fc.array(piece, { maxLength: 3 }).map((pieces) => pieces.join('')) },
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
