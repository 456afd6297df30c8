import { AI_AGENTS } from '../ai-agents.ts';
import { evenlySpaced } from '../evenly-spaced.ts';
import type { RobotsArtifact } from '../model/site.ts';
import { isAllowed } from '../parse/robots/robots-txt.ts';
import type { Reader } from '../readers/reader.ts';
import { type Mends, NOTHING_MENDED } from './mends.ts';

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
