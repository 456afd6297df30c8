import type { PageArtifact } from '../../model/page.ts';
import type { Target } from '../../model/site.ts';

import type { PageFacts } from '../../parse/html/page-facts.ts';
import { textOf } from '../../parse/json/json.ts';
import { structuredNodes } from '../../parse/json/json-ld.ts';
import { defineCheck, fail, notApplicable, pass, warn } from '../define.ts';
import { readablePage } from './readable.ts';

/** Days between the date of the page and that of the sitemap. */
const MAX_DAYS_APART = 7;
/** A date of another time zone may be a day ahead of the scanner's. */
const ZONE_DAYS = 1;
const DATED_TYPES = new Set('Article BlogPosting NewsArticle TechArticle Product ProductGroup'.split(' '));
const DATED_FOLDERS = new Set('blog doc docs documentation news'.split(' '));
/** Folders of lists of articles. */
const LIST_FOLDERS = new Set('archive archives author authors categories category page tag tags'.split(' '));

export default defineCheck({
  id: 'P15',
  slug: 'freshness',
  series: 'page',
  category: 'metadata',
  titles: {
    pass: 'Pages show when they changed',
    fail: 'Pages do not show when they changed',
    action: 'Add the date of the last change to each page',
  },
  why: 'Agents prefer the newer of two sources, if they can see which is newer.',
  rule: "Passes with an ISO date that is not in the future, as dateModified, article:modified_time or <time datetime> in the content (words alone are no date), at most 7 days from the sitemap's lastmod. Warns about another lastmod, or only a publication date or Last-Modified. Fails with no date. Applies to articles, products and pages under docs, blog or news, not to lists of other pages.",
  sources: [
    'https://schema.org/dateModified',
    'https://html.spec.whatwg.org/multipage/text-level-semantics.html#the-time-element',
  ],
  needs: ['page', 'target'],
  evaluate({ page, target }) {
    const read = readablePage(page);
    if (!read.isReadable) return read.outcome;
    const { facts, answer, evidence } = read;
    const undated = whyUndated(facts, answer.finalUrl);
    if (undated !== undefined) return notApplicable(undated, evidence);
    const isPast = isPastOn(target);
    const { modified, published, times: all } = pageDates(facts);
    // A day to come in the text is that of an event: it says nothing of the page.
    const times = all.filter((date) => date.day === undefined || isPast(date));
    const [declared, shown] = [modified.filter(isPast), times.filter(isPast)];
    const dates = declared.length > 0 ? declared : shown;
    const howToFix =
      'Give the day of the last change as dateModified in the JSON-LD (of the article, or of the WebPage around a product) or as article:modified_time, in ISO 8601, and the same in the sitemap.';

    const [first] = dates;
    if (first !== undefined) {
      const listed = lastmodOf(page, isPast);
      const found = { ...evidence, measured: first.text, ...(listed === undefined ? {} : { threshold: listed.text }) };
      return listed === undefined || dates.some((date) => daysApart(date, listed) <= MAX_DAYS_APART)
        ? pass('The page gives the date of its text.', found)
        : warn(`The date of the page and that of the sitemap are more than ${MAX_DAYS_APART} days apart.`, {
            howToFix,
            evidence: found,
          });
    }
    const publication = published.find(isPast);
    if (publication !== undefined) {
      return warn('The page says when it was published, but not when it was changed.', {
        howToFix,
        evidence: { ...evidence, measured: publication.text },
      });
    }
    if (answer.headers['last-modified'] !== undefined) {
      return warn('Only the Last-Modified header dates the page.', { howToFix, evidence });
    }
    const bad = [...modified, ...published, ...times];
    return fail(
      bad.length === 0
        ? 'The page gives no date of its last change that programs can read.'
        : 'No date of the page is a past day in ISO 8601.',
      { howToFix, evidence: { ...evidence, examples: bad.map(({ text }) => text) } },
    );
  },
});

/** Who owns or writes the site: themes write it into all pages, lists as well. */
const OWNERS = new Set(['article:publisher', 'article:author']);

/** Age matters to readers of a single article or product, and of pages in folders of such. */
function whyUndated({ landmarks, jsonLd, items, metas, mainText }: PageFacts, url: string): string | undefined {
  if (metas.some(({ key }) => key.startsWith('article:') && !OWNERS.has(key))) return undefined;
  const subjects = structuredNodes({ jsonLd, items }).filter(
    ({ isSchemaOrg, isTopLevel, types }) => isSchemaOrg && isTopLevel && types.some((type) => DATED_TYPES.has(type)),
  );
  if (subjects.length === 1) return undefined;
  // A list by tag or author may have a single article, and a list of links may stand in one.
  const isList = isListed(url) || listsOthers(mainText);
  if (!isList && (landmarks.articles === 1 || isInDatedFolder(url))) return undefined;
  if (!isList && (landmarks.articles > 1 || subjects.length > 1))
    return 'The page has several articles or products, which have dates of their own.';
  return isList
    ? 'The page is a list of others, which have dates of their own.'
    : `The page has no article element, no article or product in its structured data, no article:* metadata${metas.some(({ key }) => OWNERS.has(key)) ? ' but who owns or writes it' : ''}, and no path below docs, blog or news.${metas.some(({ key, content }) => key === 'og:type' && content === 'article') ? ' An og:type of article does not count: many themes write it into every page.' : ''}`;
}

const segmentsOf = (url: string): string[] => new URL(url).pathname.toLowerCase().split('/').filter(Boolean);

/** `/tags`, `/blog/tag/x`, or a further page of such a list. */
function isListed(url: string): boolean {
  const segments = segmentsOf(url).filter((segment) => !segment.startsWith('index.'));
  return segments.slice(-2).some((segment) => LIST_FOLDERS.has(segment));
}

/** More than half of the words introduce other pages. */
const listsOthers = ({ wordCount, wordsOutsideLinkLists }: PageFacts['mainText']): boolean =>
  wordsOutsideLinkLists * 2 < wordCount;

/** Below such a folder: the first, or the second as in /en/docs/. */
function isInDatedFolder(url: string): boolean {
  const segments = segmentsOf(url);
  const folder = segments.slice(0, 2).findIndex((segment) => DATED_FOLDERS.has(segment));
  return folder !== -1 && segments.slice(folder + 1).some((segment) => !segment.startsWith('index.'));
}

type PastDate = PageDate & { readonly day: number };

function isPastOn({ startedAt }: Target): (date: PageDate) => date is PastDate {
  const today = isoDay(startedAt.slice(0, 10)) ?? 0;
  return (date): date is PastDate => date.day !== undefined && date.day <= today + ZONE_DAYS;
}

function lastmodOf(
  { sitemapLastmod }: PageArtifact,
  isPast: (date: PageDate) => date is PastDate,
): PastDate | undefined {
  if (sitemapLastmod === undefined) return undefined;
  const date = { text: sitemapLastmod, day: isoDay(sitemapLastmod) };
  return isPast(date) ? date : undefined;
}

const daysApart = (a: PastDate, b: PastDate): number => Math.abs(a.day - b.day);

const MODIFIED_METAS = new Set(['article:modified_time', 'og:updated_time', 'dcterms.modified', 'last-modified']);
const PUBLISHED_METAS = new Set(['article:published_time', 'dcterms.created']);

/** A date as the page writes it, and its day; undefined for a text that is no ISO date. */
interface PageDate {
  readonly text: string;
  /** Days since 1970-01-01. */
  readonly day: number | undefined;
}

/** When the page says that it was changed and published, in JSON-LD, microdata and meta tags; and the times in its text. */
interface PageDates {
  readonly modified: readonly PageDate[];
  readonly published: readonly PageDate[];
  readonly times: readonly PageDate[];
}

function pageDates({ jsonLd, items, metas, dates }: PageFacts): PageDates {
  const nodes = structuredNodes({ jsonLd, items }).filter(({ isSchemaOrg }) => isSchemaOrg);
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

const MAX_LENGTH = 40;
const DAY_MS = 24 * 60 * 60 * 1000;
/** A day, with or without a time; HTML allows a space for the T, and generators leave out the colon of a zone. */
const ISO =
  /^(\d{4})-(\d\d)-(\d\d)(?:[T ]([0-2]\d):([0-5]\d)(?::([0-6]\d)(?:[.,]\d{1,9})?)?(?:Z|[+-]\d\d(?::?\d\d)?)?)?$/i;

/**
 * The day of an ISO 8601 date, in days since 1970-01-01; undefined for other text and for less precise dates. The day
 * is taken as written, whatever its zone: days of two zones may differ by one.
 */
export function isoDay(text: string): number | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const [, year, month, day] = (ISO.exec(text) ?? []).map(Number);
  if (year === undefined || month === undefined || day === undefined) return undefined;
  const date = new Date(Date.UTC(year, month - 1, day));
  const isReal = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isReal ? date.getTime() / DAY_MS : undefined;
}
