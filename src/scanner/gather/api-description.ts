import { declaredFault, isPresent, optionalJson, type Probe, startOf } from '../model/http.ts';
import type { CrawlArtifact } from '../model/page.ts';
import type { ApiDescription, ApiDescriptionArtifact } from '../model/site.ts';
import { intentOf } from '../model/site-kind.ts';
import { MAX_API_DOCUMENT_BYTES, readApiDocument } from '../parse/agent-files/api-document.ts';
import { readApiCatalog } from '../parse/http-headers/link-header.ts';
import { parseUntrustedJson } from '../parse/json/json.ts';
import { normaliseUrl } from '../parse/url/normalise-url.ts';
import { defineGatherer, type GatherContext } from './define.ts';
import { namedByViewer } from './named-by-viewer.ts';

const MAX_DECLARED = 3;
const MAX_MENTIONED = 1;
const FIRST_GUESS = '/openapi.json';
const LATER_GUESSES = ['/openapi.yaml', '/swagger.json', '/api/openapi.json'];

export const apiDescription = defineGatherer({
  artifact: 'apiDescription',
  needs: ['target', 'crawl', 'wellKnown'],
  async gather(clients, { target, crawl, wellKnown }): Promise<ApiDescriptionArtifact> {
    const { catalog, urls } = readCatalog(wellKnown.files.apiCatalog);
    const viewed = await namedByViewer(clients, crawl);
    const declared = [
      ...urls.map((url) => ({ url, via: 'api-catalog' as const })),
      ...[...new Set([...namedByPages(crawl, true), ...(viewed === undefined ? [] : [viewed])])]
        .filter((url) => !urls.includes(url))
        .map((url) => ({ url, via: 'declared' as const })),
    ];
    const guess = { url: target.origin + FIRST_GUESS, via: 'guessed' as const };
    const first = declared.slice(0, MAX_DECLARED);
    const descriptions = await Promise.all(
      [...first, ...(first.some(({ url }) => url === guess.url) ? [] : [guess])].map((each) => fetchOne(clients, each)),
    );

    // One at a time, and only for a site that means to have one: each is asked for when those before it are not there.
    const later = [
      ...namedByPages(crawl, false)
        .slice(0, MAX_MENTIONED)
        .map((url) => ({ url, via: 'mentioned' as const })),
      ...(intentOf(crawl).api ? LATER_GUESSES : []).map((path) => ({
        url: target.origin + path,
        via: 'guessed' as const,
      })),
    ];
    for (const each of later) {
      if (descriptions.some(({ state }) => state === 'read')) break;
      if (!descriptions.some(({ url }) => url === each.url)) descriptions.push(await fetchOne(clients, each));
    }
    return { catalog, descriptions };
  },
});

const CATALOG_KEYS = ['linkset', 'anchor', 'apis', 'item', 'links', 'service-desc'];

function readCatalog(probe: Probe | undefined): {
  catalog: ApiDescriptionArtifact['catalog'];
  urls: readonly string[];
} {
  if (probe?.answered && isPresent(probe)) {
    const catalog = readApiCatalog(probe.text, probe.contentType);
    if (catalog !== undefined) {
      const urls = catalog.descriptions.slice(0, MAX_DECLARED).map((href) => normaliseUrl(href, probe.finalUrl));
      return { catalog: 'valid', urls: [...new Set(urls)].filter((url) => url !== undefined) };
    }
    if (probe.contentType.startsWith('application/linkset')) return { catalog: 'broken', urls: [] };
  }
  const { state } = optionalJson(probe, CATALOG_KEYS);
  return { catalog: state === 'read' ? 'broken' : state, urls: [] };
}

/** Sorted, so that the order in which pages were read does not choose. */
function namedByPages({ pages }: CrawlArtifact, declared: boolean): string[] {
  const urls = pages.flatMap(({ apiDescriptions }) =>
    apiDescriptions.filter(({ isDeclared }) => isDeclared === declared).map(({ url }) => url),
  );
  return [...new Set(urls)].sort();
}

async function fetchOne(
  { client, links }: GatherContext,
  { url, via }: Pick<ApiDescription, 'url' | 'via'>,
): Promise<ApiDescription> {
  const probe = await (via === 'guessed' ? client : links).file(url, { maxBytes: MAX_API_DOCUMENT_BYTES });
  const seen = probe.answered
    ? { status: probe.status, contentType: probe.contentType, snippet: startOf(probe.text) }
    : { status: undefined, contentType: '', snippet: '' };
  const fault = declaredFault(probe);
  const document = fault === undefined && probe.answered ? readApiDocument(probe.text) : undefined;
  return { via, url, ...seen, document, state: document === undefined ? stateOf(via, fault, probe) : 'read' };
}

/** A guess that fails proves nothing, and neither does a link in a text: only what the site declares can be broken. */
function stateOf(
  via: ApiDescription['via'],
  fault: ReturnType<typeof declaredFault>,
  probe: Probe,
): ApiDescription['state'] {
  if (via === 'guessed' || via === 'mentioned') return 'absent';
  if (fault === 'unknown') return 'unknown';
  return fault === undefined && probe.answered && isOtherForm(probe.text) ? 'other' : 'broken';
}

/** service-desc may lead to any description for programs (RFC 8631): other JSON, XML, or the text of an IDL. */
function isOtherForm(text: string): boolean {
  const start = startOf(text);
  if (/^[[{]/.test(start)) return parseUntrustedJson(text, MAX_API_DOCUMENT_BYTES).problem !== 'syntax';
  return /^(?:<|#%RAML|syntax\s*=|package\s|\/[/*])/.test(start);
}
