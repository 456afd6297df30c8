import type { PageFacts } from '../scanner/parse/html/page-facts.ts';
import { jsonLdNodes, textOf } from '../scanner/parse/json-ld/json-ld.ts';

interface NamedPage {
  readonly isHome: boolean;
  readonly facts: Pick<PageFacts, 'metas' | 'jsonLd'>;
  readonly title: string;
}

const SEPARATORS = [' | ', ' - ', ' – ', ' — ', ' · ', ' :: ', ' » '];
const MAX_NAME = 80;

/** The name of a site: as its metadata says, else what most titles begin or end with, else the title of its home page. */
export function siteName(pages: readonly NamedPage[]): string {
  const home = pages.find(({ isHome }) => isHome);
  const metas = (home === undefined ? pages : [home]).flatMap(({ facts }) => facts.metas);
  const named = ['og:site_name', 'application-name'].map((key) => metas.find((meta) => meta.key === key)?.content);
  const website = home?.facts.jsonLd
    .flatMap(({ value }) => jsonLdNodes(value))
    .find(({ types }) => types.includes('WebSite'));
  const given = [...named, textOf(website?.properties.name)].find((text) => text !== undefined && text !== '');
  return (given ?? commonPart(pages) ?? home?.title ?? '').slice(0, MAX_NAME).trim();
}

/** What more than half of the titles have before or behind a separator. */
function commonPart(pages: readonly NamedPage[]): string | undefined {
  const counts = new Map<string, number>();
  for (const { title } of pages) {
    const parts = SEPARATORS.flatMap((separator) => {
      const pieces = title.split(separator);
      return pieces.length < 2 ? [] : [pieces[0] ?? '', pieces.at(-1) ?? ''];
    });
    for (const part of new Set(parts.map((each) => each.trim()))) counts.set(part, (counts.get(part) ?? 0) + 1);
  }
  const [best] = [...counts]
    .filter(([part, count]) => part !== '' && count > 1 && count > pages.length / 2)
    .sort(([a, m], [b, n]) => n - m || b.length - a.length || (a < b ? -1 : 1));
  return best?.[0];
}

/** A title without the name of the site before or behind it. */
export function withoutSiteName(title: string, name: string): string {
  if (name === '') return title;
  for (const separator of SEPARATORS) {
    if (title.endsWith(separator + name)) return title.slice(0, -(separator.length + name.length));
    if (title.startsWith(name + separator)) return title.slice(name.length + separator.length);
  }
  return title;
}
