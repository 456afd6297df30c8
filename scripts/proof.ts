/**
 * `npm run proof -- FILE ...`: prints what M25 makes of labelled texts outside the repository. A line is a JSON object with `text`
 * and `label`: `poison` or `attack` for an attack, anything else for a text that must not fail.
 */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { judge } from '../src/scanner/mcp/injection/judge.ts';

interface Row {
  readonly text: string;
  readonly label: string;
}

const files = process.argv.slice(2);
if (files.length === 0) {
  console.error('Name files of labelled texts: one JSON object a line, with text and label.');
  process.exitCode = 2;
}
for (const file of files) {
  const rows: Row[] = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line));
  console.log(basename(file));
  for (const label of new Set(rows.map((row) => row.label))) {
    const own = rows.filter((row) => row.label === label).map(({ text }) => judge(text)?.severity);
    console.log(`  ${label}: failed ${share(own, 'fail')}, warned ${share(own, 'warn')}`);
  }
}

function share(verdicts: readonly (string | undefined)[], wanted: string): string {
  const count = verdicts.filter((verdict) => verdict === wanted).length;
  return `${count} of ${verdicts.length} (${((100 * count) / Math.max(1, verdicts.length)).toFixed(1)} %)`;
}
