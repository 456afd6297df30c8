import { actionSite, judgeActions, MAX_ACTION_PROBES, planActions, probeKey } from '../actions/judge.ts';
import type { ActionAnswer, ActionProbe, ActionsArtifact } from '../model/actions.ts';
import { isSiteFault } from '../model/http.ts';
import { detectChallenge } from '../parse/html/bot-challenge.ts';
import { extractPageFacts } from '../parse/html/extract-page-facts.ts';
import { hasMoreTags, looksLikeHtml } from '../parse/html/rough-html.ts';
import { decodeBody } from '../parse/http-headers/charset.ts';
import { defineGatherer, type GatherContext } from './define.ts';

const MAX_BYTES = 1_000_000;
const MAX_BODY_CHARS = 300_000;
/** A page with more tags is not read on this thread. */
const MAX_TAGS = 10_000;
const TIMEOUT_MS = 8000;
/** Probes of one plan under way together: they are of different kinds, and none waits for the answer to another. */
const AT_ONCE = 4;

/**
 * What the site offers to do. Asks at most twelve times, few at once, for what the plan names: GET and OPTIONS without a body. What
 * `exclude` or robots.txt keep from a scan is not asked.
 */
export const actions = defineGatherer({
  artifact: 'actions',
  needs: ['target', 'crawl'],
  wants: ['apiDescription', 'mcpDiscovery', 'wellKnown'],
  async gather(context, artifacts): Promise<ActionsArtifact> {
    const site = actionSite(artifacts);
    const answers = new Map<string, ActionAnswer>();
    const answerOf = (probe: ActionProbe) => answers.get(probeKey(probe));
    const answerTo = async (probe: ActionProbe): Promise<void> => {
      const isKept = context.isExcluded(probe.url);
      answers.set(probeKey(probe), isKept ? { answered: false, isProven: false } : await ask(context, probe));
    };
    while (answers.size < MAX_ACTION_PROBES) {
      const next = planActions(site, answerOf).slice(0, Math.min(AT_ONCE, MAX_ACTION_PROBES - answers.size));
      if (next.length === 0) break;
      await Promise.all(next.map(answerTo));
    }
    return judgeActions(site, answerOf);
  },
});

async function ask(
  { actionClient: client }: GatherContext,
  { url, method, accept }: ActionProbe,
): Promise<ActionAnswer> {
  const result = await client.probe({ url, method, headers: { accept }, maxBytes: MAX_BYTES, timeoutMs: TIMEOUT_MS });
  if (!result.ok) return { answered: false, isProven: isSiteFault(result.failure.code) };
  const { answer } = result;
  const body = decodeBody(result.body, answer.headers['content-type']).text.slice(0, MAX_BODY_CHARS);
  const isHtml = looksLikeHtml(body, answer.contentType);
  const facts =
    isHtml && answer.status === 200 && !hasMoreTags(body, MAX_TAGS)
      ? extractPageFacts(body, { url: answer.finalUrl, contentTypeHeader: answer.headers['content-type'] })
      : undefined;
  return {
    answered: true,
    finalUrl: answer.finalUrl,
    dropsBody: answer.hops.some(({ status }) => status !== 307 && status !== 308),
    status: answer.status,
    contentType: answer.contentType,
    isHtml,
    isChallenge: detectChallenge({ status: answer.status, headers: answer.headers, body, isHtml }) !== undefined,
    body,
    allows: (answer.headers.allow ?? '')
      .slice(0, 200)
      .split(',')
      .map((name) => name.trim().toUpperCase()),
    contentHash: facts?.mainText.hash ?? '',
    further: facts?.actions.further.map(({ url: each }) => each) ?? [],
  };
}
