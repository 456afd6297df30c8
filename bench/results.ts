import { existsSync, readFileSync, writeFileSync } from 'node:fs';

const FILE = new URL('./RESULTS.md', import.meta.url);
const INTRO = `# Benchmarks

Written by \`npm run bench\`. The machines are shared, so compare ratios within one run before absolute times.
`;

/** Replaces the section of one part and leaves the others as they are. */
export function writeResults(part: string, machine: string, figures: string): void {
  const before = existsSync(FILE) ? readFileSync(FILE, 'utf8') : INTRO;
  const [intro = INTRO, ...sections] = before.split(/^(?=## )/m);
  const others = sections.filter((section) => !section.startsWith(`## ${part}\n`));
  const section = `## ${part}\n\n${machine}\n\n${figures.trim()}\n\n`;
  writeFileSync(FILE, `${[`${intro.trimEnd()}\n\n`, ...[...others, section].sort()].join('').trimEnd()}\n`);
}
