import { gunzipSync } from 'node:zlib';
import { inSlices } from '../basics/steps.ts';
import { isFeed, isW3cDatetime, readSitemap } from '../scanner/parse/sitemap/sitemap.ts';
import { letGo, type ReadLimits, readWhole } from './read-body.ts';

/** Asks the site for a path, without anything that shows who asks. */
export type AskSite = (path: string) => Promise<Response>;

/** Of an index and its files: more cost the site more than its list of 300 pages is worth. */
const MAX_FILES = 8;
const MAX_ADDRESSES = 1000;
/** After this no further file is asked for, so that slow ones leave the crawl its time. */
const MAX_MS = 10_000;

/**
 * The addresses that the sitemaps of a site list on its own host, with the day of change as listed (YYYY-MM-DD) or
 * undefined, in the order of the files. Feeds are left out: they list news.
 * @param named addresses of sitemaps, as robots.txt has them; empty for `/sitemap.xml`
 */
export async function listedAddresses(
  origin: string,
  named: readonly string[],
  ask: AskSite,
  limits: ReadLimits,
): Promise<Map<string, string | undefined>> {
  const home = `${origin}/`;
  const files = (named.length === 0 ? [`${home}sitemap.xml`] : named).filter((url) => url.startsWith(home));
  const found = new Map<string, string | undefined>();
  const until = performance.now() + MAX_MS;
  for (let at = 0; at < Math.min(files.length, MAX_FILES) && found.size < MAX_ADDRESSES; at += 1) {
    if (performance.now() > until) break;
    const file = files[at] ?? home;
    const body = await readFile(file.slice(origin.length), ask, limits).catch(() => undefined);
    if (body === undefined) continue;
    const { kind, entries, children } = await inSlices(readSitemap(body, { maxEntries: MAX_ADDRESSES, url: file }));
    if (isFeed(kind)) continue;
    files.push(...children.filter((url) => url.startsWith(home) && !files.includes(url)).slice(0, MAX_FILES));
    for (const { url, lastmod } of entries)
      if (url.startsWith(home) && !found.has(url) && found.size < MAX_ADDRESSES) found.set(url, dayOf(lastmod));
  }
  return found;
}

async function readFile(path: string, ask: AskSite, limits: ReadLimits): Promise<Uint8Array | undefined> {
  const answer = await ask(path);
  if (answer.status !== 200) {
    letGo(answer);
    return undefined;
  }
  const body = await readWhole(answer, limits);
  // A .gz file is packed itself, whatever the coding of its way here.
  const isPacked = body?.[0] === 0x1f && body[1] === 0x8b;
  return isPacked ? gunzipSync(body, { maxOutputLength: limits.maxBytes }) : body;
}

const LENGTH_OF_DAY = 10;

/** The day of a date that is one, and is not to come. */
function dayOf(lastmod: string | undefined): string | undefined {
  if (lastmod === undefined || lastmod.length < LENGTH_OF_DAY || !isW3cDatetime(lastmod)) return undefined;
  return Date.parse(lastmod) <= Date.now() ? lastmod.slice(0, LENGTH_OF_DAY) : undefined;
}
