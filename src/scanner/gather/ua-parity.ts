import { isMarkdown } from '../crawl/markdown-twin.ts';
import type { CrawlArtifact } from '../model/page.ts';
import type { AgentName, ParityFetch, Target, UaParityArtifact } from '../model/site.ts';
import type { FetchResult } from '../net/fetch-types.ts';
import { detectChallenge } from '../parse/html/bot-challenge.ts';
import { looksLikeHtml, visibleText } from '../parse/html/rough-html.ts';
import { decodeBody } from '../parse/http-headers/charset.ts';
import { containment, similarity, wordSet } from '../parse/text/compare-text.ts';
import { defineGatherer, type GatherContext } from './define.ts';

/** As the vendors document them (2026-11): what a firewall's user-agent rule would see. */
const IMITATED: Record<Exclude<AgentName, 'LegibleBot'>, string> = {
  browser:
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  'ChatGPT-User':
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko); compatible; ChatGPT-User/1.0; +https://openai.com/bot',
  'Claude-User':
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; Claude-User/1.0; +Claude-User@anthropic.com)',
};

/** The deep page is one that the crawl has read as our own bot, so for that it is not asked again. */
const ASKED_AS: Readonly<Record<ParityFetch['page'], readonly AgentName[]>> = {
  home: ['browser', 'ChatGPT-User', 'Claude-User', 'LegibleBot'],
  deep: ['browser', 'ChatGPT-User', 'Claude-User'],
};

export const uaParity = defineGatherer({
  artifact: 'uaParity',
  needs: ['target', 'crawl'],
  async gather(context, { target, crawl }): Promise<UaParityArtifact> {
    const agents = { ...IMITATED, LegibleBot: context.userAgent };
    const pages = [{ page: 'home' as const, url: target.finalUrl }, ...deepPage(target, crawl)];
    const fetches: ParityFetch[] = [];
    for (const { page, url } of pages) {
      // In turn and not at once: a burst of four agents from one address is what a rate limit is for.
      let baseline: ReadonlySet<string> | undefined;
      for (const agent of ASKED_AS[page]) {
        const { result, words } = await ask(context, url, agents[agent]);
        baseline ??= words;
        fetches.push({ agent, userAgent: agents[agent], page, url, result: resultOf(result, words, baseline) });
      }
    }
    return { fetches };
  },
});

/** The deepest readable page, so that a rule that guards only inner pages is met too; the same one every time. */
function deepPage(target: Target, crawl: CrawlArtifact): { page: 'deep'; url: string }[] {
  const deepest = crawl.pages
    .filter(({ status, finalUrl }) => status === 200 && finalUrl !== target.finalUrl)
    .map(({ finalUrl }) => finalUrl)
    .sort((a, b) => b.split('/').length - a.split('/').length || (a < b ? -1 : 1))[0];
  return deepest === undefined ? [] : [{ page: 'deep', url: deepest }];
}

async function ask({ client }: GatherContext, url: string, userAgent: string) {
  const result = await client.probe({ url, headers: { 'user-agent': userAgent, accept: 'text/html,*/*' } });
  return { result, words: wordSet(result.ok ? visibleText(textOf(result)) : '') };
}

function resultOf(
  result: FetchResult,
  words: ReadonlySet<string>,
  baseline: ReadonlySet<string>,
): ParityFetch['result'] {
  if (!result.ok) return { failure: result.failure };
  const { status, headers, contentType } = result.answer;
  const body = textOf(result);
  const challenge = detectChallenge({ status, headers, body, isHtml: looksLikeHtml(body, contentType) });
  return {
    status,
    challenge,
    similarity: similarity(baseline, words),
    contained: containment(baseline, words),
    inBrowser: containment(words, baseline),
    ...(isMarkdown(result) ? { isMarkdown: true } : {}),
  };
}

const textOf = (result: Extract<FetchResult, { ok: true }>) =>
  decodeBody(result.body, result.answer.headers['content-type']).text;
