/** Programs that need Node 22 or later; an older Node that runs the tests brings a newer one along for them. */
import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const OWN_NODE = `node-${process.platform}-${process.arch}`;
const NEEDS_NEWER = Number(process.versions.node.split('.')[0]) < 22;

/** To be installed with a program for `nodeOf`; empty where Node itself is new enough. */
const NEWER_NODE: Readonly<Record<string, string>> = NEEDS_NEWER ? { [OWN_NODE]: '24.21.0' } : {};

export const CONFORMANCE_PACKAGES: Readonly<Record<string, string>> = {
  '@modelcontextprotocol/conformance': '0.2.0-alpha.12',
  ...NEWER_NODE,
};

/** The Node to run a tool of that folder with. */
export const nodeOf = (folder: string): string =>
  NEEDS_NEWER ? join(folder, 'node_modules', OWN_NODE, 'bin/node') : process.execPath;

export const INSPECTOR_PACKAGES: Readonly<Record<string, string>> = {
  '@modelcontextprotocol/inspector': '2.12.0',
  ...NEWER_NODE,
};

/** What others check websites with on behalf of agents: the peers of `npm run bench -- peers`. */
export const PEER_PACKAGES: Readonly<Record<'afdocs' | 'lighthouse', string>> = {
  afdocs: '0.22.2',
  lighthouse: '13.5.0',
  ...NEWER_NODE,
};

/** One check of a conformance scenario, as its report has it. */
interface ConformanceCheck {
  readonly id: string;
  readonly status: string;
}

/**
 * What one scenario for servers finds at a URL.
 * @param folder with CONFORMANCE_PACKAGES
 */
export async function checksOf(
  folder: string,
  url: string,
  scenario: string,
  options: readonly string[] = [],
): Promise<ConformanceCheck[]> {
  const out = mkdtempSync(join(tmpdir(), 'legible-conformance-'));
  const node = nodeOf(folder);
  chmodSync(node, 0o755);
  const tool = join(folder, 'node_modules/@modelcontextprotocol/conformance/dist/index.js');
  const parts = ['server', '--url', url, '--scenario', scenario, ...options, '-o', out];
  try {
    // Its exit code reflects failed checks, which the test reads from its report.
    const said = await new Promise<string>((resolve) =>
      execFile(node, [tool, ...parts], (_, stdout, stderr) => resolve(stdout + stderr)),
    );
    const [run] = readdirSync(out);
    if (run === undefined) throw new Error(said);
    return JSON.parse(readFileSync(join(out, run, 'checks.json'), 'utf8')) as ConformanceCheck[];
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
}
