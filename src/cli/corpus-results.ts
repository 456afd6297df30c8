import { appendFile, readFile } from 'node:fs/promises';
import * as z from 'zod';

/** What became of one site of the list. */
export const CorpusResult = z.object({
  url: z.string(),
  /** Undefined when it could not be scanned. */
  siteScore: z.int().min(0).max(100).optional(),
  llmstxtScore: z.int().min(0).max(100).optional(),
  pagesScanned: z.int().min(0).optional(),
  /** Ids of the checks that failed, on the site or on a page of it. */
  failed: z.array(z.string()),
  /** Why it could not be scanned. */
  problem: z.string().optional(),
});
export type CorpusResult = z.output<typeof CorpusResult>;

/** Those of an earlier run; a line that a crash cut short is passed over, and its site scanned again. */
export async function readResults(file: string): Promise<CorpusResult[]> {
  const content = await readFile(file, 'utf8').catch(() => '');
  return content.split('\n').flatMap((line) => {
    try {
      return [CorpusResult.parse(JSON.parse(line))];
    } catch {
      return [];
    }
  });
}

export const appendResult = (file: string, result: CorpusResult): Promise<void> =>
  appendFile(file, `${JSON.stringify(result)}\n`);
