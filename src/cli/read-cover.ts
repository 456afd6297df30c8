/** The setting `report`: title, logo and note in front of the HTML report. */
import { readFile, stat } from 'node:fs/promises';
import { ConfigError, ServiceError } from '../errors.ts';
import { logoUri, MAX_LOGO_BYTES } from '../scanner/parse/images/logo.ts';
import type { ReportCover } from '../schema/report-cover.ts';
import { safeCover } from '../sites/cover.ts';

/**
 * @param cover its logo is a data: URI, or the path of a PNG or SVG file
 * @throws ConfigError
 */
export async function readCover(cover: ReportCover | undefined): Promise<ReportCover | undefined> {
  if (cover === undefined) return undefined;
  const { logo } = cover;
  const isFile = logo !== undefined && logo !== '' && !logo.startsWith('data:');
  try {
    return safeCover(isFile ? { ...cover, logo: await uriOf(logo) } : cover);
  } catch (cause) {
    if (!(cause instanceof ServiceError)) throw cause;
    throw new ConfigError(cause.message, { cause });
  }
}

async function uriOf(file: string): Promise<string> {
  try {
    if ((await stat(file)).size > MAX_LOGO_BYTES)
      throw new ConfigError(`report.logo: ${file} is larger than ${MAX_LOGO_BYTES / 1000} KB`);
    return logoUri(await readFile(file));
  } catch (cause) {
    if (cause instanceof ConfigError) throw cause;
    throw new ConfigError(`report.logo: ${file} cannot be read`, { cause });
  }
}
