/** A bundle of the programs keeps the data of the search, because making it takes seconds. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { Article } from './articles.ts';
import type { SearchData } from './search-data.ts';

/** Next to the modules of the bundle: the digest of the articles, then the data, compressed to half. */
const FILE = 'search-data.bin';

export function keepSearchData(folder: string, articles: readonly Article[], data: SearchData): void {
  writeFileSync(join(folder, FILE), Buffer.concat([digestOf(articles), gzipSync(serialize(data))]));
}

/**
 * @returns the data in the folder of this module; undefined where there is none, or none that can be used: that of other
 * articles, a part of a file, or what a newer Node has written
 */
export function keptSearchData(articles: readonly Article[], folder = import.meta.dirname): SearchData | undefined {
  const file = join(folder, FILE);
  if (!existsSync(file)) return undefined;
  const bytes = readFileSync(file);
  const digest = digestOf(articles);
  if (!digest.equals(bytes.subarray(0, digest.length))) return undefined;
  try {
    return deserialize(gunzipSync(bytes.subarray(digest.length)));
  } catch {
    return undefined;
  }
}

const digestOf = (articles: readonly Article[]): Buffer =>
  createHash('sha256').update(JSON.stringify(articles)).digest();
