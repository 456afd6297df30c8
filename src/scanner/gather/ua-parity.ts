import { IMITATED_AGENTS } from '../ai-agents.ts';
import { isMarkdown } from '../crawl/markdown-twin.ts';
import type { CrawlArtifact } from '../model/page.ts';
import { type AgentName, isServed, type ParityFetch, type Target, type UaParityArtifact } from '../model/site.ts';
import type { FetchResult } from '../net/fetch-types.ts';
import { detectChallenge } from '../parse/html/bot-challenge.ts';
import { looksLikeHtml, visibleText } from '../parse/html/rough-html.ts';
import { decodeBody } from '../parse/http-headers/charset.ts';
import { containment, isFuller, similarity, wordSet } from '../parse/text/compare-text.ts';
import { defineGatherer, type GatherContext } from './define.ts';

/** The deep page is one that the crawl has read as our own bot, so for that it is not asked again. */
const ASKED_AS: Readonly<Record<ParityFetch['page'], readonly AgentName[]>> = {
  home: ['browser', 'ChatGPT-User', 'Claude-User', 'OAI-SearchBot', 'LegibleBot'],
  deep: ['browser', 'ChatGPT-User', 'Claude-User'],
};

export const uaParity = defineGatherer({
  artifact: 'uaParity',
  needs: ['target', 'crawl'],
  async gather(context, { target, crawl }): Promise<UaParityArtifact> {
    const agents = { ...IMITATED_AGENTS, LegibleBot: context.userAgent };
    const pages = [{ page: 'home' as const, url: target.finalUrl }, ...deepPage(target, crawl)];
    const fetches: ParityFetch[] = [];
    for (const { page, url } of pages) {
      const look = async (agent: AgentName): Promise<Look> => ({ agent, ...(await ask(context, url, agents[agent])) });
      // In turn and not at once: a burst of four agents from one address is what a rate limit is for.
      const first: Look[] = [];
      for (const agent of ASKED_AS[page]) first.push(await look(agent));
      const looks = await lookTwice(first, look);
      for (const { agent, result } of looks) fetches.push({ agent, userAgent: agents[agent], page, url, result });
    }
    return { fetches };
  },
});

interface Look {
  readonly agent: AgentName;
  readonly result: FetchResult;
  readonly words: ReadonlySet<string>;
}
type Judged = Pick<ParityFetch, 'agent' | 'result'>;

/** Under this share of common words two answers are two pages, as S6 has it. */
const SAME_PAGE = 0.6;
/** Of an agent that was turned away with all others. */
const OUR_PACE: ParityFetch['result'] = {
  failure: {
    code: 'timeout',
    message: 'at a second look a browser was turned away too, so our own pace may be the reason',
  },
};

/**
 * One difference may be an accident: a limit that our own requests reached, or a test with two versions of a page. So an agent
 * that fares worse than the browser is asked for once more, later and alone, and then the browser; the better of its two
 * answers counts, and none where the browser fares as badly then.
 */
async function lookTwice(first: readonly Look[], look: (agent: AgentName) => Promise<Look>): Promise<Judged[]> {
  const browser = first.find(({ agent }) => agent === 'browser');
  const judged = first.map(({ agent, result, words }) => ({
    agent,
    result: resultOf(result, words, browser?.words ?? words),
  }));
  if (browser === undefined || !judged.some((each) => each.agent === 'browser' && isServed(each.result))) return judged;
  const isWorse = worseThan(browser.words.size);
  if (judged.every(({ result }) => !isWorse(result))) return judged;
  const again = new Map<AgentName, Look>();
  for (const { agent, result } of judged) if (isWorse(result)) again.set(agent, await look(agent));
  const control = await look('browser');
  const baselines = [browser.words, control.words];
  const isSteady = similarity(browser.words, control.words) >= SAME_PAGE;
  return judged.map((each) => {
    const second = again.get(each.agent);
    if (second === undefined) return each;
    const seconds = baselines.map((baseline) => resultOf(second.result, second.words, baseline));
    const better = seconds.find((result) => !isWorse(result));
    if (better !== undefined) return { agent: each.agent, result: better };
    // A browser that now gets another page, or none, shows that it was not the name.
    const isOurs =
      !isServed(resultOf(control.result, control.words, browser.words)) || (!isSteady && isServed(each.result));
    return isOurs ? { agent: each.agent, result: OUR_PACE } : each;
  });
}

/** Refused, challenged, or another page, which neither Markdown nor a page with more text than the browser's is. */
const worseThan =
  (browserWords: number) =>
  (result: ParityFetch['result']): boolean =>
    !('failure' in result) &&
    (!isServed(result) ||
      (result.similarity < SAME_PAGE && result.isMarkdown !== true && !isFuller(result.words ?? 0, browserWords)));

/** The deepest readable page, so that a rule that guards only inner pages is met too; the same one every time. */
function deepPage(target: Target, crawl: CrawlArtifact): { page: 'deep'; url: string }[] {
  const deepest = crawl.pages
    .filter(({ status, finalUrl }) => status === 200 && finalUrl !== target.finalUrl)
    .map(({ finalUrl }) => finalUrl)
    .sort((a, b) => b.split('/').length - a.split('/').length || (a < b ? -1 : 1))[0];
  return deepest === undefined ? [] : [{ page: 'deep', url: deepest }];
}

async function ask({ client }: GatherContext, url: string, userAgent: string) {
  const result = await client.look({ url, headers: { 'user-agent': userAgent, accept: 'text/html,*/*' } });
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
    words: words.size,
    ...(isMarkdown(result) ? { isMarkdown: true } : {}),
    ...(asksForSignature(headers['accept-signature']) ? { asksForSignature: true } : {}),
  };
}

/** The tag of draft-meunier-web-bot-auth-architecture. */
const asksForSignature = (field = ''): boolean => /;\s*tag="web-bot-auth"/i.test(field);

const textOf = (result: Extract<FetchResult, { ok: true }>) =>
  decodeBody(result.body, result.answer.headers['content-type']).text;
