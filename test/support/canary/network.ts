/** A network namespace in which every address is this machine, and its name server is ours. */
import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/**
 * Run by a shell in the new namespaces. A route of the kind `local` makes the kernel deliver every address to this
 * machine; resolv.conf is replaced in the mount namespace only.
 */
const SETUP = `set -e
mount --bind "$1" /etc/resolv.conf
ip link set lo up
ip route add local 0.0.0.0/0 dev lo
ip -6 route add local ::/0 dev lo 2>/dev/null || true
shift
exec "$@"`;
const MAX_OUTPUT_BYTES = 16 * 1024 * 1024;

/** Why this machine denies such a namespace; undefined when it allows one. */
export function namespaceProblem(): string | undefined {
  try {
    inNamespaceSync(['true']);
    return undefined;
  } catch {
    return 'network namespaces are not allowed here: run the tests as root with CAP_SYS_ADMIN, iproute2 and util-linux';
  }
}

/** Runs a script of this repository there until it ends; answers its stdout. */
export async function runInNamespace(script: string, timeoutMs: number): Promise<string> {
  const { folder, parameters } = prepare([process.execPath, '--import', 'tsx', script]);
  try {
    const options = { timeout: timeoutMs, maxBuffer: MAX_OUTPUT_BYTES, killSignal: 'SIGKILL' } as const;
    return (await promisify(execFile)('unshare', parameters, options)).stdout;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function inNamespaceSync(command: readonly string[]): void {
  const { folder, parameters } = prepare(command);
  try {
    execFileSync('unshare', parameters, { stdio: 'ignore' });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function prepare(command: readonly string[]): { folder: string; parameters: string[] } {
  const folder = mkdtempSync(join(tmpdir(), 'legible-canary-'));
  const resolvConf = join(folder, 'resolv.conf');
  writeFileSync(resolvConf, 'nameserver 127.0.0.1\noptions timeout:2 attempts:2\n');
  // --kill-child with a PID namespace: no process survives a time-out.
  const namespaces = ['--net', '--mount', '--pid', '--fork', '--kill-child', '--mount-proc'];
  return { folder, parameters: [...namespaces, 'sh', '-c', SETUP, 'sh', resolvConf, ...command] };
}
