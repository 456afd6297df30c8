/** What a crawler without scripts gets over HTTP: the trivial yardstick of a set that others wrote. */
import { parseUrl } from '../../src/basics/parse-url.ts';
import { wordsOf } from './content.ts';
import { readHtml } from './read-page.ts';
import { PAGE_WORDS } from './yardsticks.ts';

const MOST_PAGES = 150;
const TIMEOUT_MS = 10_000;
const MANNER = { readsNoscript: true, keepsToMain: false, pageChars: 1e6 };
const USER_AGENT = 'PlainCrawler/1.0';

/** Pages with 100 words, found by links and the sitemap from the root of an origin; 150 addresses at most. */
export async function pagesWithWords(origin: string): Promise<number> {
  const root = `${origin}/`;
  const map = await textOf(`${root}sitemap.xml`);
  const listed = [...(map?.body ?? '').matchAll(/<loc>([^<]{1,2000})<\/loc>/g)].map(([, url = '']) => url.trim());
  const queue = [root, ...listed.flatMap((href) => addressOn(origin, href, root))];
  const seen = new Set<string>();
  let pages = 0;
  for (const url of queue) {
    if (seen.has(url) || seen.size >= MOST_PAGES) continue;
    seen.add(url);
    const answer = await textOf(url);
    if (answer === undefined || !answer.isHtml) continue;
    const { text, links } = readHtml(answer.body, MANNER);
    if (wordsOf(text).length >= PAGE_WORDS) pages += 1;
    queue.push(...links.flatMap(({ href }) => addressOn(origin, href, url)));
  }
  return pages;
}

function addressOn(origin: string, href: string, base: string): string[] {
  const url = parseUrl(href, base);
  if (url?.origin !== origin) return [];
  url.hash = '';
  return [url.href];
}

async function textOf(url: string): Promise<{ readonly body: string; readonly isHtml: boolean } | undefined> {
  try {
    const headers = { 'user-agent': USER_AGENT, accept: 'text/html' };
    const answer = await fetch(url, { headers, signal: AbortSignal.timeout(TIMEOUT_MS) });
    const body = await answer.text();
    if (!answer.ok) return undefined;
    return { body, isHtml: answer.headers.get('content-type')?.includes('html') === true };
  } catch {
    return undefined;
  }
}
