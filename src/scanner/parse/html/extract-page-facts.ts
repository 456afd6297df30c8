/** All facts of a page, from one walk over its tree with every collector. */

import { hrefResolver, type ResolveHref } from '../url/normalise-url.ts';
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
import { jsonLdCollector } from './json-ld-blocks.ts';
import { anchorCollector } from './links.ts';
import { llmsTxtMentionCollector } from './llms-txt-mention.ts';
import { bodyTextCollector, mainTextCollector } from './main-text.ts';
import { markdownCollector } from './markdown/convert.ts';
import { missingTextCollector } from './missing/collect-missing.ts';
import { headingCollector, landmarkCollector } from './outline.ts';
import type { PageFacts } from './page-facts.ts';
import { parsePage } from './parse-page.ts';
import { redirectScriptCollector } from './redirect-scripts.ts';
import { apiViewerCollector, spaMarkerCollector } from './script-rendered.ts';
import { structureCollector } from './structure.ts';
import { bulkTextCollector, tableCollector } from './tables.ts';
import { type Visitor, walk } from './walk.ts';

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
  const collectors = pageCollectors(context.url);
  const { actions, missing, ...each } = collectors;
  walk(parsePage(html), [
    ...Object.values(each),
    ...actions.visitors,
    ...missing.visitors,
    ...others(collectors.markdown.length),
  ]);
  const resolve = hrefResolver(context.url, collectors.head.baseHref());
  const facts = factsOf(collectors, html, context, resolve);
  return { ...facts, actions: pageActions(actions.facts(resolve), facts, context.url) };
}

type PageCollectors = ReturnType<typeof pageCollectors>;

/** One collector for each concern, in the order of the walk. Texts first: headings and markers ask them how far they have come. */
function pageCollectors(pageUrl: string) {
  const mainText = mainTextCollector();
  const bodyText = bodyTextCollector();
  const markdown = markdownCollector();
  const panels = panelCollector(markdown.length);
  return {
    mainText,
    bodyText,
    head: headCollector(),
    headings: headingCollector(mainText.words),
    anchors: anchorCollector(),
    jsonLd: jsonLdCollector(),
    items: embeddedItemCollector(),
    accessWall: accessWallCollector(),
    asked: questionCollector(),
    mainFields: mainFieldCollector(),
    redirectScript: redirectScriptCollector(pageUrl),
    spaMarker: spaMarkerCollector(mainText.words, bodyText.words),
    markdown,
    landmarks: landmarkCollector(mainText.words),
    dates: dateCollector(),
    images: imageCollector(),
    tables: tableCollector(markdown.length),
    bulkText: bulkTextCollector(),
    forms: formCollector(),
    codeBlocks: codeBlockCollector(),
    panels,
    hiddenInstruction: hiddenInstructionCollector(panels.isInside),
    apiViewer: apiViewerCollector(),
    llmsTxtMention: llmsTxtMentionCollector(bodyText.chars),
    controls: controlCollector(),
    structure: structureCollector(),
    actions: actionCollectors(),
    missing: missingTextCollector(),
  };
}

/** The facts of a walk that is over, in the order in which they are kept; but for the actions, which are drawn from all others. */
function factsOf(
  from: PageCollectors,
  html: string,
  context: PageContext,
  resolve: ResolveHref,
): Omit<PageFacts, 'actions'> {
  const headFacts = from.head.facts(resolve);
  const blocks = { jsonLd: from.jsonLd.facts(resolve), items: from.items.facts(resolve) };
  const headingFacts = from.headings.facts(resolve);
  const [title = ''] = headFacts.titles;
  const names = [
    title,
    ...headingFacts.filter(({ level, inChrome }) => level <= 2 && !inChrome).map(({ text }) => text),
  ];
  const mainTextFacts = from.mainText.facts(resolve);
  return {
    charset: charsetFacts(context.contentTypeHeader, context.body, html),
    ...headFacts,
    ...blocks,
    headings: headingFacts,
    missing: from.missing.facts(blocks.jsonLd, names.slice(0, 3)),
    anchors: from.anchors.facts(resolve),
    mainText: mainTextFacts,
    ...from.bodyText.facts(resolve),
    mainFields: from.mainFields.facts(resolve),
    ...from.spaMarker.facts(resolve),
    ...from.apiViewer.facts(resolve),
    ...from.markdown.facts(resolve),
    landmarks: from.landmarks.facts(resolve),
    dates: from.dates.facts(resolve),
    images: from.images.facts(resolve),
    tables: from.tables.facts(resolve),
    bulkTextCharCount: from.bulkText.facts(resolve),
    ...from.forms.facts(resolve),
    codeBlocks: from.codeBlocks.facts(resolve),
    panels: from.panels.facts(resolve),
    hiddenInstruction: from.hiddenInstruction.facts(resolve),
    llmsTxtMention: from.llmsTxtMention.mention(resolve, ownHosts(context.url, headFacts.headLinks)),
    redirectScript: from.redirectScript.facts(resolve),
    accessWall: {
      ...from.accessWall.facts(resolve),
      asksFirst: from.asked.question(headingFacts, mainTextFacts.wordCount, context.url),
    },
    controls: from.controls.facts(resolve),
    ...from.structure.facts(resolve),
  };
}

/** The page's, and those of what it calls its canonical address: a build tried elsewhere still names its public host. */
function ownHosts(pageUrl: string, headLinks: PageFacts['headLinks']): Set<string> {
  const canonical = headLinks.find(({ rel, url }) => rel.includes('canonical') && url !== undefined)?.url;
  return new Set([pageUrl, canonical ?? pageUrl].map((url) => new URL(url).host));
}
