import { isIP } from 'node:net';
import { parseUrl } from '../../../basics/parse-url.ts';
import { type LlmsLink, type LlmsTxtArtifact, llmsTxtLinks } from '../../model/llms-txt.ts';

import type { Evidence } from '../../model/result.ts';
import type { Target } from '../../model/site.ts';
import { isPublicAddress } from '../../net/address-guard.ts';
import { normaliseUrl } from '../../parse/url/normalise-url.ts';
import { registrableDomain } from '../../parse/url/registrable-domain.ts';
import { defineCheck, fail, notApplicable, pass, warn } from '../define.ts';
import { evidenceOf } from '../evidence.ts';

const MAX_DUPLICATE_SHARE = 0.02;
const MAX_REDIRECT_SHARE = 0.1;

export default defineCheck({
  id: 'L12',
  slug: 'url-hygiene',
  series: 'llmsTxt',
  category: 'llmstxt-content',
  titles: {
    pass: 'llms.txt lists final, public URLs once each',
    fail: 'llms.txt lists URLs that redirect, repeat or are not public',
    action: 'List each page once in llms.txt, by its final public URL',
  },
  why: 'Agents often read the file apart from its site. A relative or local URL then leads nowhere, and redirects and duplicates cost requests.',
  rule: 'Passes when links are absolute or start with "/" (guide.md does not), use https where the site does, name no staging or internal host, and are not just fragments, with at most 2 % duplicates and at most 10 % redirects. Warns about one kind of fault. Fails with two or more, or with a link to localhost.',
  sources: ['https://llmstxt.org/', 'https://www.rfc-editor.org/rfc/rfc3986#section-4.2'],
  needs: ['llmsTxt', 'llmsLinks', 'target'],
  evaluate({ llmsTxt: { file }, llmsLinks: { sample }, target }) {
    if (file === undefined) return notApplicable('There is no llms.txt.');
    const links = linksOf(file, target);
    if (links.length === 0) return notApplicable('llms.txt has no web links.');
    const faults = [...faultsOf(links), ...duplicates(links), ...redirects(sample)];
    const evidence = evidenceOf(file.probe);
    if (faults.length === 0)
      return pass(`The ${links.length} URLs of llms.txt are final, public and distinct.`, evidence);

    const message = `Of the ${links.length} URLs of llms.txt: ${faults.map(({ words, urls }) => `${urls.length} ${words}`).join(', ')}.`;
    const finding = {
      howToFix:
        'Write every URL in full as it is published, with https and the final address, and list each page once.',
      evidence: {
        ...evidence,
        measured: faults.length,
        threshold: 0,
        ...shownBy(faults),
        examples: faults.flatMap(({ urls }) => urls.slice(0, Math.ceil(10 / faults.length))),
      },
    };
    const isGrave = faults.length > 1 || faults.some(({ kind }) => kind === 'localhost');
    return isGrave ? fail(message, finding) : warn(message, finding);
  },
});

/** Lines of the file, but for links that redirect: these show it themselves. */
function shownBy(faults: readonly Fault[]): Evidence {
  const lines = faults.flatMap((fault) => fault.lines.slice(0, Math.ceil(10 / faults.length)));
  const url = faults[0]?.urls[0];
  return lines.length > 0 || url === undefined ? { lines } : { url, shows: 'redirects' };
}

type Kind = 'relative' | 'fragment' | 'localhost' | 'unpublished' | 'insecure';
interface Link {
  /** 1-based. */
  readonly line: number;
  /** As written. */
  readonly href: string;
  /** What makes two links one. */
  readonly key: string;
  readonly fault: Kind | undefined;
}
interface Fault {
  readonly kind: Kind | 'duplicate' | 'redirect';
  /** What a number of them is called. */
  readonly words: string;
  readonly urls: readonly string[];
  /** Of the links in the file; none for links that were followed. */
  readonly lines: readonly number[];
}

const WORDS: Record<Kind, string> = {
  relative: 'relative',
  fragment: 'only a fragment',
  localhost: 'on localhost',
  unpublished: 'on staging or private hosts',
  insecure: 'over plain http',
};

/** The web links of the file; those to write mail or to call are none. */
function linksOf({ parsed, probe }: NonNullable<LlmsTxtArtifact['file']>, target: Target): Link[] {
  const home = new URL(target.finalUrl);
  return llmsTxtLinks(parsed).flatMap(({ url: href, line }) => {
    const url = parseUrl(href, probe.finalUrl);
    if (url !== undefined && url.protocol !== 'http:' && url.protocol !== 'https:') return [];
    const key = `${normaliseUrl(href, probe.finalUrl) ?? href}${url?.hash ?? ''}`;
    return [{ href, key, line, fault: faultOf(href, url, home) }];
  });
}

function faultOf(href: string, url: URL | undefined, home: URL): Kind | undefined {
  if (href.startsWith('#')) return 'fragment';
  const isRooted = /^https?:\/\//i.test(href) || (href.startsWith('/') && !href.startsWith('//'));
  if (url === undefined || !isRooted) return 'relative';
  // A scan of a preview or of one's own machine finds links to that very host, and they are right there.
  if (url.host !== home.host && isLocalhost(url.hostname) && !isLocalhost(home.hostname)) return 'localhost';
  if (url.host !== home.host && !isLocalhost(url.hostname) && isUnpublished(url.hostname)) return 'unpublished';
  const isOurs = registrableDomain(url.hostname) === registrableDomain(home.hostname);
  return url.protocol === 'http:' && home.protocol === 'https:' && isOurs ? 'insecure' : undefined;
}

function faultsOf(links: readonly Link[]): Fault[] {
  const kinds: Kind[] = ['localhost', 'unpublished', 'relative', 'fragment', 'insecure'];
  return kinds.flatMap((kind) => {
    const faulty = links.filter(({ fault }) => fault === kind);
    return faulty.length === 0 ? [] : [{ kind, words: WORDS[kind], ...placesOf(faulty) }];
  });
}

const placesOf = (links: readonly Link[]): Pick<Fault, 'urls' | 'lines'> => ({
  urls: links.map(({ href }) => href),
  lines: links.map(({ line }) => line),
});

function duplicates(links: readonly Link[]): Fault[] {
  const seen = new Set<string>();
  const again: Link[] = [];
  for (const link of links) {
    if (seen.has(link.key)) again.push(link);
    seen.add(link.key);
  }
  return again.length > MAX_DUPLICATE_SHARE * links.length
    ? [{ kind: 'duplicate', words: 'listed before', ...placesOf(again) }]
    : [];
}

function redirects(sample: readonly LlmsLink[]): Fault[] {
  const followed = sample.filter(({ state }) => state !== 'unknown');
  const urls = followed.filter(({ redirects: does }) => does).map(({ url }) => url);
  const isMuch = urls.length > MAX_REDIRECT_SHARE * followed.length;
  return isMuch ? [{ kind: 'redirect', words: 'that redirect', urls, lines: [] }] : [];
}

/** Labels that stand for a copy of a site and hardly ever for a product; `dev` and `test` are sites of their own. */
const STAGING_LABELS = new Set(['staging', 'stage', 'stg', 'preprod', 'pre-prod', 'uat']);
const STAGING_AFFIXES = ['staging-', '-staging', 'deploy-preview-', '-preprod', 'preprod-'];
/** Names that the public DNS never has (RFC 6761, RFC 6762, ICANN's .internal), and tunnels to a private machine. */
const UNPUBLISHED_ENDINGS = ['.local', '.internal', '.test', '.ngrok.io', '.ngrok-free.app', '.trycloudflare.com'];

/** The reader's own machine, as `URL` spells it. */
export function isLocalhost(hostname: string): boolean {
  const name = withoutBrackets(hostname);
  if (isIP(name) === 4) return name.startsWith('127.') || name === '0.0.0.0';
  return name === 'localhost' || name.endsWith('.localhost') || name === '::1';
}

/** A staging copy, a preview of a branch, a private address or a name of an inner network. */
export function isUnpublished(hostname: string): boolean {
  const name = withoutBrackets(hostname);
  if (isIP(name) !== 0) return !isPublicAddress(name);
  if (UNPUBLISHED_ENDINGS.some((ending) => name.endsWith(ending))) return true;
  if (name.endsWith('.vercel.app') && name.includes('-git-')) return true;
  const labels = name.split('.');
  const ownLabels = labels.slice(0, -registrableDomain(name).split('.').length);
  return ownLabels.some((label) => STAGING_LABELS.has(label)) || labels.some(hasStagingAffix);
}

const hasStagingAffix = (label: string): boolean =>
  STAGING_AFFIXES.some((affix) => (affix.endsWith('-') ? label.startsWith(affix) : label.endsWith(affix)));

const withoutBrackets = (hostname: string): string => hostname.replace(/^\[|\]$|\.$/g, '').toLowerCase();
