import { extractPageFacts } from '../../../../../src/scanner/parse/html/extract-page-facts.ts';
import type { PageFacts } from '../../../../../src/scanner/parse/html/page-facts.ts';

export const PAGE_URL = 'https://site.example/docs/page?x=1';

/** Facts of a body, or of a whole document when it brings its own. */
export const factsOf = (html: string): PageFacts =>
  extractPageFacts(html, { url: PAGE_URL, contentTypeHeader: 'text/html; charset=utf-8' });
