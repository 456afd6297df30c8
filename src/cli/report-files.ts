import { open, readFile, writeFile } from 'node:fs/promises';
import { ConfigError } from '../config.ts';
import type { ReportData } from '../scanner/reporters/reporter.ts';
import { Scan } from '../schema/scan.ts';
import { renderReport } from './render-scan.ts';

type Outputs = Readonly<Record<string, string>> | undefined;

/** @throws ConfigError for a file that is not the JSON of a scan */
export async function readBaseline(file: string): Promise<Scan> {
  try {
    return Scan.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch (cause) {
    throw new ConfigError(`baseline: expected ${file} to hold an earlier scan as --format json prints it`, { cause });
  }
}

/** Before the scan, for its work would be lost. @throws ConfigError */
export async function assertWritable(outputs: Outputs = {}): Promise<void> {
  for (const file of Object.values(outputs)) {
    try {
      await (await open(file, 'a')).close();
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new ConfigError(`output: ${file} cannot be written (${reason})`, { cause });
    }
  }
}

export async function writeOutputs(outputs: Outputs = {}, data: ReportData): Promise<void> {
  const plain = { columns: Number.POSITIVE_INFINITY, paint: (_: string, text: string) => text };
  for (const [format, file] of Object.entries(outputs)) await writeFile(file, `${renderReport(data, format, plain)}\n`);
}
