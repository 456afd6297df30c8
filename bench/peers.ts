import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { goodSite } from '../test/fixtures/sites/good-site.ts';
import { spaShell } from '../test/fixtures/sites/spa-shell.ts';
import { browserMissing, CHROMIUM } from '../test/support/browser.ts';
import { PEER_PACKAGES } from '../test/support/conformance-tools.ts';
import { installTools } from '../test/support/npm-tools.ts';
import { type Site, serveSite } from '../test/support/site-server.ts';
import { DOCS, requireDocs, serveDocs } from './docs-server.ts';
import { afdocs, legible, lighthouse, type Program, type Verdict } from './peer-programs.ts';
import { runMeasured } from './process-cost.ts';
import { median } from './statistics.ts';

const PAGES = 50;
const LATENCY_MS = 20;
/** Rounds of every program on every site, in turns; medians are reported. */
const ROUNDS = 5;
const TIMEOUT_MS = 180_000;

interface Served {
  readonly origin: string;
  requestCount(): number;
  close(): Promise<void>;
}

interface Figures extends Verdict {
  readonly wallMs: number;
  readonly cpuMs: number;
  readonly requests: number;
}

/** Legible's command line and comparable npm packages on the same sites; the figures as Markdown. */
export async function benchPeers(): Promise<string> {
  requireDocs();
  const { programs, absent } = await findPrograms();
  const sites: Readonly<Record<string, () => Promise<Served>>> = {
    'good site': () => serve(goodSite),
    'empty shell': () => serve(spaShell),
    'documentation site': () => serveDocs(DOCS, { copies: 1, latencyMs: LATENCY_MS }),
  };
  const rows: string[] = [];
  const quicker: string[] = [];
  for (const [name, start] of Object.entries(sites)) {
    const runs = await inTurns(programs, start);
    rows.push(...rowsOf(name, programs, runs));
    const faster = programs.filter((program) => wallMsOf(runs, program) < wallMsOf(runs, legible));
    quicker.push(...faster.map((program) => `${program.name} on the ${name}`));
  }
  const notes = [
    `Quicker from start to end than Legible: ${quicker.join('; ') || 'none'}. Target: none that reads as many pages.`,
    'Neither `a14y` nor `mcpscore` is on npm (2026-11-21), so nothing is measured beside the scan of MCP servers.',
    ...absent,
  ];
  return `
Ratios are to Legible: above 1, the peer takes more. Each program is one command from its start to its end (for Legible: \`legible scan\`
as its package holds it), the start of Node included, on sites of ${LATENCY_MS} ms latency, told to read at most ${PAGES} pages;
medians of ${ROUNDS} rounds in turns. CPU is that of all processes of the command, a browser included. Checks: those that came to a
judgement. The scores measure different things, so that only their order over the sites can be compared.

| site | program | wall ratio | CPU ratio | wall | CPU | CPU a page | pages | requests a page | checks | score |
|---|---|---|---|---|---|---|---|---|---|---|
${rows.join('\n')}

${notes.map((line) => `- ${line}`).join('\n')}
`;
}

async function findPrograms(): Promise<{ programs: readonly Program[]; absent: readonly string[] }> {
  const { folder, problem } = await installTools(PEER_PACKAGES);
  if (folder === undefined) return { programs: [legible], absent: [`No peers: ${problem}.`] };
  const onNode = [legible, afdocs(folder, PEER_PACKAGES.afdocs)];
  if (browserMissing) return { programs: onNode, absent: [`No lighthouse: ${browserMissing}.`] };
  return { programs: [...onNode, lighthouse(folder, PEER_PACKAGES.lighthouse, CHROMIUM)], absent: [] };
}

async function serve(site: Site): Promise<Served> {
  const { origin, requests, close } = await serveSite(site, { latencyMs: LATENCY_MS });
  return { origin, requestCount: () => requests.length, close };
}

/** All rounds of each program. */
async function inTurns(programs: readonly Program[], start: () => Promise<Served>): Promise<Map<Program, Figures[]>> {
  const runs = new Map<Program, Figures[]>(programs.map((program) => [program, []]));
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const program of programs) runs.get(program)?.push(await measure(program, await start()));
  }
  return runs;
}

async function measure({ command, codes, read }: Program, site: Served): Promise<Figures> {
  const scratch = mkdtempSync(join(tmpdir(), 'legible-bench-'));
  try {
    const limits = { codes, timeoutMs: TIMEOUT_MS };
    const { stdout, wallMs, cpuMs } = await runMeasured(command(`${site.origin}/`, PAGES, scratch), limits);
    return { ...read(stdout), wallMs, cpuMs, requests: site.requestCount() };
  } finally {
    await site.close();
    rmSync(scratch, { recursive: true, force: true });
  }
}

const wallMsOf = (runs: ReadonlyMap<Program, readonly Figures[]>, program: Program): number =>
  median((runs.get(program) ?? []).map(({ wallMs }) => wallMs));

function rowsOf(site: string, programs: readonly Program[], runs: ReadonlyMap<Program, readonly Figures[]>): string[] {
  const figure = (program: Program, of: Exclude<keyof Figures, 'score'>) =>
    median((runs.get(program) ?? []).map((run) => run[of]));
  const ratio = (program: Program, of: 'wallMs' | 'cpuMs') =>
    program === legible ? '1' : (figure(program, of) / figure(legible, of)).toFixed(2);
  return programs.map((program) => {
    const pages = Math.max(1, figure(program, 'pages'));
    const score = runs.get(program)?.at(-1)?.score ?? null;
    const cells = [
      ...[site, program.name, ratio(program, 'wallMs'), ratio(program, 'cpuMs')],
      ...[seconds(figure(program, 'wallMs')), seconds(figure(program, 'cpuMs'))],
      ...[seconds(figure(program, 'cpuMs') / pages), figure(program, 'pages')],
      ...[(figure(program, 'requests') / pages).toFixed(1), figure(program, 'checks'), score?.toFixed(0) ?? 'none'],
    ];
    return `| ${cells.join(' | ')} |`;
  });
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`;
