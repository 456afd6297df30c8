/** The JSON-LD of a page. */

import { parseUntrustedJson } from '../json/json.ts';
import type { JsonLdBlock, PageFacts } from './page-facts.ts';
import { attributeOf, type Collector, type Element, foldSpaces, ownText } from './walk.ts';
import { cut } from './word-counter.ts';

const MAX_BLOCKS = 50;
const MAX_BLOCK_CHARS = 200_000;
const SNIPPET_LENGTH = 200;

/** The page's JSON-LD blocks, parsed. */
export function jsonLdCollector(): Collector<PageFacts['jsonLd']> {
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
