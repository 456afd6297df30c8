import { evenlySpaced } from '../evenly-spaced.ts';
import type { RobotsArtifact } from '../model/site.ts';
import { isAllowed } from '../parse/robots/robots-txt.ts';
import type { Reader } from '../readers/reader.ts';

/** Characters of addresses times rules that are compared for one reader. */
const MAX_COMPARISONS = 7_000_000;
const MAX_ADDRESSES = 2000;

/** What robots.txt lets a reader fetch. A missing file, or one we could not get, forbids nothing. */
export interface LetIn {
  mayRead(reader: Reader, url: string): boolean;
  /** Share of the addresses, read or not. */
  share(reader: Reader): number;
}

/** @param addresses all pages that the site lists or links */
export function letInBy(robotsTxt: RobotsArtifact | undefined, addresses: readonly string[]): LetIn {
  const { rules, probe } = robotsTxt ?? {};
  // RFC 9309 section 2.3.1: a server error forbids everything.
  const isClosed = probe?.answered === true && probe.status >= 500;
  const mayRead = (reader: Reader, url: string): boolean =>
    !isClosed && reader.robotsTokens.every((token) => isAllowed(rules, token, url));
  const ruleCount = countRules(rules);
  const chars = addresses.reduce((sum, url) => sum + url.length, 0);
  const affordable = Math.max(1, Math.floor((addresses.length * MAX_COMPARISONS) / Math.max(1, ruleCount * chars)));
  const sample = evenlySpaced([...addresses].sort(), Math.min(MAX_ADDRESSES, affordable, addresses.length));
  return {
    mayRead,
    share: (reader) => (sample.length === 0 ? 1 : sample.filter((url) => mayRead(reader, url)).length / sample.length),
  };
}

function countRules(rules: RobotsArtifact['rules']): number {
  const lists = new Set((rules?.groups ?? []).map((group) => group.rules));
  return [...lists].reduce((sum, list) => sum + list.length, 0);
}
