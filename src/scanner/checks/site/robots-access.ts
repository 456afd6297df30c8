import type { CrawlArtifact, Target } from '../../artifacts.ts';
import { fail, type Outcome, unmeasured } from '../../define-check.ts';
import { evidenceOf } from '../../evidence.ts';
import { decide, isAllowed, type RobotsTxt } from '../../parse/robots-txt.ts';
import type { RobotsArtifact } from '../../site-artifacts.ts';

/** An agent is shut out when more than this share of the sampled pages is disallowed to it, or the root. */
const MAX_CLOSED_SHARE = 0.05;
/** Characters of URLs times rules that are compared for one group: 2,000 pages of 70 characters with 100 rules. */
const MAX_COMPARISONS = 14_000_000;

/** RFC 9309 section 2.3.1: a server error means that everything is disallowed, a missing file that nothing is. */
const isClosedByError = ({ probe }: RobotsArtifact): boolean => probe.answered && probe.status >= 500;

/** Whether robots.txt lets an agent read a URL; true where nothing is known. `*` asks for everybody else. */
export const mayRead = (robotsTxt: RobotsArtifact, token: string, url: string): boolean =>
  !isClosedByError(robotsTxt) && isAllowed(robotsTxt.rules, token, url);

/** The outcome of a check of rules where there is no file to read rules from; undefined when there is, or none needed. */
export function withoutRules(robotsTxt: RobotsArtifact): Outcome | undefined {
  const { probe } = robotsTxt;
  if (!probe.answered)
    return unmeasured(`robots.txt could not be fetched: ${probe.failure.message}`, evidenceOf(probe));
  if (!isClosedByError(robotsTxt)) return undefined;
  return fail(
    `robots.txt answers ${probe.status}, which crawlers must read as "everything is disallowed" to everybody.`,
    {
      howToFix: 'Answer /robots.txt with 200 and its rules, or with 404 when there are none; never with a 5xx.',
      evidence: evidenceOf(probe),
    },
  );
}

/** What robots.txt keeps from an agent. */
export interface Closure {
  /** Line of the rule that closes the root, else the first of the closed pages. */
  readonly line: number | undefined;
  readonly closesRoot: boolean;
  readonly closedPages: readonly string[];
  readonly judgedPages: number;
  /** The rule stands in a group that names the agent, not in the one for everybody (`*`). */
  readonly isByName: boolean;
}

interface Needs {
  readonly robotsTxt: RobotsArtifact;
  readonly target: Target;
  readonly crawl: CrawlArtifact;
}

/**
 * A function that says how an agent is shut out (S2: the root, or more than 5 % of the sampled pages, is
 * disallowed to it), or undefined when it is not. Agents that obey the same group are judged once.
 */
export function closureJudge({ robotsTxt, target, crawl }: Needs): (token: string) => Closure | undefined {
  const { rules } = robotsTxt;
  const pages = affordable(
    rules,
    crawl.pages.map(({ url }) => url),
  );
  const byGroup = new Map<string | undefined, Closure | undefined>();
  return (token) => {
    const root = decide(rules, token, target.finalUrl);
    if (!byGroup.has(root.group)) {
      const closed = pages.map((url) => ({ url, ...decide(rules, token, url) })).filter(({ allowed }) => !allowed);
      const isClosed = !root.allowed || closed.length > MAX_CLOSED_SHARE * pages.length;
      byGroup.set(
        root.group,
        isClosed
          ? {
              line: (root.allowed ? closed[0] : root)?.rule?.line,
              closesRoot: !root.allowed,
              closedPages: closed.map(({ url }) => url),
              judgedPages: pages.length,
              isByName: root.group !== '*',
            }
          : undefined,
      );
    }
    return byGroup.get(root.group);
  };
}

/** As many of the URLs, evenly spaced, as a file with so many rules can be asked about without holding up the scan. */
export function affordable(rules: RobotsTxt | undefined, urls: readonly string[]): readonly string[] {
  const ruleCount = [...new Set(rules?.groups.map((group) => group.rules))].reduce((sum, list) => sum + list.length, 0);
  const comparisons = ruleCount * urls.reduce((sum, url) => sum + url.length, 0);
  if (comparisons <= MAX_COMPARISONS) return urls;
  const count = Math.floor((urls.length * MAX_COMPARISONS) / comparisons);
  return Array.from({ length: count }, (_, at) => urls[Math.floor((at * urls.length) / count)] ?? '');
}
