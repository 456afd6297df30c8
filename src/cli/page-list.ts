import { createReadStream } from 'node:fs';
import process from 'node:process';
import { parseUrl } from '../basics/parse-url.ts';
import { ConfigError } from '../errors.ts';
import { isHttp, looksLikePage, withScheme } from '../scanner/parse/url/normalise-url.ts';

/** Pages of one site, which alone are scanned. */
export interface PageList {
  /** Root URL of the scan. */
  readonly url: string;
  /** Path and query of each page, each once, in the order of the list. */
  readonly pages: readonly string[];
}

const STDIN = '-';
const MAX_URL = 2000;
/** More than the longest list has, with its comments. */
const MAX_BYTES = 8_000_000;
/** Lines that one message names. */
const MAX_FAULTS = 5;

/**
 * Reads the list in a file, or standard input for `-`.
 * @throws ConfigError for a file that cannot be read, and as `pagesIn` does
 */
export async function readPageList(file: string, url: string | undefined, limit: number): Promise<PageList> {
  return pagesIn(await readText(file), url, limit);
}

/**
 * The pages of a list: a URL or a path on each line, `#` before a comment.
 * @param url the site; undefined for that of the first line
 * @param limit pages at most
 * @throws ConfigError that names the lines that are no pages of the site
 */
export function pagesIn(text: string, url: string | undefined, limit: number): PageList {
  const lines = text
    .replace(/^\ufeff/, '')
    .split(/\r?\n/)
    .map((line, at) => ({ number: at + 1, text: line.replace(/(^|\s)#.*/, '').trim() }))
    .filter((line) => line.text !== '');
  const [first] = lines;
  if (first === undefined) throw new ConfigError('--urls: expected a page a line; the list has none');
  const root = parseUrl(url ?? rootOf(first.text));
  if (root === undefined || !isHttp(root)) {
    throw new ConfigError(
      `--urls: line ${first.number}: expected an absolute http or https URL, because no URL to scan is given`,
    );
  }
  const faults: string[] = [];
  const pages = new Set<string>();
  for (const line of lines) {
    const page = pageOf(line.text, root);
    if (typeof page === 'string') faults.push(`line ${line.number}: ${page}`);
    else pages.add(page.path);
  }
  if (faults.length > 0) {
    const more = faults.length > MAX_FAULTS ? [`and ${faults.length - MAX_FAULTS} more lines`] : [];
    throw new ConfigError(`--urls: ${[...faults.slice(0, MAX_FAULTS), ...more].join('; ')}`);
  }
  if (pages.size > limit) {
    throw new ConfigError(
      `--urls: the list has ${pages.size} pages, and a scan reads ${limit} at most. Split the list.`,
    );
  }
  return { url: root.href, pages: [...pages] };
}

const rootOf = (line: string): string => (line.startsWith('/') ? '' : (parseUrl('/', withScheme(line))?.href ?? ''));

/** The page at a line, or why it is none; what the line holds is not repeated, because it may have a secret in it. */
function pageOf(line: string, root: URL): { readonly path: string } | string {
  const url = parseUrl(line.startsWith('/') ? root.origin + line : withScheme(line));
  if (url === undefined || !isHttp(url) || line.length > MAX_URL)
    return `expected a URL of at most ${MAX_URL} characters, or a path that begins with /`;
  if (url.origin !== root.origin) return `another origin than ${root.origin}. Scan each site with a list of its own`;
  if (!looksLikePage(url.href)) return 'its ending is that of a file, not of a page';
  return { path: url.pathname + url.search };
}

async function readText(file: string): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of file === STDIN ? process.stdin : createReadStream(file)) {
      const part = Buffer.from(chunk);
      bytes += part.length;
      if (bytes > MAX_BYTES) throw new Error(`it has more than ${MAX_BYTES} bytes`);
      chunks.push(part);
    }
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new ConfigError(`--urls: ${file === STDIN ? 'standard input' : file} cannot be read (${reason})`, { cause });
  }
  return Buffer.concat(chunks).toString('utf8');
}
