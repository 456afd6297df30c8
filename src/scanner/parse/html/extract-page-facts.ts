/** All facts of a page, from one walk over its tree: every collector, and the two that nothing else uses. */

import { parseUntrustedJson } from '../json/json.ts';
import { hrefResolver } from '../url/normalise-url.ts';
import { accessWallCollector } from './access-wall.ts';
import { actionCollectors, pageActions } from './actions/page-actions-of.ts';
import { questionCollector } from './asks-first.ts';
import { codeBlockCollector } from './code-blocks.ts';
import { controlCollector } from './controls.ts';
import { embeddedItemCollector } from './embedded-items.ts';
import { formCollector, mainFieldCollector } from './forms.ts';
import { charsetFacts, dateCollector, headCollector } from './head.ts';
import { hiddenInstructionCollector, panelCollector } from './hidden-text.ts';
import { imageCollector } from './images.ts';
import { anchorCollector } from './links.ts';
import { llmsTxtMentionCollector } from './llms-txt-mention.ts';
import { bodyTextCollector, mainTextCollector } from './main-text.ts';
import { markdownCollector } from './markdown/convert.ts';
import { missingTextCollector } from './missing/collect-missing.ts';
import { headingCollector, landmarkCollector } from './outline.ts';
import type { JsonLdBlock, PageFacts } from './page-facts.ts';
import { parsePage } from './parse-page.ts';
import { redirectScriptCollector } from './redirect-scripts.ts';
import { apiViewerCollector, spaMarkerCollector } from './script-rendered.ts';
import { bulkTextCollector, tableCollector } from './tables.ts';
import { attributeOf, type Collector, type Element, foldSpaces, ownText, PLACE, type Visitor, walk } from './walk.ts';
import { cut } from './word-counter.ts';

interface PageContext {
  /** Final URL of the page: links are relative to it, unless the document has a base. */
  readonly url: string;
  readonly contentTypeHeader: string | undefined;
  /** The first bytes of the body as they came (1,024 are enough). */
  readonly body?: Uint8Array;
}

/**
 * Everything checks want to know of a page, from one parse and one walk. Linear in the length of the HTML. Never throws.
 * @param others taken along on the walk, last; they can ask how many characters of Markdown have been written
 */
export function extractPageFacts(
  html: string,
  context: PageContext,
  others: (markdownLength: () => number) => readonly Visitor[] = () => [],
): PageFacts {
  const mainText = mainTextCollector();
  const bodyText = bodyTextCollector();
  const head = headCollector();
  const headings = headingCollector(mainText.words);
  const anchors = anchorCollector();
  const jsonLd = jsonLdCollector();
  const items = embeddedItemCollector();
  const accessWall = accessWallCollector();
  const asked = questionCollector();
  const mainFields = mainFieldCollector();
  const redirectScript = redirectScriptCollector(context.url);
  const spaMarker = spaMarkerCollector(mainText.words, bodyText.words);
  const markdown = markdownCollector();
  const landmarks = landmarkCollector(mainText.words);
  const dates = dateCollector();
  const images = imageCollector();
  const tables = tableCollector(markdown.length);
  const bulkText = bulkTextCollector();
  const forms = formCollector();
  const codeBlocks = codeBlockCollector();
  const panels = panelCollector(markdown.length);
  const hiddenInstruction = hiddenInstructionCollector(panels.isInside);
  const apiViewer = apiViewerCollector();
  const llmsTxtMention = llmsTxtMentionCollector(bodyText.chars);
  const controls = controlCollector();
  const structure = structureCollector();
  const actions = actionCollectors();
  const missing = missingTextCollector();

  // Texts first: headings and markers ask them how far they have come.
  walk(parsePage(html), [
    mainText,
    bodyText,
    head,
    headings,
    anchors,
    jsonLd,
    items,
    accessWall,
    asked,
    mainFields,
    redirectScript,
    spaMarker,
    markdown,
    landmarks,
    dates,
    images,
    tables,
    bulkText,
    forms,
    codeBlocks,
    panels,
    hiddenInstruction,
    apiViewer,
    llmsTxtMention,
    controls,
    structure,
    ...actions.visitors,
    ...missing.visitors,
    ...others(markdown.length),
  ]);

  const resolve = hrefResolver(context.url, head.baseHref());
  const headFacts = head.facts(resolve);
  const blocks = { jsonLd: jsonLd.facts(resolve), items: items.facts(resolve) };
  const headingFacts = headings.facts(resolve);
  const [title = ''] = headFacts.titles;
  const names = [
    title,
    ...headingFacts.filter(({ level, inChrome }) => level <= 2 && !inChrome).map(({ text }) => text),
  ];
  const mainTextFacts = mainText.facts(resolve);
  const facts = {
    charset: charsetFacts(context.contentTypeHeader, context.body, html),
    ...headFacts,
    ...blocks,
    headings: headingFacts,
    missing: missing.facts(blocks.jsonLd, names.slice(0, 3)),
    anchors: anchors.facts(resolve),
    mainText: mainTextFacts,
    ...bodyText.facts(resolve),
    mainFields: mainFields.facts(resolve),
    ...spaMarker.facts(resolve),
    ...apiViewer.facts(resolve),
    ...markdown.facts(resolve),
    landmarks: landmarks.facts(resolve),
    dates: dates.facts(resolve),
    images: images.facts(resolve),
    tables: tables.facts(resolve),
    bulkTextCharCount: bulkText.facts(resolve),
    ...forms.facts(resolve),
    codeBlocks: codeBlocks.facts(resolve),
    panels: panels.facts(resolve),
    hiddenInstruction: hiddenInstruction.facts(resolve),
    llmsTxtMention: llmsTxtMention.mention(resolve, ownHosts(context.url, headFacts.headLinks)),
    redirectScript: redirectScript.facts(resolve),
    accessWall: {
      ...accessWall.facts(resolve),
      asksFirst: asked.question(headingFacts, mainTextFacts.wordCount, context.url),
    },
    controls: controls.facts(resolve),
    ...structure.facts(resolve),
  };
  return { ...facts, actions: pageActions(actions.facts(resolve), facts, context.url) };
}

/** The page's, and those of what it calls its canonical address: a build tried elsewhere still names its public host. */
function ownHosts(pageUrl: string, headLinks: PageFacts['headLinks']): Set<string> {
  const canonical = headLinks.find(({ rel, url }) => rel.includes('canonical') && url !== undefined)?.url;
  return new Set([pageUrl, canonical ?? pageUrl].map((url) => new URL(url).host));
}

/** Elements that tell one template from another, however long the text in it is. */
const TELLING = new Set(
  'header nav main article aside footer search form table dialog iframe video audio canvas details select'.split(' '),
);

/** What a page is built of, as far as it tells its template from others; and how large its tree is. */
function structureCollector(): Collector<Pick<PageFacts, 'structure' | 'elementCount'>> {
  const found = new Set<string>();
  let elementCount = 0;
  return {
    enter({ tagName }, place) {
      elementCount += 1;
      if ((place & PLACE.body) !== 0 && TELLING.has(tagName)) found.add(tagName);
    },
    facts: () => ({ structure: [...found].sort(), elementCount }),
  };
}

const MAX_BLOCKS = 50;
const MAX_BLOCK_CHARS = 200_000;
const SNIPPET_LENGTH = 200;

/** The page's JSON-LD blocks, parsed. */
function jsonLdCollector(): Collector<PageFacts['jsonLd']> {
  const jsonLd: JsonLdBlock[] = [];
  return {
    wants: { tags: ['script'] },
    enter(element) {
      if (element.tagName === 'script' && jsonLd.length < MAX_BLOCKS && isJsonLd(element)) {
        jsonLd.push(readBlock(ownText(element)));
      }
    },
    facts: () => jsonLd,
  };
}

/** The type may carry parameters (`application/ld+json; charset=utf-8`). */
function isJsonLd(element: Element): boolean {
  const [type = ''] = (attributeOf(element, 'type') ?? '').split(';', 1);
  return type.trim().toLowerCase() === 'application/ld+json';
}

function readBlock(source: string): JsonLdBlock {
  const text = unwrap(source);
  const snippet = cut(foldSpaces(text.slice(0, SNIPPET_LENGTH * 2)), SNIPPET_LENGTH);
  return { ...parseUntrustedJson(text, MAX_BLOCK_CHARS), snippet };
}

const WRAPPERS = [
  ['<!--', '-->'],
  ['//<![CDATA[', '//]]>'],
  ['/*<![CDATA[*/', '/*]]>*/'],
  ['<![CDATA[', ']]>'],
] as const;

/** Without the comment or CDATA section that some systems still put around scripts; those who read JSON-LD cope. */
function unwrap(source: string): string {
  const text = source.trim();
  for (const [open, close] of WRAPPERS) {
    if (text.startsWith(open) && text.endsWith(close) && text.length >= open.length + close.length) {
      return text.slice(open.length, text.length - close.length).trim();
    }
  }
  return text;
}
