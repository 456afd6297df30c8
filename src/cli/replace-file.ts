import { rename, rm, writeFile } from 'node:fs/promises';
import process from 'node:process';

/** Written under a name of this process, then renamed: a run that is killed leaves the file as it was. */
export async function replaceFile(file: string, text: string): Promise<void> {
  const unfinished = `${file}.${process.pid}.new`;
  try {
    await writeFile(unfinished, text);
    await rename(unfinished, file);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}
