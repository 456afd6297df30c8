import { parseUrl } from '../../../basics/parse-url.ts';
import { normalEscape } from '../url/normalise-url.ts';

interface RobotsRule {
  readonly allow: boolean;
  /** The pattern as written, percent-encoding normalised; '' matches nothing. */
  readonly pattern: string;
  readonly line: number;
}
interface RobotsGroup {
  /** Product tokens, lower-case; '*' is the default group. */
  readonly agents: readonly string[];
  readonly rules: readonly RobotsRule[];
  readonly crawlDelaySeconds: number | undefined;
}
export interface RobotsTxt {
  readonly groups: readonly RobotsGroup[];
  readonly sitemaps: readonly string[];
  /** Directives outside the groups' rules that are known (content-signal, license, agentmap ...), in file order. */
  readonly directives: readonly {
    readonly name: string;
    readonly value: string;
    readonly line: number;
    readonly agents: readonly string[];
  }[];
  readonly comments: readonly string[];
  /** 1-based numbers of lines with an unknown directive. */
  readonly unknownLines: readonly number[];
}

/** RFC 9309 section 2.5: the size a crawler must at least read. Later text is ignored, the cut line included. */
export const MAX_ROBOTS_BYTES = 500 * 1024;

/**
 * Records other than rules that some crawler reads. Those up to `host` are the ones S1 names (with sitemap and
 * crawl-delay, kept apart); the others are regional (Yandex), old (the 1996 draft, Google before 2019) or new (NLWeb),
 * and no noise either.
 */
const KNOWN_RECORDS = new Set(
  'content-signal content-usage license agentmap host clean-param request-rate visit-time noindex schemamap'.split(' '),
);

interface OpenGroup {
  agents: string[];
  rules: RobotsRule[];
  crawlDelaySeconds: number | undefined;
}

/**
 * Reads a robots.txt as RFC 9309 does. Only allow and disallow end the list of a group's user agents, so agents with
 * another record between them share their rules; such a record (a crawl delay, a content signal) counts for the
 * agents right above it. They become groups of their own that hold the very same array of rules.
 */
export function parseRobotsTxt(text: string): RobotsTxt {
  const groups: OpenGroup[] = [];
  const sitemaps: string[] = [];
  const directives: RobotsTxt['directives'][number][] = [];
  const comments: string[] = [];
  const unknownLines: number[] = [];
  let group: OpenGroup | undefined;
  let namingAgents = false;

  const lines = withinLimit(text.replace(/^\uFEFF/, '')).split(/\r\n?|\n/);
  for (const [index, content] of lines.entries()) {
    const line = index + 1;
    const hash = content.indexOf('#');
    if (hash !== -1) comments.push(content.slice(hash + 1).trim());
    const record = (hash === -1 ? content : content.slice(0, hash)).trim();
    if (record === '') continue;
    const colon = record.indexOf(':');
    const name = record.slice(0, Math.max(colon, 0)).trim().toLowerCase();
    const value = record.slice(colon + 1).trim();

    if (name === 'user-agent') {
      if (group === undefined || !namingAgents) {
        const rules: RobotsRule[] = group === undefined || group.rules.length > 0 ? [] : group.rules;
        group = { agents: [], rules, crawlDelaySeconds: undefined };
        groups.push(group);
      }
      const token = productToken(value);
      if (token !== '') group.agents.push(token);
      namingAgents = true;
      continue;
    }
    if (name === 'allow' || name === 'disallow') {
      group?.rules.push({ allow: name === 'allow', pattern: normaliseOctets(value), line });
    } else if (name === 'sitemap') {
      sitemaps.push(value);
    } else if (name === 'crawl-delay') {
      if (group !== undefined) group.crawlDelaySeconds = seconds(value);
    } else if (KNOWN_RECORDS.has(name)) {
      directives.push({ name, value, line, agents: group?.agents ?? [] });
    } else {
      unknownLines.push(line);
      continue;
    }
    namingAgents = false;
  }
  return { groups, sitemaps, directives, comments, unknownLines };
}

function withinLimit(text: string): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= MAX_ROBOTS_BYTES) return text;
  const head = bytes.subarray(0, MAX_ROBOTS_BYTES).toString();
  return head.slice(0, Math.max(head.lastIndexOf('\n'), head.lastIndexOf('\r'), 0));
}

/**
 * The product token a user-agent value begins with, lower-case: "Googlebot/2.1" names googlebot. Digits and dots,
 * which RFC 9309 leaves out, are part of tokens in use (AI2Bot, img2dataset). '' when there is none.
 */
function productToken(value: string): string {
  if (/^\*(?:\s|$)/.test(value)) return '*';
  return (/^[A-Za-z0-9_.-]+/.exec(value)?.[0] ?? '').toLowerCase();
}

function seconds(value: string): number | undefined {
  const number = Number(value);
  return value !== '' && Number.isFinite(number) && number >= 0 ? number : undefined;
}

interface RobotsDecision {
  readonly allowed: boolean;
  /** The rule that decided; undefined when none matched, which allows. */
  readonly rule: RobotsRule | undefined;
  /** Whose group was obeyed: the token's own, '*', or undefined when neither exists. */
  readonly group: string | undefined;
}

/**
 * The decision of robots.txt about a crawler and a URL (RFC 9309 section 2.2): all groups that name its product token,
 * else those of '*'; the longest matching pattern decides and allow wins a tie. /robots.txt itself is always allowed.
 * @param robots Undefined when there are no rules to obey.
 * @param url Absolute, or a path from the root. Text that is no URL is allowed, because it cannot be fetched.
 */
export function decide(robots: RobotsTxt | undefined, token: string, url: string | URL): RobotsDecision {
  if (robots === undefined) return { allowed: true, rule: undefined, group: undefined };
  const { rules, group } = rulesFor(robots, productToken(token));
  const target = typeof url === 'string' ? parseUrl(url, 'http://localhost') : url;
  if (target === undefined || target.pathname === '/robots.txt') return { allowed: true, rule: undefined, group };
  const path = comparablePath(target);
  const rule = rules.find(({ pattern }) => matchesPattern(pattern, path))?.rule;
  return { allowed: rule?.allow ?? true, rule, group };
}

/** The answer of `decide` alone. */
export function isAllowed(robots: RobotsTxt | undefined, token: string, url: string | URL): boolean {
  return decide(robots, token, url).allowed;
}

/** Seconds a crawler is asked to leave between requests (the longest of its groups); undefined when nothing is asked. */
export function crawlDelay(robots: RobotsTxt | undefined, token: string): number | undefined {
  if (robots === undefined) return undefined;
  return groupsFor(robots, productToken(token)).groups.reduce<number | undefined>((longest, { crawlDelaySeconds }) => {
    return crawlDelaySeconds === undefined ? longest : Math.max(longest ?? 0, crawlDelaySeconds);
  }, undefined);
}

function groupsFor(robots: RobotsTxt, token: string): { group: string | undefined; groups: readonly RobotsGroup[] } {
  for (const group of [token, '*']) {
    const groups = robots.groups.filter(({ agents }) => agents.includes(group));
    if (groups.length > 0) return { group, groups };
  }
  return { group: undefined, groups: [] };
}

/**
 * Patterns with a `*` that are obeyed for one crawler, the first in the file. Each is a search of its own in every URL
 * asked about, and 500 KiB hold 100,000 of them; large real files have a few dozen.
 */
const MAX_WILDCARDS = 500;

interface OrderedRules {
  readonly group: string | undefined;
  /** The first that matches decides. */
  readonly rules: readonly { readonly rule: RobotsRule; readonly pattern: CompiledPattern }[];
}

/** A crawl asks about thousands of URLs: what it asks of one file is compiled once a token. */
const compiled = new WeakMap<RobotsTxt, Map<string, OrderedRules>>();

function rulesFor(robots: RobotsTxt, token: string): OrderedRules {
  const byToken = compiled.get(robots) ?? new Map<string, OrderedRules>();
  compiled.set(robots, byToken);
  const known = byToken.get(token);
  if (known !== undefined) return known;
  const { group, groups } = groupsFor(robots, token);
  const shared = new Set(groups.map(({ rules }) => rules));
  let wildcards = 0;
  const rules = [...shared]
    .flat()
    .filter(({ pattern }) => pattern !== '' && (!pattern.includes('*') || wildcards++ < MAX_WILDCARDS))
    .sort((a, b) => b.pattern.length - a.pattern.length || Number(b.allow) - Number(a.allow))
    .map((rule) => ({ rule, pattern: compilePattern(rule.pattern) }));
  const ordered = { group, rules };
  byToken.set(token, ordered);
  return ordered;
}

/** Path patterns of RFC 9309 (section 2.2.2 and 2.2.3), compared without regular expressions. */

/** Escapes (which may hide an unreserved octet), a bare `%`, and whatever RFC 3986 neither reserves nor leaves as it is. */
const TO_NORMALISE = /%[0-9A-Fa-f]{2}|%|[^%A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=]+/gu;

/** RFC 9309 section 2.2.2: octets outside URL syntax are escaped, escapes of unreserved octets are undone. */
function normaliseOctets(text: string): string {
  return text.replace(TO_NORMALISE, (match) => {
    if (match === '%') return '%25';
    return match.startsWith('%') ? normalEscape(match) : escapeOctets(match);
  });
}

function escapeOctets(text: string): string {
  return Buffer.from(text).toString('hex').toUpperCase().replace(/../g, '%$&');
}

/** A pattern cut at its `*`s: `head`, then each of `middle` in order, then `tail`. */
interface CompiledPattern {
  readonly head: string;
  readonly middle: readonly string[];
  /** Undefined when the pattern has no `*`. */
  readonly tail: string | undefined;
  /** The pattern ended in `$`: the path must end where it does. */
  readonly anchored: boolean;
}

/** @param pattern A pattern after `normaliseOctets`; its `*` and final `$` are special, another `$` is not. */
function compilePattern(pattern: string): CompiledPattern {
  const anchored = pattern.endsWith('$');
  const [head = '', ...rest] = escapeDollars(anchored ? pattern.slice(0, -1) : pattern).split('*');
  const tail = rest.pop();
  return { head, middle: rest.filter((literal) => literal !== ''), tail, anchored };
}

/** Path and query of a URL in the form that patterns are compared with: there `*` and `$` are no wildcards. */
function comparablePath(url: URL): string {
  return escapeDollars(normaliseOctets(url.pathname + url.search)).replaceAll('*', '%2A');
}

const escapeDollars = (text: string): string => text.replaceAll('$', '%24');

/** Whether the pattern matches from the start of the path. Never goes back, so the time is that of a few searches. */
function matchesPattern({ head, middle, tail, anchored }: CompiledPattern, path: string): boolean {
  if (!path.startsWith(head)) return false;
  if (tail === undefined) return !anchored || path.length === head.length;
  let at = head.length;
  for (const literal of middle) {
    const found = path.indexOf(literal, at);
    if (found === -1) return false;
    at = found + literal.length;
  }
  return anchored ? path.length - tail.length >= at && path.endsWith(tail) : path.includes(tail, at);
}

/** Whether a URL's path and query match one of the patterns, which are written as in robots.txt. */
export function excluder(patterns: readonly string[] = []): (url: string) => boolean {
  const compiled = patterns.map((pattern) => compilePattern(normaliseOctets(pattern)));
  return (url) => {
    if (compiled.length === 0) return false;
    const path = comparablePath(new URL(url));
    return compiled.some((pattern) => matchesPattern(pattern, path));
  };
}
