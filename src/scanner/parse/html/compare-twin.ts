import { parseUrl } from '../../../parse-url.ts';
import { markdownProse, markdownText } from '../markdown/markdown-text.ts';
import { comparableText, createFinder } from '../text/comparable-text.ts';
import { coverageKey } from '../url/normalise-url.ts';
import type { ContentSegments, Segment } from './content-segments.ts';
import { rawHtmlBytes } from './rough-html.ts';

/** What a page's Markdown version holds, measured against the page. */
export interface TwinFacts {
  readonly url: string;
  readonly bodyBytes: number;
  /** Only the first million bytes were read: what seems to be missing may stand after it. */
  readonly isCut: boolean;
  /** 1-based. */
  readonly unclosedFenceLine: number | undefined;
  /** Share of the bytes that are HTML tags outside code, 0 to 1. */
  readonly htmlShare: number;
  /** Headings and sentences of the page that were looked for, and those that are not there. */
  readonly segments: { readonly looked: number; readonly missing: number; readonly examples: readonly string[] };
  readonly links: {
    readonly count: number;
    /** Neither absolute nor from the root. */
    readonly relative: number;
    readonly examples: readonly string[];
  };
  /** Links that are only in the page's navigation, header or footer, and those of them that the version has too. */
  readonly chromeLinks: { readonly count: number; readonly kept: number };
}

/** A Markdown body as it is handed to the page worker. */
export interface TwinBody {
  readonly url: string;
  readonly text: string;
  readonly bodyBytes: number;
  readonly isCut: boolean;
}

const MAX_SEGMENTS = 500;
/** Segments times characters that are looked through at most, so that large pages stay cheap. */
const MAX_EFFORT = 100e6;
const MIN_SEGMENTS = 50;
const MAX_EXAMPLES = 5;
const MAX_EXAMPLE = 120;

/** Measures a page's Markdown version against what a walk over the page gathered. Linear in both. */
export function compareTwin(
  { url, text, bodyBytes, isCut }: TwinBody,
  page: ContentSegments,
  pageUrl: string,
): TwinFacts {
  const { lines, code, unclosedFenceLine } = markdownProse(text);
  const prose = markdownText(lines.join('\n'));
  const words = comparableText([prose.text, ...code].join('\n'));
  const isThere = createFinder(words);
  const looked = sample(page.segments(), Math.max(MIN_SEGMENTS, Math.floor(MAX_EFFORT / (words.length + 1))));
  const missing = looked.filter((forms) => !forms.some(isThere)).map(([text]) => text);
  const relative = prose.targets.filter(isRelative);
  return {
    url,
    bodyBytes,
    isCut,
    unclosedFenceLine,
    htmlShare: text === '' ? 0 : rawHtmlBytes(lines) / Buffer.byteLength(text),
    segments: { looked: looked.length, missing: missing.length, examples: examplesOf(missing) },
    links: { count: prose.targets.length, relative: relative.length, examples: examplesOf(relative) },
    chromeLinks: chromeLinks(page.chromeHrefs(), pageUrl, prose.targets, url),
  };
}

/** At most `limit` segments, evenly spaced. */
function sample(segments: readonly Segment[], limit: number): readonly Segment[] {
  const size = Math.min(MAX_SEGMENTS, limit);
  if (segments.length <= size) return segments;
  return segments.filter(
    (_, at) => Math.floor((at * size) / segments.length) !== Math.floor(((at - 1) * size) / segments.length),
  );
}

/** A path that only means something at the page's own address. */
function isRelative(target: string): boolean {
  return !/^(?:[/#?]|[a-z][a-z0-9+.-]*:)/i.test(target);
}

function chromeLinks(hrefs: readonly string[], pageUrl: string, targets: readonly string[], twinUrl: string) {
  const linked = new Set(targets.map((target) => keyOf(target, twinUrl)));
  const inChrome = new Set(hrefs.filter((href) => !href.startsWith('#')).map((href) => keyOf(href, pageUrl)));
  inChrome.delete(undefined);
  return { count: inChrome.size, kept: [...inChrome].filter((key) => linked.has(key)).length };
}

function keyOf(href: string, base: string): string | undefined {
  const url = parseUrl(href, base)?.href;
  return url === undefined ? undefined : coverageKey(url);
}

const examplesOf = (texts: readonly string[]): string[] =>
  texts.slice(0, MAX_EXAMPLES).map((text) => text.slice(0, MAX_EXAMPLE));
