import { strToU8, zipSync } from 'fflate';
import { type FixFile, fixFiles } from '../../scanner/reporters/fix-files.ts';
import type { ReportData } from '../../scanner/reporters/reporter.ts';

/** Of every file, so that the same scan gives the same archive. The format has no time before 1980. */
const MODIFIED = '1980-01-01T00:00:00';

/** The drafts of a scan as a zip archive. */
export function fixesZip(data: ReportData): Uint8Array<ArrayBuffer> {
  const entries = fixFiles(data).map(({ path, text }: FixFile) => [path, strToU8(text)] as const);
  return Uint8Array.from(zipSync(Object.fromEntries(entries), { mtime: MODIFIED }));
}
