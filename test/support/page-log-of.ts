/** Logged pages from HTML, as the page worker makes them. */

import { pageText, type TwinSource } from '../../src/scanner/delivery/collect-page-text.ts';
import { createPageLog, type PageLog, type PageText } from '../../src/scanner/delivery/page-log.ts';
import type { MarkdownAttempt } from '../../src/scanner/model/page.ts';
import { extractPageFacts } from '../../src/scanner/parse/html/extract-page-facts.ts';
import { type TextBlockCollector, textBlockCollector } from '../../src/scanner/parse/html/text-blocks.ts';
import { ORIGIN, page } from './artifacts.ts';

export function textOf(
  path: string,
  html: string,
  {
    twin,
    attempts = [],
    intactShare = 1,
  }: { twin?: TwinSource; attempts?: readonly MarkdownAttempt[]; intactShare?: number } = {},
): PageText {
  let blocks: TextBlockCollector | undefined;
  const facts = extractPageFacts(html, { url: ORIGIN + path, contentTypeHeader: 'text/html' }, (written) => {
    blocks = textBlockCollector(written);
    return [blocks];
  });
  if (blocks === undefined) throw new Error('the walk has begun');
  const artifact = page(path, { facts, markdown: { tried: true, attempts } });
  return { ...pageText(artifact, facts, blocks, twin), intactShare };
}

export function logOf(pages: Readonly<Record<string, string | undefined>>): PageLog {
  const log = createPageLog((url) => url.startsWith(`${ORIGIN}/`));
  for (const [path, html] of Object.entries(pages))
    log.add(html === undefined ? undefined : textOf(path, html), undefined);
  return log.value();
}
