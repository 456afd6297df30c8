import type { Evidence } from '../../model/result.ts';
import { isServed, type ParityFetch } from '../../model/site.ts';
import { isFuller } from '../../parse/text/compare-text.ts';
import { defineCheck, fail, notApplicable, pass, unmeasured, warn } from '../define.ts';
import { mayRead } from './robots-access.ts';

/** Share of words that the answer for an agent must have in common with the browser's. */
const MIN_SIMILARITY = 0.6;
/** A Markdown version leaves out menus and footers, so its words are looked for in the page; a stub has too few of them. */
const MIN_IN_PAGE = 0.6;
const MIN_OF_PAGE = 0.1;
const REFUSALS: readonly number[] = [401, 403, 406, 429];

export default defineCheck({
  id: 'S6',
  slug: 'agent-ua-parity',
  series: 'site',
  category: 'access',
  titles: {
    pass: 'AI agents get the same pages as browsers',
    fail: 'AI agents get other pages than browsers',
    action: 'Let AI agents through the firewall or bot protection',
  },
  why: 'A firewall can refuse an assistant that robots.txt allows, and a person with a browser does not notice.',
  rule: `Fetches the home page and one deep page as a browser, as ChatGPT-User and as Claude-User, and the home page as OAI-SearchBot and as our own bot; who fares worse than the browser is asked for once more, and the better answer counts. Passes when all get the same page, as HTML or as Markdown, when agents get text that the browser has only after its scripts ran (at least 40 different words, 4 times the browser's), and when the refusal asks for a Web Bot Auth signature (Accept-Signature) and our own signed bot gets in. Warns when only an imitated agent is refused (401, 403, 406, 429, 5xx, challenge page) or gets a page with under 60 % of the words, since the vendor's real agent may be recognized by its IP address or signature. Fails when our own bot is refused too, or when robots.txt blocks the same agent. Where the browser is met by a challenge, which it solves, and our own bot gets the page, agents that are challenged are refused. Not applicable when the browser gets no 2xx otherwise.`,
  sources: [
    'https://www.rfc-editor.org/rfc/rfc9110#section-10.1.5',
    'https://developers.cloudflare.com/bots/concepts/bot/verified-bots/',
  ],
  needs: ['uaParity', 'robotsTxt'],
  evaluate({ uaParity: { fetches }, robotsTxt }) {
    const baselines = fetches.filter(({ agent }) => agent === 'browser');
    const usable = baselines.filter((each) => reachesBrowsers(each, fetches));
    const [shown] = usable;
    if (shown === undefined) {
      return baselines.length === 0 || baselines.some(isLost)
        ? unmeasured(
            'The pages could not be read as a browser (no answer, or one too large), so there is nothing to compare with.',
          )
        : notApplicable('A browser gets no 2xx page either, so there is nothing to compare with.');
    }

    const compared = fetches.filter(
      ({ agent, page }) => agent !== 'browser' && usable.some((baseline) => baseline.page === page),
    );
    const found = compared
      .filter((fetch) => fetch.agent !== 'LegibleBot' && !isPrepared(fetch, usable))
      .flatMap(treatmentOf);
    const first = found[0];
    if (first === undefined) {
      if (compared.length === 0 || compared.some(isLost))
        return unmeasured('Some pages could not be fetched as an agent, so the comparison is not complete.');
      const ownRefused = compared.some(isRefused) ? ' Our own bot, which says who it is, was refused.' : '';
      const asMarkdown = compared.some(({ result }) => !('failure' in result) && isPageAsMarkdown(result));
      const isMade = compared.some((fetch) => isPrepared(fetch, usable));
      const got = isMade
        ? 'a page with its text, which a browser has only after its scripts ran,'
        : asMarkdown
          ? 'the page as Markdown'
          : 'what a browser gets';
      const [imitated] = compared.filter(({ page }) => page === shown.page);
      return pass(`Imitated AI agents get ${got}, as seen from one network.${ownRefused}`, {
        url: shown.url,
        ...(imitated === undefined ? {} : { request: { userAgent: imitated.userAgent } }),
      });
    }

    if (admitsSigned(fetches)) {
      return pass(
        'Imitated AI agents are refused, and asked for a Web Bot Auth signature. Our own bot signs its requests and gets in, so real agents that sign do too.',
        { url: shown.url },
      );
    }
    const refusedUs = found.find(({ fetch: { page } }) =>
      compared.some((own) => own.agent === 'LegibleBot' && own.page === page && isRefused(own)),
    );
    const refusedByRobots = found.find(({ fetch: { agent, url } }) => !mayRead(robotsTxt, agent, url));
    const worst = refusedUs ?? refusedByRobots ?? first;
    const gets = isServed(shown.result)
      ? 'gets the page'
      : 'solves the challenge by a script, and our own bot gets the page';
    const message = `${found.map(({ says }) => says).join('; ')}, where a browser ${gets}.`;
    const finding = {
      howToFix:
        'Remove server rules that refuse these agents by name. Where a firewall or bot rule must stay, let verified assistant fetchers pass it (by the address ranges or signatures that their vendors publish). Answer them with the page that people get.',
      evidence: evidenceOf(worst),
    };
    if (refusedUs !== undefined)
      return fail(
        `${message} Our own bot, which says who it is, is refused too, so this is no check of identity.`,
        finding,
      );
    if (refusedByRobots !== undefined)
      return fail(`${message} robots.txt disallows the same agent, so it is kept out on purpose.`, finding);
    return warn(
      `${message} We imitated the user agent from one address without the vendor's signature; a site that verifies assistants is right to refuse that, so make sure that the real ones get in.`,
      finding,
    );
  },
});

type Answered = Exclude<ParityFetch['result'], { failure: unknown }>;

interface Treatment {
  readonly fetch: ParityFetch;
  readonly says: string;
}

const isLost = ({ result }: ParityFetch): boolean => 'failure' in result;

const isRefused = ({ result }: ParityFetch): boolean =>
  !('failure' in result) &&
  (REFUSALS.includes(result.status) || result.status >= 500 || result.challenge !== undefined);

/** Imitated agents that are refused a page which a browser gets; none where no browser gets one. */
export function refusedAgents(fetches: readonly ParityFetch[]): string[] {
  const shown = fetches.filter((each) => each.agent === 'browser' && reachesBrowsers(each, fetches));
  const refused = fetches.filter(
    (fetch) => fetch.agent !== 'browser' && isRefused(fetch) && shown.some(({ page }) => page === fetch.page),
  );
  return [...new Set(refused.map(({ agent }) => agent))];
}

/** A browser gets this page: at once, or behind a challenge that its scripts solve. */
export const reachesBrowsers = ({ result }: ParityFetch, all: readonly ParityFetch[]): boolean =>
  isServed(result) || (isChallenged(result) && isGated(all));

/**
 * Every browser is met by a challenge, and our own bot gets the page, as proof-of-work gates have it, which stop the names of
 * browsers and of clients that call themselves browsers.
 */
export const isGated = (fetches: readonly ParityFetch[]): boolean =>
  fetches.every(({ agent, result }) => agent !== 'browser' || isChallenged(result)) &&
  fetches.some(({ agent, result }) => agent === 'LegibleBot' && isServed(result));

const isChallenged = (result: ParityFetch['result']): boolean =>
  !('failure' in result) && result.challenge !== undefined;

/** How an agent was treated worse than the browser: none or one entry. */
function treatmentOf(fetch: ParityFetch): Treatment[] {
  const { agent, page, result } = fetch;
  if ('failure' in result) return [];
  const where = page === 'home' ? 'the home page' : 'a deep page';
  if (result.challenge !== undefined) return [{ fetch, says: `${agent} gets a challenge page for ${where}` }];
  if (isRefused(fetch)) return [{ fetch, says: `${agent} gets ${result.status} for ${where}` }];
  if (result.similarity >= MIN_SIMILARITY || isPageAsMarkdown(result)) return [];
  return [{ fetch, says: `${agent} gets other words (${Math.floor(result.similarity * 100)} % alike) for ${where}` }];
}

/**
 * The site says that it verifies agents, and proves it: it asks refused imitations for a Web Bot Auth signature, and
 * admits our own bot, whose requests are signed.
 */
export const admitsSigned = (fetches: readonly ParityFetch[]): boolean => {
  const own = fetches.filter(({ agent }) => agent === 'LegibleBot');
  return (
    fetches.some(({ agent, result }) => agent !== 'LegibleBot' && !('failure' in result) && result.asksForSignature) &&
    own.length > 0 &&
    own.every((fetch) => isServed(fetch.result) && treatmentOf(fetch).length === 0)
  );
};

/** The site answers this agent with the text that its scripts make in a browser. */
export function isPrepared({ page, result }: ParityFetch, all: readonly ParityFetch[]): boolean {
  const shown = all.find((each) => each.agent === 'browser' && each.page === page)?.result;
  if (shown === undefined || 'failure' in shown || 'failure' in result || !isServed(result)) return false;
  return isFuller(result.words ?? 0, shown.words ?? Infinity);
}

/** The answer is the page as Markdown, which agents may well be sent in place of the HTML. */
export const isPageAsMarkdown = ({ isMarkdown, inBrowser = 0, contained = 0 }: Answered): boolean =>
  isMarkdown === true && inBrowser >= MIN_IN_PAGE && contained >= MIN_OF_PAGE;

function evidenceOf({ fetch: { url, userAgent, result } }: Treatment): Evidence {
  return {
    url,
    request: { userAgent },
    ...('failure' in result
      ? {}
      : { status: result.status, measured: `${Math.floor(result.similarity * 100)} % of the words` }),
    threshold: `${MIN_SIMILARITY * 100} % of the words`,
  };
}
