import type { TrafficArtifact } from '../../model/site.ts';
import { pluralize } from '../../pluralize.ts';
import { defineCheck, fail, pass, unmeasured, warn } from '../define.ts';

const WARN_SHARE = 0.02;
const FAIL_SHARE = 0.2;
/** Interference that grows: this many refusals, and a last third this much worse than the first. */
const RISING_EVENTS = 5;
const RISING_FACTOR = 3;

const WORD: Record<TrafficArtifact['blocked'][number]['kind'], string> = {
  forbidden: '403',
  'too-many-requests': '429',
  challenge: 'challenge page',
  reset: 'connection reset',
};

export default defineCheck({
  id: 'S7',
  slug: 'scan-interference',
  series: 'site',
  category: 'access',
  titles: {
    pass: 'Pages load steadily for an honest bot',
    fail: 'Pages fail or slow down for an honest bot',
    action: 'Serve an honest bot without errors or limits',
  },
  why: 'An agent that reads several pages in a row gives up, or answers from half of the site, when pages start to be refused.',
  rule: 'Counts the page requests of our own bot that got a 403, a 429, a challenge page or a reset. Passes under 2 %. Warns up to 20 %, and about a 429 without Retry-After. Fails above 20 %, when the site answers 429 and asks for longer pauses than a scan can make before all pages are read, and when the last third of the requests has at least 5 refusals, at least 20 %, and 3 times the share of the first third.',
  sources: [
    'https://www.rfc-editor.org/rfc/rfc6585#section-4',
    'https://www.rfc-editor.org/rfc/rfc9110#section-10.2.3',
  ],
  needs: ['traffic'],
  wants: ['uaParity', 'crawl'],
  evaluate({ traffic: { pageRequests, blocked, limit }, uaParity, crawl }) {
    if (pageRequests === 0) return unmeasured('No page was requested, so nothing can be said of how they are served.');
    const read = crawl?.pages.length ?? 0;
    if (limit?.status === 429 && crawl !== undefined && read < crawl.pagesDiscovered) {
      return fail(
        `The site limits requests: it answered 429 and asked for longer pauses than a scan can make, after ${pluralize(limit.answered, 'request')}; ${pluralize(read, 'page')} of ${crawl.pagesDiscovered} could be read.`,
        {
          howToFix:
            'Let a visitor read at least ten pages in a row: raise the limit, count only pages, or exempt known agents by their address or signature.',
          evidence: { measured: read, threshold: crawl.pagesDiscovered },
        },
      );
    }
    if (blocked.length === 0) return pass(`None of ${pageRequests} page requests was refused.`);

    const share = blocked.length / pageRequests;
    const counts = Object.entries(WORD)
      .map(([kind, word]) => ({ word, count: blocked.filter((event) => event.kind === kind).length }))
      .filter(({ count }) => count > 0)
      .map(({ word, count }) => `${count} × ${word}`);
    // A cut connection is no answer, so it refuses nothing.
    const isCut = blocked.every(({ kind }) => kind === 'reset');
    const verb = isCut ? 'Cut off for' : 'Refused to';
    const summary = `${verb} our own user agent: ${blocked.length} of ${pageRequests} page requests (${counts.join(', ')})`;
    const own = uaParity?.fetches.find(({ agent }) => agent === 'LegibleBot');
    const finding = {
      howToFix: isCut
        ? 'Find out why the server ends connections without an answer: a crash, a limit of connections, or a rule against bots. Answer overload with 429 and a Retry-After header.'
        : 'Let identified bots read at a steady pace: raise the rate limit or exempt them from the bot rule, and answer overload with 429 and a Retry-After header instead of challenges, 403s or dropped connections.',
      evidence: {
        ...(blocked[0] === undefined ? {} : { url: blocked[0].url }),
        ...(own === undefined ? {} : { request: { userAgent: own.userAgent } }),
        measured: `${(share * 100).toFixed(1)} %`,
        threshold: `${WARN_SHARE * 100} %`,
        examples: blocked.map(({ kind, url }) => `${WORD[kind]} ${url}`),
      },
    };

    if (share > FAIL_SHARE) return fail(`${summary}.`, finding);
    if (isRising(pageRequests, blocked)) return fail(`${summary}, most of them towards the end of the scan.`, finding);
    if (share >= WARN_SHARE) return warn(`${summary}.`, finding);
    if (blocked.some(({ kind, retryAfter }) => kind === 'too-many-requests' && !retryAfter))
      return warn(`${summary}; a 429 came without Retry-After, so an agent cannot know how long to wait.`, finding);
    return pass(`${summary}.`, finding.evidence);
  },
});

/** Whether refusals grew over the scan: thirds are thirds of the request positions. */
function isRising(pageRequests: number, blocked: TrafficArtifact['blocked']): boolean {
  if (blocked.length < RISING_EVENTS) return false;
  const firstEnd = Math.ceil(pageRequests / 3);
  const lastStart = Math.ceil((pageRequests * 2) / 3);
  const first = blocked.filter(({ position }) => position < firstEnd).length / firstEnd;
  const last = blocked.filter(({ position }) => position >= lastStart).length / (pageRequests - lastStart);
  return last >= FAIL_SHARE && last >= RISING_FACTOR * first;
}
