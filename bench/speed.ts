/** Legible against the least that its work takes, and against its peers: every ratio of runs in turns. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { PEER_PACKAGES } from '../test/support/conformance-tools.ts';
import { installTools } from '../test/support/npm-tools.ts';
import { DOCS, requireDocs, serveDocs } from './docs-server.ts';
import { a14y, afdocs, floor, legible, type Program } from './peer-programs.ts';
import { runMeasured } from './process-cost.ts';
import { startCost } from './start-cost.ts';
import { median } from './statistics.ts';

const ROUNDS = 5;
const LATENCY_MS = 20;
const COPIES = 4;
const TIMEOUT_MS = 300_000;

interface Cost {
  readonly wallMs: number;
  readonly cpuMs: number;
}
interface Case {
  readonly name: string;
  readonly pages: number;
  readonly others: readonly Program[];
  readonly target: string;
}

export async function benchSpeed(): Promise<string> {
  requireDocs();
  const notes: string[] = [];
  const { folder, problem } = await installTools(PEER_PACKAGES);
  if (folder === undefined) notes.push(`afdocs was not run: ${problem}.`);
  const { A14Y } = process.env;
  if (A14Y === undefined) notes.push('a14y was not run: A14Y names no folder of its built core.');
  const cases: readonly Case[] = [
    {
      name: '200 pages',
      pages: 200,
      others: [floor, ...(A14Y === undefined ? [] : [a14y(resolve(A14Y))])],
      target: 'at most 2.0 of the floor’s wall time and 2.5 of its CPU, 0.25 of a14y’s wall time',
    },
    {
      name: '4 pages',
      pages: 4,
      others: folder === undefined ? [] : [afdocs(folder, PEER_PACKAGES.afdocs)],
      target: 'at most afdocs’ without controls in question, 2 of it with',
    },
  ];
  const rows: string[] = [];
  for (const each of cases) rows.push(...(await compare(each)));
  return `
Ratios are Legible's figure to the other program's: medians of ${ROUNDS} rounds in turns, each program one command from its start to
its end on Debian's python3-doc with ${LATENCY_MS} ms latency. The floor fetches over kept connections, 8 in flight, and builds a parse5
tree of each page. CPU counts all threads and processes.

| site | other program | wall ratio | CPU ratio | Legible wall, CPU | other wall, CPU | target |
|---|---|---|---|---|---|---|
${rows.join('\n')}

${await startLine()}
${notes.map((note) => `- ${note}`).join('\n')}
`;
}

async function compare({ name, pages, others, target }: Case): Promise<string[]> {
  const programs = [legible, ...others];
  const runs = new Map<Program, Cost[]>(programs.map((program) => [program, []]));
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const program of programs) {
      const cost = await measure(program, pages);
      console.error(`speed: ${name}, ${program.name}: ${seconds(cost.wallMs)}, CPU ${seconds(cost.cpuMs)}`);
      runs.get(program)?.push(cost);
    }
  }
  const of = (program: Program, figure: keyof Cost) => median((runs.get(program) ?? []).map((cost) => cost[figure]));
  const both = (program: Program) => `${seconds(of(program, 'wallMs'))}, ${seconds(of(program, 'cpuMs'))}`;
  return others.map((other) => {
    const ratio = (figure: keyof Cost) => (of(legible, figure) / of(other, figure)).toFixed(2);
    const cells = [name, other.name, ratio('wallMs'), ratio('cpuMs'), both(legible), both(other), target];
    return `| ${cells.join(' | ')} |`;
  });
}

async function measure({ command, codes, read }: Program, pages: number): Promise<Cost> {
  const scratch = mkdtempSync(join(tmpdir(), 'legible-bench-'));
  const site = await serveDocs(DOCS, { copies: COPIES, latencyMs: LATENCY_MS });
  try {
    const run = await runMeasured(command(`${site.origin}/`, pages, scratch), { codes, timeoutMs: TIMEOUT_MS });
    read(run.stdout);
    return run;
  } finally {
    await site.close();
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** The least server on h3, started as a project without a build step starts. */
const BARE = `import { H3, serve } from 'h3';
const app = new H3({ silent: true }).get('/healthz', () => ({ ok: true }));
serve(app, { port: Number(process.env.PORT), hostname: '127.0.0.1', silent: true });
`;

async function startLine(): Promise<string> {
  // Below the packages, so that it finds h3.
  const bare = join(import.meta.dirname, '../node_modules/.cache/bare-start.ts');
  writeFileSync(bare, BARE);
  const ours: Cost[] = [];
  const theirs: Cost[] = [];
  try {
    for (let round = 0; round <= ROUNDS; round += 1) {
      const [own, other] = [await startCost(['scripts/start.mjs', 'main']), await startCost(['--import', 'tsx', bare])];
      // The first start may have bundled.
      if (round > 0) ours.push(own);
      if (round > 0) theirs.push(other);
    }
  } finally {
    rmSync(bare, { force: true });
  }
  const ratio = (figure: keyof Cost) =>
    (median(ours.map((cost) => cost[figure])) / median(theirs.map((cost) => cost[figure]))).toFixed(2);
  return `- From \`npm start\` to the first answer of /healthz (second start) against a bare h3 server through tsx: wall ${ratio('wallMs')}, CPU ${ratio('cpuMs')}. Target: at most 3.`;
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`;
