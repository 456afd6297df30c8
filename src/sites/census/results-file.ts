/** The results of a census on disk: one JSON object a line, added to as hosts end. What a kill leaves is always readable. */
import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { CensusRow } from './row.ts';

export interface ResultsFile {
  /** Written when it resolves: a kill of this process loses nothing of it. */
  append(row: CensusRow): Promise<void>;
  close(): Promise<void>;
}

const NEWLINE = 0x0a;
const STEP = 65_536;

/** Opens the file to add to it. A last line that a crash has cut is taken away first, so that its host is scanned again. */
export async function openResults(path: string): Promise<ResultsFile> {
  const file = await open(path, 'a+');
  await file.truncate(await endOfLastLine(file));
  return {
    append: (row) => file.appendFile(`${JSON.stringify(row)}\n`),
    async close() {
      await file.sync();
      await file.close();
    },
  };
}

async function endOfLastLine(file: FileHandle): Promise<number> {
  const { size } = await file.stat();
  for (let end = size; end > 0; end -= STEP) {
    const begin = Math.max(0, end - STEP);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(end - begin), 0, end - begin, begin);
    const at = buffer.subarray(0, bytesRead).lastIndexOf(NEWLINE);
    if (at !== -1) return begin + at + 1;
  }
  return 0;
}

/** Every row of the file, oldest first; none where there is no file. Lines that are no rows are passed over. */
export async function* readResults(path: string): AsyncGenerator<CensusRow> {
  const stream = createReadStream(path);
  try {
    for await (const line of createInterface({ input: stream, crlfDelay: Number.POSITIVE_INFINITY })) {
      const row = rowIn(line);
      if (row !== undefined) yield row;
    }
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
  } finally {
    stream.destroy();
  }
}

function rowIn(line: string): CensusRow | undefined {
  try {
    return CensusRow.parse(JSON.parse(line));
  } catch {
    return undefined;
  }
}
