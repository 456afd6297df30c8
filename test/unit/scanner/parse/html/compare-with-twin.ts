/** A page compared with its declared Markdown version. */
import { compareTwin, contentSegments, type TwinFacts } from '../../../../../src/scanner/parse/html/compare-twin.ts';
import { extractPageFacts } from '../../../../../src/scanner/parse/html/extract-page-facts.ts';
import { PAGE_URL } from './facts-of.ts';

export function walked(html: string): ReturnType<typeof contentSegments> {
  const segments = contentSegments();
  extractPageFacts(html, { url: PAGE_URL, contentTypeHeader: undefined }, () => [segments]);
  return segments;
}

export const compareWithTwin = (html: string, markdown: string): TwinFacts =>
  compareTwin(
    { url: `${PAGE_URL}.md`, text: markdown, bodyBytes: Buffer.byteLength(markdown), isCut: false },
    walked(html),
    PAGE_URL,
  );
