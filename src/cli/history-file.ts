import { appendFile, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import type { Scan } from '../schema/scan.ts';

/** What is remembered of a scan of this machine. */
const Remembered = z.object({
  rootUrl: z.url(),
  createdAt: z.iso.datetime(),
  siteScore: z.int().min(0).max(100),
  llmstxtScore: z.int().min(0).max(100),
  pagesScanned: z.int().min(0),
});
export type Remembered = z.output<typeof Remembered>;

const fileIn = (dataDir: string) => join(dataDir, 'history.jsonl');

/** Rejects when the folder cannot be written. */
export async function remember(dataDir: string, scan: Scan): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  // One write of one line: commands that run at once do not mix theirs.
  await appendFile(fileIn(dataDir), `${JSON.stringify(Remembered.parse(scan))}\n`, { mode: 0o600 });
}

/** Every scan that is remembered, oldest first; what a crash cut short is passed over. */
export async function recall(dataDir: string): Promise<Remembered[]> {
  const content = await readFile(fileIn(dataDir), 'utf8').catch(() => '');
  return content.split('\n').flatMap((line) => {
    try {
      return [Remembered.parse(JSON.parse(line))];
    } catch {
      return [];
    }
  });
}
