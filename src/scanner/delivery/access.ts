import { AI_AGENTS } from '../ai-agents.ts';
import {
  admitsSigned,
  isGated,
  isPageAsMarkdown,
  isPrepared,
  reachesBrowsers,
} from '../checks/site/agent-ua-parity.ts';
import { evenlySpaced } from '../evenly-spaced.ts';
import type { AssistantName, ParityFetch, RobotsArtifact, UaParityArtifact } from '../model/site.ts';
import { isAllowed } from '../parse/robots/robots-txt.ts';
import type { Reader } from '../readers/readers.ts';
import { type Mends, NOTHING_MENDED } from './page-log.ts';

/** Characters of addresses times rules that are compared for one reader. */
const MAX_COMPARISONS = 7_000_000;
const MAX_ADDRESSES = 2000;

/** What robots.txt lets a reader fetch. A missing file, or one we could not get, forbids nothing. */
export interface LetIn {
  /** Whether the reader may fetch each page. */
  pages(reader: Reader, mends?: Mends): readonly boolean[];
  /** Share of the addresses, read or not. */
  share(reader: Reader, mends?: Mends): number;
}

const OF_ROBOTS = ['S1', 'S2', 'S3'];

/**
 * @param addresses all pages that the site lists or links
 * @param pages those that were read
 */
export function letInBy(
  robotsTxt: RobotsArtifact | undefined,
  addresses: readonly string[],
  pages: readonly string[] = [],
): LetIn {
  const { rules } = robotsTxt ?? {};
  const mayRead = (reader: Reader, url: string, mends: Mends): boolean => {
    if (isClosed(robotsTxt)) return OF_ROBOTS.some((id) => mends.has(id));
    return reader.robotsTokens.every((token) => mends.has(checkOf(token)) || isAllowed(rules, token, url));
  };
  const ruleCount = countRules(rules);
  const chars = addresses.reduce((sum, url) => sum + url.length, 0);
  const affordable = Math.max(1, Math.floor((addresses.length * MAX_COMPARISONS) / Math.max(1, ruleCount * chars)));
  const sample = evenlySpaced([...addresses].sort(), Math.min(MAX_ADDRESSES, affordable, addresses.length));
  const kept = new Map<string, { readonly pages: readonly boolean[]; readonly share: number }>();
  const judged = (reader: Reader, mends: Mends) => {
    const key = [reader.id, ...OF_ROBOTS.filter((id) => mends.has(id))].join(' ');
    const known = kept.get(key);
    if (known !== undefined) return known;
    const open = sample.filter((url) => mayRead(reader, url, mends)).length;
    const result = {
      pages: pages.map((url) => mayRead(reader, url, mends)),
      share: sample.length === 0 ? 1 : open / sample.length,
    };
    kept.set(key, result);
    return result;
  };
  return {
    pages: (reader, mends = NOTHING_MENDED) => judged(reader, mends).pages,
    share: (reader, mends = NOTHING_MENDED) => judged(reader, mends).share,
  };
}

/** The token of a reader that robots.txt keeps from an address; undefined for a reader that may read it. */
export function forbiddenToken(robotsTxt: RobotsArtifact, reader: Reader, url: string): string | undefined {
  if (isClosed(robotsTxt)) return reader.robotsTokens[0];
  return reader.robotsTokens.find((token) => !isAllowed(robotsTxt.rules, token, url));
}

/** RFC 9309 section 2.3.1: a server error forbids everything. */
const isClosed = (robotsTxt: RobotsArtifact | undefined): boolean =>
  robotsTxt?.probe.answered === true && robotsTxt.probe.status >= 500;

/** The check that judges what robots.txt says to a token. */
const checkOf = (token: string): string =>
  AI_AGENTS.some((agent) => agent.token === token && agent.kind === 'search') ? 'S3' : 'S2';

function countRules(rules: RobotsArtifact['rules']): number {
  const lists = new Set((rules?.groups ?? []).map((group) => group.rules));
  return [...lists].reduce((sum, list) => sum + list.length, 0);
}

/** Share of the browser's words that an answer must hold to be the same page. */
const SAME_PAGE = 0.6;
/** What a refused imitation leaves a reader: the vendor's own agent, with its addresses or signature, may get in. */
const REFUSED_SHARE = 0.3;
const IMITATIONS: readonly AssistantName[] = ['ChatGPT-User', 'Claude-User', 'OAI-SearchBot'];

/** What the site's edge does with user agents, as far as single requests from one place can tell. */
export interface Edge {
  /** Share of the text that gets past the edge, 0 to 1. */
  share(reader: Reader): number;
  /** The edge refused every imitated assistant but admitted a browser. */
  readonly refusesAll: boolean;
  /** Imitations that were refused. */
  readonly refused: readonly AssistantName[];
  /** The site answers this reader with the text that its scripts make in a browser. */
  prepares(reader: Reader): boolean;
}

export function edgeOf(parity: UaParityArtifact | undefined): Edge {
  const fetches = parity?.fetches ?? [];
  const served = new Set(
    fetches.filter((each) => each.agent === 'browser' && reachesBrowsers(each, fetches)).map(({ page }) => page),
  );
  const asked = fetches.filter(({ page }) => served.has(page));
  // Who asks for signatures refuses imitations rightly: a signed bot is the better test, and ours gets in.
  const refused = admitsSigned(asked)
    ? []
    : IMITATIONS.filter((name) =>
        asked.some((each) => each.agent === name && isRefused(each) && !isPrepared(each, asked)),
      );
  const wereAsked = IMITATIONS.filter((name) =>
    asked.some(({ agent, result }) => agent === name && !('failure' in result)),
  );
  const refusesAll = wereAsked.length > 1 && refused.length === wereAsked.length;
  const prepared = IMITATIONS.filter((name) => {
    const own = asked.filter(({ agent, result }) => agent === name && !('failure' in result));
    return own.length > 0 && own.every((each) => isPrepared(each, asked));
  });
  const preparesAll = wereAsked.length > 1 && prepared.length === wereAsked.length;
  // Good text for our own bot alone is worth nothing: where a browser gets less than we do, its share counts.
  const browser = isGated(asked)
    ? 1
    : Math.min(1, ...asked.map(({ agent, result }) => (agent === 'LegibleBot' ? browserShare(result) : 1)));
  return {
    refusesAll,
    refused,
    prepares: ({ probedAs, isVendor }) =>
      (preparesAll && isVendor) || (probedAs.length > 0 && probedAs.every((name) => prepared.includes(name))),
    share(reader) {
      const isRefusedByName = reader.probedAs.some((name) => refused.includes(name));
      return isRefusedByName || (refusesAll && reader.isVendor) ? REFUSED_SHARE : browser;
    },
  };
}

/** Any error where a browser gets the page, a challenge, or a thinner page. */
function isRefused({ result }: ParityFetch): boolean {
  if ('failure' in result) return false;
  const { status, challenge, contained, similarity } = result;
  if (status >= 300 || challenge !== undefined) return true;
  if (isPageAsMarkdown(result)) return false;
  return (contained ?? similarity) < SAME_PAGE;
}

/** Of what our bot gets, the share that a browser gets too. */
function browserShare(result: ParityFetch['result']): number {
  if ('failure' in result || result.challenge !== undefined || result.status > 299) return 1;
  const share = result.inBrowser ?? 1;
  return share >= SAME_PAGE ? 1 : share;
}
