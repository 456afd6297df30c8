import { parse } from 'parse5';
import { accessWallCollector } from './access-wall.ts';
import { anchorCollector } from './anchors.ts';
import { bodyTextCollector } from './body-text.ts';
import { charsetFacts } from './charset.ts';
import { headCollector } from './head.ts';
import { headingCollector } from './headings.ts';
import { jsonLdCollector } from './json-ld-blocks.ts';
import { mainFieldCollector } from './main-fields.ts';
import { mainTextCollector } from './main-text.ts';
import { markdownCollector } from './markdown.ts';
import type { PageFacts } from './page-facts.ts';
import { redirectScriptCollector } from './redirect-scripts.ts';
import { hrefResolver } from './resolve-href.ts';
import { spaMarkerCollector } from './spa-marker.ts';
import { walk } from './walk.ts';

export interface PageContext {
  /** Final URL of the page: links are relative to it, unless the document has a base. */
  readonly url: string;
  readonly contentTypeHeader: string | undefined;
  /** The first bytes of the body as they came (1,024 are enough). */
  readonly rawHead?: Uint8Array;
}

/** Everything checks want to know of a page, from one parse and one walk. Linear in the length of the HTML. Never throws. */
export function extractPageFacts(html: string, context: PageContext): PageFacts {
  const mainText = mainTextCollector();
  const bodyText = bodyTextCollector();
  const head = headCollector();
  const headings = headingCollector(mainText.words);
  const anchors = anchorCollector();
  const jsonLd = jsonLdCollector();
  const accessWall = accessWallCollector();
  const mainFields = mainFieldCollector();
  const redirectScript = redirectScriptCollector(context.url);
  const spaMarker = spaMarkerCollector(mainText.words, bodyText.words);
  const markdown = markdownCollector();

  // Texts first: headings and markers ask them how far they have come.
  walk(parse(html), [
    mainText,
    bodyText,
    head,
    headings,
    anchors,
    jsonLd,
    accessWall,
    mainFields,
    redirectScript,
    spaMarker,
    markdown,
  ]);

  const resolve = hrefResolver(context.url, head.baseHref());
  return {
    charset: charsetFacts(context.contentTypeHeader, context.rawHead, html),
    ...head.facts(resolve),
    ...jsonLd.facts(resolve),
    headings: headings.facts(resolve),
    anchors: anchors.facts(resolve),
    mainText: mainText.facts(resolve),
    ...bodyText.facts(resolve),
    mainFields: mainFields.facts(resolve),
    ...spaMarker.facts(resolve),
    ...markdown.facts(resolve),
    redirectScript: redirectScript.facts(resolve),
    accessWall: accessWall.facts(resolve),
  };
}
