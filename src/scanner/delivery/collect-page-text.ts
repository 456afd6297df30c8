import { parseUrl, percentDecoded } from '../../basics/parse-url.ts';
import { isSignInUrl } from '../checks/page/access-wall.ts';
import { isOverload } from '../model/http.ts';
import { bestTwin, isTwin, type PageArtifact } from '../model/page.ts';
import { FULL_WORDS } from '../model/score.ts';
import { anchorCollector, isGenericLinkText } from '../parse/html/links.ts';
import { markdownCollector } from '../parse/html/markdown/convert.ts';
import type { Anchor, PageFacts } from '../parse/html/page-facts.ts';
import { visibleText } from '../parse/html/rough-html.ts';
import { BLOCK, type TextBlockCollector, type TextBlocks, textBlockCollector } from '../parse/html/text-blocks.ts';
import { walkHtml } from '../parse/html/walk.ts';
import { countWords } from '../parse/html/word-counter.ts';
import { markdownProse, markdownText } from '../parse/markdown/markdown-text.ts';
import { comparableText } from '../parse/text/compare-text.ts';
import { hrefResolver } from '../parse/url/normalise-url.ts';
import type { PageLink, PageText, TwinText } from './page-log.ts';
import { signPageOf } from './signs/sign.ts';

/** A page with a password field and fewer words is there to ask for the password. */
const MIN_WORDS_WITH_PASSWORD = 150;
/** Share of the headings and sentences that a version must bring, and of the words of a name that it must hold. */
const MIN_BROUGHT = 0.5;
/** Captions, labels and the like are missing from honest versions too. */
const NEARLY_ALL = 0.8;
/** Fewer are no sample. */
const MIN_SEGMENTS = 3;
const MIN_NAME_WORDS = 0.6;
const MAX_PAGE_LINKS = 2000;
const WORD_IN_PATH = /[\p{L}]{3,}/gu;

export interface TwinSource {
  readonly text: string;
  readonly bodyBytes: number;
}

/**
 * @param page with its facts and, where there is a Markdown version, the comparison of the two
 * @param collector walked over the page together with the facts
 */
export function pageText(
  page: PageArtifact,
  facts: PageFacts,
  collector: TextBlockCollector,
  twin: TwinSource | undefined,
): Omit<PageText, 'intactShare'> {
  const url = page.response.answered ? page.response.answer.finalUrl : page.url;
  const own = collector.blocks();
  const names = namesOf(facts, url);
  const inNoscript = wordsOutsideNavigation(own) < FULL_WORDS ? noscriptText(collector, names, url) : undefined;
  return {
    blocks: inNoscript?.blocks ?? own,
    isNoscript: inNoscript !== undefined,
    leadsOnInNoscript: inNoscript !== undefined && facts.anchors.length === 0,
    muteImages: facts.images.mute,
    wordsOutsideLists: facts.mainText.wordsOutsideLinkLists,
    mayHoldMore:
      facts.spaMarker !== undefined ||
      facts.images.mute > 0 ||
      facts.missing.marks.panels.empty > 0 ||
      collector.embeds() > 0 ||
      inNoscript !== undefined,
    isSignIn:
      facts.accessWall.passwordInputs > 0 &&
      facts.mainText.wordCount < MIN_WORDS_WITH_PASSWORD &&
      !isSignInUrl(page.url),
    signs: signPageOf(facts),
    twin: deadAlternate(page) ?? (twin === undefined ? undefined : twinText(page, facts, twin, names)),
    // HTML that is called something else is shown as its source: there is nothing to follow.
    scripted: resolved(collector.scripted, url),
    links: isCalledHtml(page) ? withLinks(linksOf(facts.anchors, collector), inNoscript?.links ?? []) : [],
  };
}

function resolved(hrefs: Iterable<string>, base: string): string[] {
  return [...hrefs].map((href) => parseUrl(href, base)?.href).filter((url) => url !== undefined);
}

const HTML_TYPES = new Set(['text/html', 'application/xhtml+xml', '']);

const isCalledHtml = ({ response }: PageArtifact): boolean =>
  response.answered && HTML_TYPES.has(response.answer.contentType);

/** Names that a text of this page should mention: its title's first part, its h1, the last part of its address. */
interface Names {
  readonly said: readonly string[];
  readonly address: string;
}

function namesOf(facts: PageFacts, url: string): Names {
  const title = (facts.titles[0] ?? '').split(/ [-–—|·:] /, 1)[0] ?? '';
  const h1 = facts.headings.find(({ level, inChrome }) => level === 1 && !inChrome)?.text ?? '';
  const path =
    percentDecoded(parseUrl(url)?.pathname ?? '')
      .split('/')
      .filter((part) => part !== '')
      .at(-1) ?? '';
  return {
    said: [title, h1].map(comparableText).filter((name) => name !== ''),
    address: comparableText(path.replace(/\.\w{2,5}$/, '')),
  };
}

/** Whether a text goes by one of the page's names; by its address only where the page says nothing itself. */
function goesBy(text: string, { said, address }: Names, isBare: boolean): boolean {
  const words = new Set(comparableText(text.slice(0, 100_000)).split(' '));
  const mentions = (name: string): boolean => {
    const wanted = name.split(' ');
    return wanted.filter((word) => words.has(word)).length >= MIN_NAME_WORDS * wanted.length;
  };
  if (said.some(mentions)) return true;
  return isBare && address !== '' && mentions(address);
}

/**
 * A reader that takes the Markdown version which the page declares in place of the page gets nothing where that address is dead,
 * unless the page's own address gives it Markdown before.
 */
function deadAlternate({ markdown: { attempts } }: PageArtifact): TwinText | undefined {
  if (attempts.some((attempt) => attempt.via === 'negotiation' && isTwin(attempt))) return undefined;
  const isDead = attempts.some(
    (attempt) =>
      attempt.via === 'alternate' && attempt.status !== undefined && !isOverload(attempt.status) && !isTwin(attempt),
  );
  return isDead ? { words: 0, chars: 0, via: 'declared', agrees: false, brought: 0 } : undefined;
}

function twinText(page: PageArtifact, facts: PageFacts, { text, bodyBytes }: TwinSource, names: Names) {
  const attempt = bestTwin(page.markdown.attempts);
  // A version at an address that nothing names is found by a guess only.
  if (attempt === undefined || attempt.via === 'suffix' || attempt.via === 'user-agent') return undefined;
  const { lines, code } = markdownProse(text);
  const prose = markdownText(lines.join('\n')).text;
  const segments = page.markdown.twin?.segments ?? { looked: 0, missing: 0 };
  const isBare = facts.mainText.wordCount < FULL_WORDS;
  const isSample = segments.looked >= MIN_SEGMENTS && !isBare;
  const share = isSample ? 1 - segments.missing / segments.looked : 1;
  const brings = isSample && share >= MIN_BROUGHT;
  const twin: TwinText = {
    words: countWords(prose) + countWords(code.join('\n')),
    chars: Math.max(text.length, Math.min(bodyBytes, 4 * text.length)),
    via: attempt.via === 'negotiation' ? 'negotiation' : 'declared',
    agrees: brings || goesBy(prose, names, isBare),
    brought: share >= NEARLY_ALL ? 1 : share,
  };
  // llms.txt names it next to the page, which the reader then still reads.
  return attempt.via === 'llms-txt' && !twin.agrees ? undefined : twin;
}

function noscriptText(collector: TextBlockCollector, names: Names, url: string) {
  const html = collector.noscript();
  if (html === '' || !goesBy(visibleText(html), names, true)) return undefined;
  const markdown = markdownCollector();
  const anchors = anchorCollector();
  const inside = textBlockCollector(markdown.length);
  walkHtml(html, [markdown, anchors, inside]);
  const blocks = inside.blocks();
  if (wordsOutsideNavigation(blocks) === 0) return undefined;
  return { blocks, links: linksOf(anchors.facts(hrefResolver(url, undefined)), inside) };
}

/** Links of `noscript` come to those around it. */
function withLinks(links: readonly PageLink[], more: readonly PageLink[]): PageLink[] {
  const known = new Set(links.map(({ url }) => url));
  return [...links, ...more.filter(({ url }) => !known.has(url))].slice(0, MAX_PAGE_LINKS);
}

function wordsOutsideNavigation({ words, places }: TextBlocks): number {
  return words.reduce((sum, count, at) => (((places[at] ?? 0) & BLOCK.chrome) === 0 ? sum + count : sum), 0);
}

/** Each address once, at its first position. It has a telling name if any of its links has. */
function linksOf(anchors: readonly Anchor[], { linkStarts }: TextBlockCollector): PageLink[] {
  const links = new Map<string, PageLink>();
  for (const { href, url, text } of anchors) {
    if (url === undefined || href === undefined) continue;
    const known = links.get(url);
    if (known === undefined && links.size >= MAX_PAGE_LINKS) continue;
    const at = linkStarts.get(href) ?? 0;
    links.set(url, {
      url,
      at: Math.min(at, known?.at ?? at),
      isDescribed: known?.isDescribed === true || !isGenericLinkText(text) || addressTells(url),
      times: (known?.times ?? 0) + 1,
    });
  }
  return [...links.values()];
}

/** Words in the last part of the path that is no folder's name: "/docs/install-guide" tells, "/p/4711" does not. */
function addressTells(url: string): boolean {
  const last =
    percentDecoded(new URL(url).pathname)
      .split('/')
      .filter((part) => part !== '')
      .at(-1) ?? '';
  const words = last.replace(/\.\w{2,5}$/, '').match(WORD_IN_PATH) ?? [];
  const letters = words.reduce((sum, word) => sum + word.length, 0);
  return letters > 0 && letters >= last.length / 2;
}
