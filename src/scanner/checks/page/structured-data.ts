import type { Outcome } from '../../model/result.ts';
import type { PageFacts } from '../../parse/html/page-facts.ts';
import { foldSpaces } from '../../parse/html/walk.ts';
import { textOf } from '../../parse/json/json.ts';
import { type JsonLdNode, jsonLdNodes } from '../../parse/json/json-ld.ts';
import { pluralize } from '../../pluralize.ts';
import { defineCheck, fail, pass, warn } from '../define.ts';
import { readablePage } from './readable.ts';
import { isSchemaOrgType, missingFields } from './schema-org.ts';

/** Types that stand for what the page is about, and so share its title. */
const MAIN_TYPES = new Set(['Article', 'BlogPosting', 'NewsArticle', 'TechArticle', 'Product']);
const MAX_NAMED = 10;

export default defineCheck({
  id: 'P14',
  slug: 'structured-data',
  series: 'page',
  category: 'metadata',
  titles: {
    pass: 'Structured data describes the page',
    fail: 'Structured data is missing or incomplete',
    action: 'Add JSON-LD that describes each page',
  },
  why: 'Agents take names, prices, dates and authors from JSON-LD rather than guess them from the text.',
  rule: 'Passes with a schema.org type in JSON-LD, or without one there in microdata or RDFa. Warns about missing fields that the type needs, an unknown type, or a headline or name that differs from the title. Fails when a block does not parse, or with no structured data. A comment or CDATA mark around a block is passed over, as most readers do.',
  sources: ['https://schema.org/docs/gs.html', 'https://www.w3.org/TR/json-ld11/'],
  needs: ['page'],
  evaluate({ page }) {
    const read = readablePage(page);
    if (!read.isReadable) return read.outcome;
    const { facts, evidence } = read;
    const broken = facts.jsonLd.findIndex(({ problem }) => problem === 'syntax' || problem === 'empty');
    if (broken !== -1) {
      const block = facts.jsonLd[broken];
      return fail(`JSON-LD block ${broken + 1} ${block?.problem === 'empty' ? 'is empty' : 'is not valid JSON'}.`, {
        howToFix: `Fix the JSON of block ${broken + 1}: build it with a JSON serialiser, not with a text template.`,
        evidence: { ...evidence, snippet: block?.snippet ?? '' },
      });
    }

    const inScripts = onTop(jsonLdNodes(facts.jsonLd.map(({ value }) => value)));
    // Themes mark up their frames, too: where JSON-LD says what the page is about, it is what agents take.
    const top = inScripts.length > 0 ? inScripts : onTop(jsonLdNodes(facts.items));
    if (top.length === 0) return withoutNodes(facts, evidence);

    const missing = [...new Set(top.flatMap(missingFields))];
    const unknown = top.filter(({ types }) => !types.some(isSchemaOrgType)).length;
    const faults = [
      ...(missing.length > 0 ? [`lacks ${missing.slice(0, MAX_NAMED).join(', ')}`] : []),
      ...(unknown > 0
        ? [`has ${unknown} ${unknown === 1 ? 'node' : 'nodes'} of a type that schema.org does not know`]
        : []),
      ...(disagrees(top, facts) ? ['names something else than the title and the H1'] : []),
    ];
    const found = { ...evidence, measured: top.length, examples: top.map(({ types }) => types.join(', ')) };
    if (faults.length === 0)
      return pass(
        `The structured data is complete (${pluralize(top.length, 'top-level node')}: ${namesOf(top)}).`,
        found,
      );
    return warn(`The structured data ${faults.join(', and ')}.`, {
      howToFix:
        missing.length > 0
          ? `Add ${missing.slice(0, MAX_NAMED).join(', ')} to the structured data.`
          : 'Use the type names of schema.org, and the headline or name that the page shows.',
      evidence: found,
    });
  },
});

/** Types of schema.org alone: a site chooses its words. */
const namesOf = (nodes: readonly JsonLdNode[]): string =>
  [...new Set(nodes.flatMap(({ types }) => types.filter(isSchemaOrgType)))].slice(0, MAX_NAMED).join(', ');

const onTop = (nodes: readonly JsonLdNode[]): JsonLdNode[] =>
  nodes.filter(({ isSchemaOrg, isTopLevel, types }) => isSchemaOrg && isTopLevel && !types.every(isFrame));

/** Parts of a layout, which say nothing of what the page is about. */
const isFrame = (type: string): boolean => FRAMES.has(type);
const FRAMES = new Set(['WPHeader', 'WPFooter', 'WPSideBar', 'WPAdBlock', 'SiteNavigationElement', 'WebPageElement']);

function withoutNodes({ jsonLd, items }: PageFacts, evidence: object): Outcome {
  if (jsonLd.some(({ problem }) => problem === 'oversized')) {
    return pass('The page has JSON-LD that is too large for us to look into.', { ...evidence });
  }
  return fail(
    jsonLd.length + items.length === 0
      ? 'The page has no JSON-LD, and no item in microdata or RDFa.'
      : 'The structured data has no type of schema.org.',
    {
      howToFix:
        'Add a JSON-LD script with "@context": "https://schema.org" and the type of the page (Article, Product, Organization, WebSite ...) with its name.',
      evidence: { ...evidence, measured: jsonLd.length + items.length, threshold: 1 },
    },
  );
}

/** Only where a single node can be the page's subject: a list of products is not named like the page. */
function disagrees(nodes: readonly JsonLdNode[], { titles, headings, metas }: PageFacts): boolean {
  const [subject, ...others] = nodes.filter(({ types }) => types.some((type) => MAIN_TYPES.has(type)));
  if (subject === undefined || others.length > 0) return false;
  const name = textOf(subject.properties.headline) ?? textOf(subject.properties.name);
  if (name === undefined) return false;
  const shown = [
    ...titles,
    ...headings.filter(({ level }) => level === 1).map(({ text }) => text),
    ...metas.filter(({ key }) => key === 'og:title').map(({ content }) => content),
  ];
  return shown.length > 0 && !agreesWithTitle(name, shown);
}

/** What sites put between a page's title and their own name. */
const SEPARATORS = [' | ', ' - ', ' – ', ' — ', ' · ', ' :: ', ' » ', ': '];
/** Share of the shorter text's words that the other must have. */
const MIN_SHARE = 0.5;
const MAX_CHARS = 500;

/** Whether a headline and one of the page's titles speak of the same thing, whatever name the site adds to its titles. */
export function agreesWithTitle(headline: string, titles: readonly string[]): boolean {
  return titles.some((title) => [title, ...longestParts(title)].some((part) => isAlike(headline, part)));
}

/** The site's own name is the shorter part. */
function longestParts(title: string): string[] {
  return SEPARATORS.map((separator) =>
    title
      .slice(0, MAX_CHARS)
      .split(separator)
      .reduce((longest, part) => (part.length > longest.length ? part : longest)),
  );
}

function isAlike(a: string, b: string): boolean {
  const [left, right] = [wordsOf(a), wordsOf(b)];
  const [shorter, longer] = left.size <= right.size ? [left, right] : [right, left];
  if (shorter.size === 0) return false;
  const shared = [...shorter].filter((word) => longer.has(word)).length;
  return shared / shorter.size >= MIN_SHARE;
}

/** Lower-case words; each character by itself in scripts without spaces. */
function wordsOf(text: string): ReadonlySet<string> {
  const spaced = foldSpaces(text.slice(0, MAX_CHARS).toLowerCase().normalize('NFKC')).replace(
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu,
    ' $& ',
  );
  return new Set(spaced.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== ''));
}
