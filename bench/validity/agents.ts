/** Simulated agents with budgets: whether each finds the answer to a question. They share no code with the checks. */

import { type Question, wordsOf } from './content.ts';
import { pathOf, type ReadManner, type ReadPage, readHtml, readMarkdown } from './read-page.ts';
import type { Respond } from './site-variant.ts';

/** The answer was read within the budget. */
export type Agent = (question: Question) => boolean;
const ORIGIN = 'https://site.example';

interface Manner extends ReadManner {
  readonly userAgent: string;
  /** As robots.txt names it. */
  readonly token: string;
  readonly accept: string;
  readonly fetches: number;
}

const MANNERS = {
  coder: {
    userAgent: 'Claude-User/1.0',
    token: 'claude-user',
    accept: 'text/markdown, text/html;q=0.9',
    readsNoscript: true,
    keepsToMain: false,
    pageChars: 60_000,
    fetches: 7,
  },
  chat: {
    userAgent: 'Mozilla/5.0; compatible; ChatGPT-User/1.0',
    token: 'chatgpt-user',
    accept: 'text/html',
    readsNoscript: true,
    keepsToMain: false,
    pageChars: 16_000,
    fetches: 6,
  },
  reader: {
    userAgent: 'Mozilla/5.0; compatible; Perplexity-User/1.0',
    token: 'perplexity-user',
    accept: 'text/html',
    readsNoscript: false,
    keepsToMain: true,
    pageChars: 12_000,
    fetches: 8,
  },
} satisfies Record<string, Manner>;

/** The agents on one site: two that follow links, one that is led by an index. */
export function agentsOn(respond: Respond): Readonly<Record<string, Agent>> {
  return {
    coder: followingLinks(respond, MANNERS.coder, ['/', '/llms.txt']),
    chat: ledByIndex(respond, MANNERS.chat),
    reader: followingLinks(respond, MANNERS.reader, ['/']),
  };
}

function followingLinks(respond: Respond, manner: Manner, starts: readonly string[]): Agent {
  const read = reading(respond, manner);
  return ({ words, answer }) => {
    const seen = new Set<string>();
    const open = new Map<string, string>();
    let fetches = 0;
    const visit = (path: string): boolean => {
      seen.add(path);
      open.delete(path);
      fetches += 1;
      const page = read(path);
      if (page?.text.includes(answer) === true) return true;
      for (const link of page?.links ?? [])
        if (!seen.has(link.path)) open.set(link.path, `${open.get(link.path) ?? ''} ${link.words}`);
      return false;
    };
    if (starts.some(visit)) return true;
    while (fetches < manner.fetches + starts.length) {
      const best = [...open]
        .map(([path, text]) => ({ path, hits: overlap(words, `${text} ${path}`) }))
        .sort((a, b) => b.hits - a.hits)[0];
      if (best === undefined) return false;
      if (visit(best.path)) return true;
    }
    return false;
  };
}

function ledByIndex(respond: Respond, manner: Manner): Agent {
  const index = indexOf(respond);
  const read = reading(respond, manner);
  return ({ words, answer }) =>
    [...index]
      .map(([path, text]) => ({ path, hits: overlap(words, `${text} ${path}`) }))
      .sort((a, b) => b.hits - a.hits)
      .slice(0, 3)
      .some(({ path, hits }) => hits > 0 && read(path)?.text.includes(answer) === true);
}

/** Address and text of every page that may be indexed; each text once. */
function indexOf(respond: Respond): Map<string, string> {
  const index = new Map<string, string>();
  const texts = new Set<string>();
  for (const [path, page] of crawl(respond, { userAgent: 'OAI-SearchBot/1.3', token: 'oai-searchbot' })) {
    const isOwn = page.canonical === undefined || pathOf(page.canonical) === path;
    if (page.noindex || !isOwn || texts.has(page.text)) continue;
    texts.add(page.text);
    index.set(path, page.prose);
  }
  return index;
}

/** The texts of all pages that a plain crawler gets. */
export const plainTexts = (respond: Respond): string[] =>
  [...crawl(respond, { userAgent: 'PlainCrawler/1.0', token: 'plaincrawler' }).values()].map(({ text }) => text);

/** Pages found by links and the sitemap, whole. */
function crawl(respond: Respond, name: Pick<Manner, 'userAgent' | 'token'>): Map<string, ReadPage> {
  const read = reading(respond, { ...MANNERS.chat, ...name, pageChars: 1e6 });
  const map = respond({ path: '/sitemap.xml', userAgent: name.userAgent, accept: '*/*', origin: ORIGIN });
  const listed =
    map.status === 200 ? [...map.body.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url = '']) => pathOf(url)) : [];
  const queue = ['/', ...listed];
  const pages = new Map<string, ReadPage>();
  const seen = new Set<string>();
  for (const path of queue) {
    if (seen.has(path) || seen.size > 150) continue;
    seen.add(path);
    const page = read(path);
    if (page === undefined) continue;
    queue.push(...page.links.map((link) => link.path));
    pages.set(path, page);
  }
  return pages;
}

function reading(respond: Respond, manner: Manner): (path: string) => ReadPage | undefined {
  const known = new Map<string, ReadPage | undefined>();
  const ask = (path: string) => respond({ path, userAgent: manner.userAgent, accept: manner.accept, origin: ORIGIN });
  const robots = ask('/robots.txt');
  const mayRead = rulesFor(robots.status === 200 ? robots.body : '', manner.token);
  return (path) => {
    if (!known.has(path)) {
      const answer = mayRead(path) ? ask(path) : undefined;
      const isHtml = answer?.headers['content-type']?.startsWith('text/html') === true;
      known.set(
        path,
        answer?.status !== 200 ? undefined : isHtml ? readHtml(answer.body, manner) : readMarkdown(answer.body, manner),
      );
    }
    return known.get(path);
  };
}

/** The group of the token, else of everybody; the first rule that fits, for the files here hold no more. */
export function rulesFor(robots: string, token: string): (path: string) => boolean {
  const groups = robots.split(/\n\n/).map((group) => group.toLowerCase());
  const own =
    groups.find((group) => group.includes(`user-agent: ${token}\n`)) ??
    groups.find((group) => group.includes('user-agent: *'));
  const closed = [...(own ?? '').matchAll(/disallow: (\S+)/g)].map(([, rule = '']) => rule);
  return (path) => !closed.some((rule) => (rule.endsWith('$') ? path === rule.slice(0, -1) : path.startsWith(rule)));
}

const overlap = (words: readonly string[], text: string): number => {
  const there = new Set(wordsOf(text));
  return words.filter((word) => there.has(word)).length;
};
