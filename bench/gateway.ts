/** The gateway against a proxy of one library before the same target, in turns, and a first conversion against the parse. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'parse5';
import { rememberingConverter } from '../src/middleware/convert-page.ts';
import { installTools } from '../test/support/npm-tools.ts';
import { DOCS, requireDocs } from './docs-server.ts';
import { type LoadFigures, measureLoad } from './http-load.ts';
import { type ServerScript, startServerScript } from './server-script.ts';
import { cpuMsOf } from './service-process.ts';
import { median } from './statistics.ts';

const PAGE = join(DOCS, 'library/types.html');
const HTTPXY = '0.5.6';
const CONNECTIONS = 64;
const ROUNDS = 5;
const ROUND_MS = 2000;
const CONVERSIONS = 40;

const BROWSER = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const AGENT = { accept: 'text/markdown, text/html;q=0.9' };

interface Case {
  readonly name: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly target: string;
}
const CASES: readonly Case[] = [
  { name: 'HTML', path: '/page', headers: BROWSER, target: 'at least 0.8, p99 at most 1.3' },
  { name: 'Markdown, page with ETag', path: '/page', headers: AGENT, target: 'at least 0.7' },
  { name: 'Markdown, page without ETag', path: '/untagged', headers: AGENT, target: '' },
];

export async function benchGateway(): Promise<string> {
  requireDocs();
  const tools = await installTools({ httpxy: HTTPXY });
  if (tools.folder === undefined) throw new Error(tools.problem);
  const script = 'bench/gateway-servers.ts';
  const target = await startServerScript(script, ['target', PAGE]);
  const library = join(tools.folder, 'node_modules/httpxy/dist/index.mjs');
  const bare = await startServerScript(script, ['httpxy', library, target.url]);
  const gateway = await startServerScript(script, ['gateway', target.url]);
  const rows: string[] = [];
  try {
    for (const each of CASES) rows.push(await compare(each, gateway, bare));
  } finally {
    await Promise.all([gateway.stop(), bare.stop(), target.stop()]);
  }
  return `
A page of ${Math.round(readFileSync(PAGE).length / 1000)} KB; ${CONNECTIONS} connections; medians of ${ROUNDS} rounds of ${ROUND_MS / 1000} s in turns against httpxy ${HTTPXY}, which always
passes the HTML. Ratios are the gateway's figure to that of httpxy. CPU is that of the proxy's process for one request: it depends
least on what else the machine does.

| answer | requests a second | p99 | CPU | gateway | httpxy | target |
|---|---|---|---|---|---|---|
${rows.join('\n')}

${firstConversion()}
`;
}

interface Run extends LoadFigures {
  /** Of the proxy, for one request. */
  readonly cpuMs: number;
}

async function compare(
  { name, path, headers, target }: Case,
  gateway: ServerScript,
  bare: ServerScript,
): Promise<string> {
  const run = async ({ url: origin, child }: ServerScript, sent: Case['headers']): Promise<Run> => {
    const load = { origin, connections: CONNECTIONS, durationMs: ROUND_MS, status: 200 };
    const beforeMs = cpuMsOf(child);
    const figures = await measureLoad({ ...load, request: () => ({ path, headers: sent }) });
    return { ...figures, cpuMs: (cpuMsOf(child) - beforeMs) / figures.requests };
  };
  const ours: Run[] = [];
  const theirs: Run[] = [];
  // The first round warms both up.
  for (let round = 0; round <= ROUNDS; round += 1) {
    const [own, other] = [await run(gateway, headers), await run(bare, BROWSER)];
    if (round > 0) ours.push(own);
    if (round > 0) theirs.push(other);
  }
  type Figure = 'perSecond' | 'p99Ms' | 'cpuMs';
  const of = (runs: readonly Run[], figure: Figure): number => median(runs.map((each) => each[figure]));
  const ratio = (figure: Figure): string => (of(ours, figure) / of(theirs, figure)).toFixed(2);
  const all = (runs: readonly Run[]): string =>
    `${Math.round(of(runs, 'perSecond'))} a second, p99 ${of(runs, 'p99Ms').toFixed(0)} ms, CPU ${of(runs, 'cpuMs').toFixed(2)} ms`;
  const ratios = [ratio('perSecond'), ratio('p99Ms'), ratio('cpuMs')];
  return `| ${[name, ...ratios, all(ours), all(theirs), target].join(' | ')} |`;
}

/** In this process, in turns, each time a page that was never seen. */
function firstConversion(): string {
  const page = readFileSync(PAGE, 'utf8');
  const { convert } = rememberingConverter(0);
  const parses: number[] = [];
  const conversions: number[] = [];
  for (let at = 0; at < 2 * CONVERSIONS; at += 1) {
    const html = page.replace('</title>', ` ${at}</title>`);
    const body = Buffer.from(html);
    const startedMs = performance.now();
    parse(html);
    const parsedMs = performance.now();
    convert({ body, url: `https://www.example.com/${at}`, contentType: 'text/html; charset=utf-8' });
    const convertedMs = performance.now();
    // The first half warms the compiler up.
    if (at < CONVERSIONS) continue;
    parses.push(parsedMs - startedMs);
    conversions.push(convertedMs - parsedMs);
  }
  const [parseMs, convertMs] = [median(parses), median(conversions)];
  return `- A first conversion takes ${(convertMs / parseMs).toFixed(2)} times parse5's parse of the page (${convertMs.toFixed(1)} against ${parseMs.toFixed(1)} ms; medians of ${CONVERSIONS} in turns). Target: at most 1.5.`;
}
