/** A page artifact from HTML, with the facts that the page worker would take from it. */

import type { PageArtifact } from '../../src/scanner/model/page.ts';
import { extractPageFacts } from '../../src/scanner/parse/html/extract-page-facts.ts';
import { ORIGIN, page } from './artifacts.ts';

export const htmlFacts = (html: string, path = '/a') =>
  extractPageFacts(html, { url: ORIGIN + path, contentTypeHeader: 'text/html; charset=utf-8' });

export const htmlPage = (html: string, path = '/a'): PageArtifact => page(path, { facts: htmlFacts(html, path) });

/** Prose of `count` distinct words; every tenth ends a sentence. */
export const prose = (count: number, name = 'word'): string =>
  Array.from({ length: count }, (_, at) => `${name}${at}${at % 10 === 9 ? '.' : ''}`).join(' ');

export const htmlOf = (main: string, { head = '', title = 'Copper kettle' } = {}): string =>
  `<!doctype html><html lang="en"><head><title>${title}</title>${head}</head><body><nav><a href="/">Home</a></nav><main><h1>${title}</h1>${main}</main></body></html>`;
