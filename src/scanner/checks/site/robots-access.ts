import type { AiAgent } from '../../ai-agents.ts';
import { isPresent, type Probe } from '../../model/http.ts';
import type { CrawlArtifact } from '../../model/page.ts';
import type { Evidence, Outcome } from '../../model/result.ts';
import { ownUrl, type RobotsArtifact, type SitemapArtifact, type Target } from '../../model/site.ts';
import { decide, isAllowed, type RobotsTxt } from '../../parse/robots/robots-txt.ts';
import { looksLikePage, mayHoldContent, normaliseUrl } from '../../parse/url/normalise-url.ts';
import { fail, unmeasured } from '../define.ts';
import { evidenceOf } from '../evidence.ts';

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

/** The subject of a sentence on what the file allows: it may not be there. */
export const sayRobots = (probe: Probe): string => (isPresent(probe) ? 'robots.txt' : 'The missing robots.txt');

/** What robots.txt keeps from an agent. */
interface Closure {
  /** Line of the rule that closes the root, else the first of the closed pages. */
  readonly line: number | undefined;
  readonly closesRoot: boolean;
  readonly closedPages: readonly string[];
  readonly judgedPages: number;
  /** The rule is in a group that names the agent, not in the default group (`*`). */
  readonly isByName: boolean;
}

interface Needs {
  readonly robotsTxt: RobotsArtifact;
  readonly target: Target;
  readonly crawl: CrawlArtifact;
  readonly sitemap: SitemapArtifact;
}

/**
 * A function that says how an agent is shut out (S2: the root, or more than 5 % of the URLs that are linked or listed,
 * is disallowed to it), or undefined when it is not. Agents that obey the same group are judged once.
 */
export function closureJudge({ robotsTxt, target, crawl, sitemap }: Needs): (token: string) => Closure | undefined {
  const { rules } = robotsTxt;
  const pages = affordable(rules, addressesOf({ target, crawl, sitemap }));
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

/** Our own bot obeys the rules for everybody, so pages that it has not read are judged too. */
function addressesOf({ target, crawl, sitemap }: Omit<Needs, 'robotsTxt'>): readonly string[] {
  const listed = sitemap.entries.flatMap(({ url }) => normaliseUrl(ownUrl(url, target)) ?? []);
  const named = [
    ...(crawl.linked ?? []),
    ...listed.filter((url) => url.startsWith(target.scope) && looksLikePage(url)),
  ];
  return [...new Set([...crawl.pages.map(({ url }) => url), ...named.filter(mayHoldContent)])].sort();
}

/**
 * An evenly spaced sample of the URLs: as many as can be matched against this number of rules without delaying the
 * scan.
 */
export function affordable(rules: RobotsTxt | undefined, urls: readonly string[]): readonly string[] {
  const ruleCount = [...new Set(rules?.groups.map((group) => group.rules))].reduce((sum, list) => sum + list.length, 0);
  const comparisons = ruleCount * urls.reduce((sum, url) => sum + url.length, 0);
  if (comparisons <= MAX_COMPARISONS) return urls;
  const count = Math.floor((urls.length * MAX_COMPARISONS) / comparisons);
  return Array.from({ length: count }, (_, at) => urls[Math.floor((at * urls.length) / count)] ?? '');
}

/** An agent that robots.txt shuts out, and how. */
interface ShutOut {
  readonly agent: AiAgent;
  readonly closure: Closure;
}

/** The agents of a list that robots.txt shuts out, in the list's order. */
export const shutOut = (agents: readonly AiAgent[], judge: (token: string) => Closure | undefined): ShutOut[] =>
  agents.flatMap((agent) => {
    const closure = judge(agent.token);
    return closure === undefined ? [] : [{ agent, closure }];
  });

/** Distinct vendors, in order of appearance. */
export const vendorsOf = (agents: readonly AiAgent[]): string[] => [...new Set(agents.map(({ vendor }) => vendor))];

/** "ChatGPT-User (the home page, line 3), Claude-User (4 of 40 pages, line 9)". Trusted text and numbers only. */
export const listShutOut = (blocked: readonly ShutOut[]): string =>
  blocked.map(({ agent, closure }) => `${agent.token} (${sayClosure(closure)})`).join(', ');

export function sayClosure({ line, closesRoot, closedPages, judgedPages }: Closure): string {
  const what = closesRoot ? 'the home page' : `${closedPages.length} of ${judgedPages} pages`;
  return line === undefined ? what : `${what}, line ${line}`;
}

/** What to do for agents that are shut out, with the group to paste. */
export function letIn(
  probe: Probe,
  tokens: readonly string[],
  closures: readonly Closure[],
): { howToFix: string; evidence: Evidence } {
  const lines = new Set(closures.flatMap(({ isByName, line }) => (isByName && line !== undefined ? [line] : [])));
  const remove =
    lines.size === 0 ? '' : `Remove the rules that close the site to them by name (line ${[...lines].join(', ')}). `;
  return {
    howToFix: `${remove}Add this group to robots.txt: ${tokens.map((token) => `"User-agent: ${token}"`).join(', ')}, "Allow: /". An agent that is named ignores the rules for *, so repeat there what must stay closed. Training crawlers can stay blocked.`,
    evidence: {
      ...evidenceOf(probe),
      draft: `${tokens.map((token) => `User-agent: ${token}\n`).join('')}Allow: /\n`,
      examples: [...new Set(closures.flatMap(({ closedPages }) => closedPages))],
    },
  };
}
