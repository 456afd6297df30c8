import { parseUrl } from '../../basics/parse-url.ts';
import type { Candidate } from '../crawl/waiting-pages.ts';
import type { SiteArtifacts } from '../model/artifacts.ts';
import { llmsTxtLinks } from '../model/llms-txt.ts';
import type { ScanRequest } from '../model/scan.ts';
import type { Target } from '../model/site.ts';
import { pageKey } from '../parse/url/normalise-url.ts';

/** The pages that are known before any is read. */
export function firstPages(
  { pages, rootUrl }: ScanRequest,
  artifacts: Partial<SiteArtifacts>,
  target: Target,
): Candidate[] {
  if (pages !== undefined) {
    const { pathname, search } = new URL(rootUrl);
    const roots = [target.origin + pathname + search, target.finalUrl].map(pageKey);
    return pages.map((path) => {
      const url = target.origin + path;
      return roots.includes(pageKey(url)) ? { url: target.finalUrl, foundBy: 'root' } : { url, foundBy: 'given' };
    });
  }
  return [
    { url: target.finalUrl, foundBy: 'root' },
    ...(artifacts.sitemap?.entries ?? []).map(({ url }) => ({ url, foundBy: 'sitemap' as const })),
    ...linksInLlmsTxt(artifacts).map((url) => ({ url, foundBy: 'llms-txt' as const })),
  ];
}

function linksInLlmsTxt({ llmsTxt: found }: Partial<SiteArtifacts>): string[] {
  if (found?.file === undefined) return [];
  const { parsed, probe } = found.file;
  return llmsTxtLinks(parsed).map(({ url }) => parseUrl(url, probe.finalUrl)?.href ?? '');
}
