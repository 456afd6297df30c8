import type { SiteArtifacts } from '../../../../../src/scanner/model/artifacts.ts';
import type { Probe } from '../../../../../src/scanner/model/http.ts';
import type { LlmsLink } from '../../../../../src/scanner/model/llms-txt.ts';
import { parseLlmsTxt } from '../../../../../src/scanner/parse/llms-txt/llms-txt.ts';
import { answered, noLlmsTxt, notFound, ORIGIN, site } from '../../../../support/artifacts.ts';

const GOOD = `# Site

> What this site is and for whom it was made.

## Docs

- [Guide](https://site.example/guide): How to begin in ten minutes
- [API](https://site.example/api): Every call with an example
`;

/** The artifacts of a healthy site with an llms.txt of this text, none of whose links was followed. */
export function llmsTxt(
  text: string = GOOD,
  probe: Partial<Extract<Probe, { answered: true }>> = {},
  overrides: Partial<SiteArtifacts> = {},
): SiteArtifacts {
  const found = answered('/llms.txt', { text, headers: { 'content-type': 'text/plain; charset=utf-8' }, ...probe });
  return site({
    llmsTxt: {
      file: { probe: found, parsed: parseLlmsTxt(text) },
      candidates: [found],
      full: notFound('/llms-full.txt'),
    },
    ...overrides,
  });
}

/** The same without a file, with these answers at the places looked at. */
export const absent = (...candidates: Probe[]): SiteArtifacts =>
  site({ llmsTxt: { ...noLlmsTxt, ...(candidates.length === 0 ? {} : { candidates }) } });

/** A link that was followed; by default its target is Markdown. `path` may be a whole URL. */
export function link(path: string, overrides: Partial<LlmsLink> = {}): LlmsLink {
  const url = new URL(path, ORIGIN);
  return {
    url: url.href,
    isExternal: url.origin !== ORIGIN,
    state: 'resolves',
    status: 200,
    redirects: false,
    form: 'text',
    ...overrides,
  };
}

/** `count` of them. */
export const links = (count: number, overrides: Partial<LlmsLink> = {}, path = '/page-'): LlmsLink[] =>
  Array.from({ length: count }, (_, at) => link(`${path}${at}`, overrides));

/** An llms.txt whose links were followed with this result. */
export const followed = (...sample: LlmsLink[]): SiteArtifacts =>
  llmsTxt(undefined, {}, { llmsLinks: { linkCount: sample.length, sample, nested: [] } });
