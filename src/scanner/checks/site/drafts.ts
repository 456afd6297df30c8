import { groupedBy } from '../../../basics/grouped-by.ts';
import { percentDecoded } from '../../../basics/parse-url.ts';
import type { PageDigest } from '../../model/page.ts';
import type { Target } from '../../model/site.ts';

/** Files to paste, for checks of what a site offers agents. They hold addresses of the site: they belong into evidence. */

const json = (value: unknown): string => `${JSON.stringify(value, undefined, 2)}\n`;

/** /.well-known/api-catalog for one API (RFC 9727, appendix A). */
export const apiCatalogDraft = (origin: string, descriptionUrl = `${origin}/openapi.json`): string =>
  json({
    linkset: [
      {
        anchor: `${origin}/`,
        'service-desc': [{ href: descriptionUrl, type: 'application/vnd.oai.openapi+json' }],
      },
    ],
  });

/** /.well-known/oauth-protected-resource (RFC 9728 section 2). */
export const resourceMetadataDraft = (resource: string, server: string): string =>
  json({ resource, authorization_servers: [server], bearer_methods_supported: ['header'] });

/** /.well-known/ai-catalog.json with one MCP server (AI Catalog 1.0, SEP-2127). */
export function aiCatalogDraft(origin: string, remoteUrl: string): string {
  return json({
    specVersion: '1.0',
    entries: [
      {
        identifier: `urn:air:${new URL(origin).hostname}:mcp`,
        type: 'application/mcp-server-card+json',
        url: `${withoutSlash(remoteUrl)}/server-card`,
      },
    ],
  });
}

/** The address of a 0.3 agent card in the form of 1.0; the rest of the card stays as it is. */
export const supportedInterfacesDraft = (url: string): string =>
  json({ supportedInterfaces: [{ url, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }] });

/** JSON-LD of the home page: who is behind the site. */
export const identityDraft = (origin: string, name: string): string => {
  const organization = { '@type': 'Organization', '@id': `${origin}/#organization`, name, url: `${origin}/` };
  const site = { '@type': 'WebSite', name, url: `${origin}/`, publisher: { '@id': organization['@id'] } };
  const document = { '@context': 'https://schema.org', '@graph': [organization, site] };
  // A closing tag in a name would end the script.
  return `<script type="application/ld+json">\n${json(document).replaceAll('</', '<\\/')}</script>\n`;
};

/** JSON-LD of one product for sale, to be filled in. */
export const OFFER_DRAFT = json({
  '@context': 'https://schema.org',
  '@type': 'Product',
  name: 'NAME',
  offers: {
    '@type': 'Offer',
    price: '0.00',
    priceCurrency: 'EUR',
    availability: 'https://schema.org/InStock',
    url: 'ADDRESS OF THIS PAGE',
  },
});

const withoutSlash = (text: string): string => (text.endsWith('/') ? text.slice(0, -1) : text);

const MAX_PAGES = 20;
const MAX_TITLE = 100;
const MAX_NOTE = 200;
/** Longer addresses are left out, so that the draft stays within the 20,000 characters that evidence keeps. */
const MAX_URL = 500;

/**
 * A first llms.txt in the form of llmstxt.org, out of the titles and descriptions of the pages that were read: the
 * home page gives the heading and the summary, the first 20 other pages one link each, under a section per first path
 * segment that has two pages or more and "Pages" for the rest. undefined when no page can be listed. The text is the
 * site's own: it belongs into evidence only.
 */
export function draftLlmsTxt(target: Target, pages: readonly PageDigest[]): string | undefined {
  const readable = pages.filter(({ status, noindex }) => status === 200 && !noindex);
  const home = readable.find(({ foundBy }) => foundBy === 'root');
  const others = [...new Map(readable.map((page) => [page.finalUrl, page])).values()]
    .filter(({ finalUrl }) => finalUrl !== home?.finalUrl && finalUrl.length <= MAX_URL)
    .slice(0, MAX_PAGES);
  if (home === undefined && others.length === 0) return undefined;

  const summary = oneLine(home?.description ?? '', MAX_NOTE);
  const blocks = [
    `# ${oneLine(home?.title ?? '', MAX_TITLE) || new URL(target.origin).host}`,
    ...(summary === '' ? [] : [`> ${summary}`]),
  ];
  const nameOf = pageNames(readable);
  for (const [section, members] of sectionsOf(others, target.scope)) {
    blocks.push(`## ${section}\n\n${members.map((page) => linkLine(page, nameOf)).join('\n')}`);
  }
  return `${blocks.join('\n\n')}\n`;
}

function sectionsOf(pages: readonly PageDigest[], scope: string): Map<string, PageDigest[]> {
  const segmentOf = ({ finalUrl }: PageDigest) => {
    const below = finalUrl.startsWith(scope) ? finalUrl.slice(scope.length) : new URL(finalUrl).pathname;
    const slash = below.indexOf('/');
    return slash > 0 ? below.slice(0, slash) : '';
  };
  const sections = new Map<string, PageDigest[]>();
  for (const [segment, members] of groupedBy(pages, segmentOf)) {
    const title = segment === '' || members.length < 2 ? 'Pages' : titleOf(segment);
    sections.set(title, [...(sections.get(title) ?? []), ...members]);
  }
  return sections;
}

/** "getting-started" becomes "Getting started". */
function titleOf(segment: string): string {
  const words = oneLine(percentDecoded(segment).replaceAll('-', ' ').replaceAll('_', ' '), MAX_TITLE);
  return words === '' ? 'Pages' : words.charAt(0).toUpperCase() + words.slice(1);
}

/** Separators between the name of a page and that of its site. */
const SEPARATOR = / [-–—|·:»] /;

/**
 * A name a page that tells it from the others: its title without the site's name, or the words of its address where pages
 * share the title; '' where neither tells it from the others.
 */
export function pageNames(pages: readonly PageDigest[]): (page: PageDigest) => string {
  const titles = pages.map(({ title }) => oneLine(title, MAX_TITLE));
  const counts = new Map<string, number>();
  const countUp = (text: string): void => void counts.set(text, (counts.get(text) ?? 0) + 1);
  for (const title of titles) for (const part of new Set([title, ...title.split(SEPARATOR)])) countUp(part);
  const isShared = (text: string): boolean => text === '' || (counts.get(text) ?? 0) > 1;
  return ({ title, finalUrl }) => {
    const whole = oneLine(title, MAX_TITLE);
    const own = whole.split(SEPARATOR).filter((part) => !isShared(part));
    if (own.length > 0) return own.join(' – ');
    return isShared(whole) ? addressName(finalUrl) : whole;
  };
}

/** "/tea/green-tea.html" as "Green tea"; '' where the last part of the path has no word. */
function addressName(url: string): string {
  const last = new URL(url).pathname.split('/').findLast((part) => part !== '') ?? '';
  const words = last.replace(/\.\w{2,5}$/, '');
  return /\p{L}{3}/u.test(percentDecoded(words)) ? titleOf(words) : '';
}

/** A page as one line of an llms.txt, in its own words. */
export function linkLine(page: PageDigest, nameOf: (page: PageDigest) => string): string {
  const { finalUrl, description } = page;
  const name = nameOf(page).replaceAll('[', '(').replaceAll(']', ')') || new URL(finalUrl).pathname;
  const note = oneLine(description, MAX_NOTE);
  const url = finalUrl.replaceAll('(', '%28').replaceAll(')', '%29');
  return `- [${name}](${url})${note === '' ? '' : `: ${note}`}`;
}

/** White space folded, at most `max` characters. */
function oneLine(text: string, max: number): string {
  const words = text
    .slice(0, max * 4)
    .split(/\s/)
    .filter((word) => word !== '');
  return [...words.join(' ')].slice(0, max).join('').trimEnd();
}
