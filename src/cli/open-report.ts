import { spawn } from 'node:child_process';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';

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
