import type { PageFacts } from '../../parse/html/page-facts.ts';
import { isoDay } from '../../parse/iso-day.ts';
import { jsonLdNodes, textOf } from '../../parse/json-ld.ts';

const MODIFIED_METAS = new Set(['article:modified_time', 'og:updated_time', 'dcterms.modified', 'last-modified']);
const PUBLISHED_METAS = new Set(['article:published_time', 'dcterms.created']);

/** A date as the page writes it, and its day; undefined for what is no ISO date. */
export interface PageDate {
  readonly text: string;
  /** Days since 1970-01-01. */
  readonly day: number | undefined;
}

/** When the page says that it was changed and published, in JSON-LD, microdata and meta tags; and the times in its text. */
export interface PageDates {
  readonly modified: readonly PageDate[];
  readonly published: readonly PageDate[];
  readonly times: readonly PageDate[];
}

export function pageDates({ jsonLd, metas, dates }: PageFacts): PageDates {
  const nodes = jsonLd.flatMap(({ value }) => jsonLdNodes(value)).filter(({ isSchemaOrg }) => isSchemaOrg);
  const inNodes = (name: string): string[] =>
    nodes.map(({ properties }) => textOf(properties[name])).filter((text) => text !== undefined);
  const inMetas = (keys: ReadonlySet<string>): string[] =>
    metas.filter(({ key }) => keys.has(key)).map(({ content }) => content);
  const asDates = (texts: readonly string[]): PageDate[] => texts.map((text) => ({ text, day: isoDay(text) }));
  return {
    modified: asDates([...inNodes('dateModified'), ...inMetas(MODIFIED_METAS), ...dates.modified]),
    published: asDates([...inNodes('datePublished'), ...inMetas(PUBLISHED_METAS), ...dates.published]),
    times: asDates(dates.times),
  };
}
