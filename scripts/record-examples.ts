/**
 * `record-examples.ts <file>`: runs the tests of the checks in this process and writes into the file, as JSON by check
 * id, the first result of each that failed, or else was a warning. So an example is what the check really answers to a
 * row of its own table.
 */

import { readdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ALL_CHECKS, wordsOf } from '../src/scanner/checks/catalogue.ts';
import { cleanEvidence } from '../src/scanner/checks/evidence.ts';
import { presentResult } from '../src/scanner/checks/present.ts';
import type { Outcome } from '../src/scanner/model/result.ts';
import type { CheckResult } from '../src/schema/scan.ts';

const TESTS = resolve(import.meta.dirname, '../test/unit/scanner/checks');

const examples = new Map<string, CheckResult>();

function remember(id: string, outcome: Outcome): void {
  if (outcome.status !== 'fail' && outcome.status !== 'warn') return;
  const known = examples.get(id)?.status;
  if (known === 'fail' || known === outcome.status) return;
  const { evidence, ...rest } = outcome;
  const record = { id, ...rest, ...(evidence === undefined ? {} : { evidence: cleanEvidence(evidence) }) };
  examples.set(id, presentResult(record, wordsOf(id)));
}

for (const check of ALL_CHECKS) {
  const evaluate: (artifacts: never) => Outcome = check.evaluate;
  Object.assign(check, {
    evaluate(artifacts: never): Outcome {
      const outcome = evaluate.call(check, artifacts);
      remember(check.id, outcome);
      return outcome;
    },
  });
}

const [output] = process.argv.slice(2);
if (output === undefined) throw new Error('Say where to write the examples.');
const files = readdirSync(TESTS, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.test.ts'));
for (const file of files.sort()) await import(join(TESTS, file));
// Tests run after the imports; whether they pass is for npm test to say.
process.once('exit', () => writeFileSync(output, JSON.stringify(Object.fromEntries(examples))));
