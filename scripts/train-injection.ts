/** Writes the weights of the scorer from the corpus that INJECTION_CORPUS names; the same corpus gives the same bytes. */
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { readCorpus } from './injection/corpus.ts';
import { prepare, train } from './injection/train.ts';

const FILE = resolve(import.meta.dirname, '../src/scanner/mcp/injection/weights.json');
const { bias, failsFrom, warnsFrom, signals, terms } = train(readCorpus().map(prepare));
writeFileSync(FILE, `${JSON.stringify({ bias, failsFrom, warnsFrom, signals, terms })}\n`);
