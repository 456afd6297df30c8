import { spawn } from 'node:child_process';
import { mkdtemp, open, readFile, realpath, stat, unlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { ConfigError } from '../errors.ts';
import type { ReportData } from '../scanner/reporters/reporter.ts';
import { Baseline } from '../schema/scan.ts';
import { renderReport } from './render.ts';

type Outputs = Readonly<Record<string, string>> | undefined;

/** @throws ConfigError for a file that is not the JSON of a scan */
export async function readBaseline(file: string): Promise<Baseline> {
  try {
    return Baseline.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') {
      throw new ConfigError(
        `baseline: there is no ${file}. Leave --baseline out for the first scan, and write the file with --output json=${file}`,
        { cause },
      );
    }
    throw new ConfigError(`baseline: expected ${file} to hold an earlier scan as --format json prints it`, { cause });
  }
}

/**
 * Before the scan, for its work would be lost. Takes away what an earlier scan left there: a scan that fails leaves no
 * report that could be taken for its own. The baseline stays, for it may be written over only once there is a new one.
 * @throws ConfigError
 */
export async function clearOutputs(outputs: Outputs = {}, baseline: string | undefined): Promise<void> {
  for (const file of Object.values(outputs)) await assertWritable('output', file);
  const kept = baseline === undefined ? undefined : await realpath(baseline);
  for (const file of Object.values(outputs)) {
    if ((await stat(file)).isFile() && (await realpath(file)) !== kept) await unlink(file);
  }
}

/** @param setting what errors begin with. @throws ConfigError for a file that cannot be written, which is made empty if it is not there */
export async function assertWritable(setting: string, file: string): Promise<void> {
  try {
    await (await open(file, 'a')).close();
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new ConfigError(`${setting}: ${file} cannot be written (${reason})`, { cause });
  }
}

export async function writeOutputs(outputs: Outputs = {}, data: ReportData): Promise<void> {
  const plain = { columns: Number.POSITIVE_INFINITY, paint: (_: string, text: string) => text };
  for (const [format, file] of Object.entries(outputs)) await writeFile(file, `${renderReport(data, format, plain)}\n`);
}

/** How long an opener may take to say that it has failed. */
const OPENER_MS = 3_000;

/** Writes a report to a temporary file of this user alone. @returns its path */
export async function writeTemporary(html: string): Promise<string> {
  const file = join(await mkdtemp(join(tmpdir(), 'legible-report-')), 'report.html');
  await writeFile(file, html, { mode: 0o600 });
  return file;
}

/** Opens a file with the program that the user's system has for it. @returns whether such a program was started */
export async function openFile(file: string, platform: NodeJS.Platform = process.platform): Promise<boolean> {
  const [program = '', ...parts] = openerOf(platform);
  const child = spawn(program, [...parts, file], { stdio: 'ignore', detached: true });
  return new Promise((resolve) => {
    const end = (isOpen: boolean) => {
      clearTimeout(timer);
      child.unref();
      resolve(isOpen);
    };
    // Some openers end at once, others stay for as long as the browser is open.
    const timer = setTimeout(end, OPENER_MS, true);
    child.once('error', () => end(false));
    child.once('exit', (code) => end(code === 0));
  });
}

function openerOf(platform: NodeJS.Platform): readonly string[] {
  if (platform === 'darwin') return ['open'];
  // The first argument of `start` is the title of a window.
  return platform === 'win32' ? ['cmd', '/c', 'start', '""'] : ['xdg-open'];
}
