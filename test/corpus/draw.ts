/**
 * Draws results of the goldens to read by hand: `npx tsx test/corpus/draw.ts [count] [seed] [series] [statuses]`. The
 * default is results of pages that pass or do not apply; `SLP warn,fail` draws findings of every series.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const GOLDENS = join(import.meta.dirname, '../golden/recorded-sites');
const [count = '300', seed = '1', series = 'P', statuses = 'pass,na'] = process.argv.slice(2);
const LINE = new RegExp(`^([${series}]\\d+ (?:${statuses.replaceAll(',', '|')}): .*?)(?: \\[([^\\]]*)\\])?$`);

interface Result {
  readonly site: string;
  readonly path: string;
  readonly line: string;
}

const results = readdirSync(GOLDENS)
  .sort()
  .flatMap((file) => resultsOf(file.replace('.txt', ''), readFileSync(join(GOLDENS, file), 'utf8')));
for (const { site, path, line } of draw(results, Number(count), Number(seed)))
  process.stdout.write(`${site}\t${path}\t${line}\n`);

function resultsOf(site: string, golden: string): Result[] {
  const lines = golden.split('\n').flatMap((text) => {
    const [, line, paths = '/'] = LINE.exec(text) ?? [];
    return line === undefined ? [] : [{ line, paths: paths.split(' ') }];
  });
  // The first line of a golden lists every page.
  const all = /^\d+ pages, .* \[(.*)\]$/m.exec(golden)?.[1]?.split(' ') ?? [];
  return lines.flatMap(({ line, paths }) => (paths[0] === 'all' ? all : paths).map((path) => ({ site, path, line })));
}

/** Without replacement, by a linear congruential generator (Numerical Recipes), so that a seed draws the same again. */
function draw(from: readonly Result[], wanted: number, start: number): Result[] {
  const left = [...from];
  let state = start >>> 0;
  return Array.from({ length: Math.min(wanted, left.length) }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return left.splice(Math.floor((state / 2 ** 32) * left.length), 1);
  }).flat();
}
