/**
 * `npm run lint-words [-- folder…]`: fails when comments, test titles and docs have more idioms than the limit, or a
 * product text has a word that these never use.
 */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { countIdioms, filesBelow, readProse, textsOfSource, wordsNeverUsed } from './words.ts';

const MOST_PER_1000_WORDS = 0.5;
const SOURCES = ['src', 'test', 'scripts', 'bench'];

const root = resolve(import.meta.dirname, '..');
const only = process.argv.slice(2);
const isWanted = (file: string): boolean => only.length === 0 || only.some((folder) => file.startsWith(folder));
const files = [
  ...SOURCES.flatMap((folder) => filesBelow(root, folder, '.ts')),
  ...filesBelow(root, 'docs', '.md'),
].filter(isWanted);

const counts = files.map((file) => countIdioms(file, readProse(root, file)));
const words = counts.reduce((sum, count) => sum + count.words, 0);
const findings = counts.flatMap((count) => count.findings);
const rate = words === 0 ? 0 : (findings.length / words) * 1000;
const isOver = rate > MOST_PER_1000_WORDS;
if (isOver || only.length > 0) for (const { file, line, text } of findings) console.error(`${file}:${line}: ${text}`);
console.log(`${findings.length} idioms in ${words} words: ${rate.toFixed(2)} in 1,000 (limit ${MOST_PER_1000_WORDS}).`);
const neverUsed = [
  ...filesBelow(root, 'src', '.ts').map((file) => ({
    file,
    texts: textsOfSource(file, readFileSync(join(root, file), 'utf8')),
  })),
  ...filesBelow(root, 'src/library/articles', '.md').map((file) => ({ file, texts: readProse(root, file) })),
]
  .filter(({ file }) => isWanted(file))
  .flatMap(({ file, texts }) => wordsNeverUsed(file, texts));
for (const { file, line, text } of neverUsed) console.error(`${file}:${line}: not in product texts: ${text}`);
if (isOver || neverUsed.length > 0) process.exitCode = 1;
