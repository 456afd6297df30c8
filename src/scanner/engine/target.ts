import { parseUrl } from '../../basics/parse-url.ts';
import { AI_AGENTS, BOT_TOKEN } from '../ai-agents.ts';
import { isUnreachable, readRobotsTxt } from '../gather/robots-txt.ts';
import { type FetchFailure, isSiteFault } from '../model/http.ts';
import type { CheckRecord } from '../model/result.ts';
import type { ScanRequest } from '../model/scan.ts';
import type { RobotsArtifact, Target } from '../model/site.ts';
import type { HostThrottle } from '../net/host-throttle.ts';
import { PAGE_BYTES, type SiteClient } from '../net/site-client.ts';
import { decodeBody } from '../parse/http-headers/charset.ts';
import { crawlDelay, decide } from '../parse/robots/robots-txt.ts';
import { isHttp, normaliseUrl, tidyUrl } from '../parse/url/normalise-url.ts';
import { registrableDomain } from '../parse/url/registrable-domain.ts';
import { rateLimited } from './rate-limited.ts';
import { failureRecord } from './scan-failure.ts';

export type Opening =
  | {
      readonly ok: true;
      readonly target: Target;
      readonly robotsTxt: RobotsArtifact;
      /** Of the root, its start; '' where it is no text. */
      readonly rootHtml: string;
    }
  | {
      readonly ok: false;
      readonly failure: CheckRecord;
      /** The same as a clause about any address, and whether the site answered at all. */
      readonly reason: string;
      readonly isAnswered: boolean;
      readonly robotsTxt: RobotsArtifact;
    };

type Refusal = Pick<Extract<Opening, { ok: false }>, 'failure' | 'reason' | 'isAnswered'>;

const MAX_ROOT_REDIRECTS = 5;
/** Of agents in a message. */
const MAX_NAMED = 8;
/** Long enough to contain a document's head. */
const ROOT_BYTES = 400_000;

/**
 * Opens the scan's target: reads robots.txt, follows the root's redirects (reading robots.txt of each host), and fixes
 * origin and scope. From then on the client obeys that robots.txt, unless the request ignores it.
 */
export async function openTarget(client: SiteClient, throttle: HostThrottle, request: ScanRequest): Promise<Opening> {
  const startedAt = new Date().toISOString();
  const site = registrableDomain(new URL(request.rootUrl).hostname);
  let url = request.rootUrl;
  const readRobots = (origin: string) =>
    request.ignoreRobots === true ? readRobotsTxt(client, origin) : obeyRobots(client, throttle, origin);
  let robotsTxt = await readRobots(new URL(url).origin);
  for (let hop = 0; hop <= MAX_ROOT_REDIRECTS; hop += 1) {
    const limited = limitedAt(client, url);
    if (limited !== undefined) return { ok: false, ...limited, robotsTxt };
    const refusal = request.ignoreRobots === true ? undefined : refusedBy(robotsTxt, url);
    if (refusal !== undefined) return { ok: false, ...refusal, robotsTxt };

    const result = await client.patiently({
      url,
      headers: { accept: 'text/html,*/*' },
      maxRedirects: 0,
      ...PAGE_BYTES,
    });
    const limitedNow = limitedAt(client, url);
    if (limitedNow !== undefined) return { ok: false, ...limitedNow, robotsTxt };
    if (!result.ok) return { ok: false, ...unreachable(url, result.failure), robotsTxt };
    const next = redirectOf(result.answer.status, result.answer.headers.location, url);
    if (next === undefined) {
      const finalUrl = url === request.rootUrl ? url : (normaliseUrl(url) ?? url);
      const { origin, href } = new URL(finalUrl);
      const scope = new URL('./', href).href;
      const { status, headers } = result.answer;
      return {
        ok: true,
        target: {
          rootUrl: request.rootUrl,
          finalUrl,
          origin,
          scope,
          isPrivateHost: isPrivateHost(request),
          status,
          startedAt,
        },
        robotsTxt,
        rootHtml: decodeBody(result.body.subarray(0, ROOT_BYTES), headers['content-type']).text,
      };
    }
    if (registrableDomain(new URL(next).hostname) !== site) {
      return { ok: false, ...movedAway(url, next), robotsTxt };
    }
    if (new URL(next).origin !== new URL(url).origin) robotsTxt = await readRobots(new URL(next).origin);
    url = next;
  }
  const tooMany = { code: 'too_many_redirects', message: `more than ${MAX_ROOT_REDIRECTS} redirects` } as const;
  return { ok: false, ...unreachable(request.rootUrl, tooMany), robotsTxt };
}

/** The host has asked for longer pauses than a scan can make, so that no further request is sent. */
function limitedAt(client: SiteClient, url: string): Refusal | undefined {
  const limit = client.limitOf(url);
  return limit === undefined ? undefined : { ...rateLimited(url, limit), isAnswered: true };
}

async function obeyRobots(client: SiteClient, throttle: HostThrottle, origin: string): Promise<RobotsArtifact> {
  const robotsTxt = await readRobotsTxt(client, origin);
  client.useRobots((url) => new URL(url).origin !== origin || decide(robotsTxt.rules, BOT_TOKEN, url).allowed);
  const delaySeconds = crawlDelay(robotsTxt.rules, BOT_TOKEN);
  if (delaySeconds !== undefined) throttle.setCrawlDelay(new URL(origin).host, delaySeconds * 1000);
  return robotsTxt;
}

function refusedBy({ probe, rules }: RobotsArtifact, url: string): Refusal | undefined {
  if (isUnreachable(probe)) {
    return {
      failure: failureRecord(
        probe.answered
          ? `robots.txt answers ${probe.status}. Crawlers must take that as "everything is disallowed" (RFC 9309), so nothing was read.`
          : `The site could not be reached: robots.txt gave no answer (${probe.failure.message}).`,
        probe.answered
          ? 'Answer /robots.txt with 200 and rules, or with 404 when there are none.'
          : adviceOn(probe.failure, url),
        { url: probe.url, ...(probe.answered ? {} : { measured: probe.failure.code }) },
      ),
      reason: probe.answered
        ? `robots.txt answers ${probe.status}, which forbids everything (RFC 9309)`
        : `robots.txt gave no answer (${probe.failure.message})`,
      isAnswered: probe.answered,
    };
  }
  const decision = decide(rules, BOT_TOKEN, url);
  if (decision.allowed) return undefined;
  const line = decision.rule === undefined ? '' : ` (line ${decision.rule.line})`;
  return {
    failure: failureRecord(
      `robots.txt forbids ${BOT_TOKEN} to read the root URL${line}, and it was obeyed.${sayOthers(rules, url)}`,
      `To have the site graded, add to robots.txt: "User-agent: ${BOT_TOKEN}" with "Allow: /".`,
      { url: probe.url, ...(decision.rule === undefined ? {} : { snippet: decision.rule.pattern }) },
    ),
    reason: `robots.txt forbids ${BOT_TOKEN} to read it${line}`,
    isAnswered: true,
  };
}

/** Nothing else was read, but the rules of the file show what other agents may do. */
function sayOthers(rules: RobotsArtifact['rules'], url: string): string {
  const isForAll = !decide(rules, '*', url).allowed;
  const byName = AI_AGENTS.map(({ token }) => ({ token, ...decide(rules, token, url) }))
    .filter(({ allowed, group }) => allowed && group !== undefined && group !== '*')
    .map(({ token }) => token);
  const others = isForAll ? ' All agents without rules of their own are forbidden as well.' : '';
  if (byName.length === 0) return others;
  const listed = byName.slice(0, MAX_NAMED).join(', ');
  const more = byName.length > MAX_NAMED ? ` and ${byName.length - MAX_NAMED} more` : '';
  return `${others} Rules by name let in: ${listed}${more}.`;
}

function redirectOf(status: number, location: string | undefined, base: string): string | undefined {
  const isRedirect = status === 301 || status === 302 || status === 303 || status === 307 || status === 308;
  const next = isRedirect && location !== undefined ? parseUrl(location, base) : undefined;
  // As spelled: a server may redirect from one spelling to another of the same address.
  return next !== undefined && isHttp(next) ? tidyUrl(next).href : undefined;
}

/** What the owner can do about a request that got no answer. */
function adviceOn({ code }: FetchFailure, url: string): string {
  const { protocol, host, port } = new URL(url);
  switch (code) {
    case 'dns':
      return `Check the spelling of ${host}, and that its name servers answer with an address.`;
    case 'tls':
      return `Give ${host} a certificate for this name that browsers trust and that has not expired. If the site has no https, scan its http address.`;
    case 'connect':
      return protocol === 'https:'
        ? `Open port ${port === '' ? 443 : port} to the internet. If the site has no https, scan its http address.`
        : 'Check the port, and that the server and its firewall accept connections from the internet.';
    case 'timeout':
      return 'Find out why the server is slow to answer, or whether a firewall drops the requests of bots.';
    case 'reset':
      return 'A firewall or the server breaks the connection off. Let the bot through; its user agent says where it is explained.';
    case 'too_many_redirects':
    case 'bad_redirect':
      return 'Redirect the root URL once, to the address that answers 200.';
    default:
      return 'Check that the address is right and that the server answers requests from the internet.';
  }
}

const unreachable = (url: string, { code, message }: FetchFailure): Refusal => ({
  failure: failureRecord(`The root URL could not be read: ${message}.`, adviceOn({ code, message }, url), {
    url,
    measured: code,
  }),
  reason: message,
  isAnswered: code === 'too_large' || isSiteFault(code),
});

const movedAway = (url: string, target: string): Refusal => ({
  failure: failureRecord(
    'The root URL redirects to another domain; its address is in the evidence.',
    'Scan that address instead, if it is the site you mean.',
    { url, snippet: target },
  ),
  reason: 'it redirects to another domain',
  isAnswered: true,
});

/** A host that is not public, or a preview that replaces the published site. */
export function isPrivateHost({ permit, rootUrl, canonicalOrigin }: ScanRequest): boolean {
  return permit !== undefined || canonicalOrigin !== undefined || !new URL(rootUrl).hostname.includes('.');
}
