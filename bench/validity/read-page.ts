/** A page as an agent without scripts reads it. */
import type { DefaultTreeAdapterTypes as Tree } from 'parse5';
import { parse } from 'parse5';
import { parseUrl } from '../../src/basics/parse-url.ts';

interface Link {
  /** As the page writes it. */
  readonly href: string;
  readonly path: string;
  readonly words: string;
}
export interface ReadPage {
  readonly text: string;
  /** The text outside links: menus are not what a page is about. */
  readonly prose: string;
  readonly links: readonly Link[];
  readonly noindex: boolean;
  readonly canonical: string | undefined;
}

export interface ReadManner {
  /** Reads what `noscript` holds, as tools without scripts do. */
  readonly readsNoscript: boolean;
  /** Keeps to the main content where there is a landmark. */
  readonly keepsToMain: boolean;
  readonly pageChars: number;
}

const ORIGIN = 'https://site.example';
const OPAQUE = new Set(['script', 'style', 'template', 'iframe', 'svg']);

export function readMarkdown(body: string, { pageChars }: ReadManner): ReadPage {
  const text = body.slice(0, pageChars);
  const links = [...text.matchAll(/\[([^\]\n]{0,200})\]\(([^)\s]{1,300})\)([^\n]{0,300})/g)];
  return {
    text,
    prose: text,
    links: links.map(([, name = '', href = '', note = '']) => ({ href, path: pathOf(href), words: `${name} ${note}` })),
    noindex: false,
    canonical: undefined,
  };
}

export function readHtml(body: string, { readsNoscript, keepsToMain, pageChars }: ReadManner): ReadPage {
  let text = '';
  let prose = '';
  let linkDepth = 0;
  let mainText: string | undefined;
  const links: (Link & { at: number })[] = [];
  const meta: { noindex: boolean; canonical: string | undefined } = { noindex: false, canonical: undefined };
  const visit = (node: Tree.Node): void => {
    if ('value' in node) {
      text += node.value;
      if (linkDepth === 0) prose += node.value;
    }
    if (!('childNodes' in node)) return;
    if ('tagName' in node) {
      const attribute = (name: string) => node.attrs.find((each) => each.name === name)?.value;
      if (OPAQUE.has(node.tagName) || attribute('hidden') !== undefined) return;
      if (node.tagName === 'meta' && attribute('name') === 'robots')
        meta.noindex = attribute('content')?.includes('noindex') === true;
      if (node.tagName === 'link' && attribute('rel') === 'canonical') meta.canonical = attribute('href');
      if (node.tagName === 'noscript' && !readsNoscript) return;
      if (node.tagName === 'img') text += ` ${attribute('alt') ?? ''} `;
      const from = text.length;
      if (node.tagName === 'a') linkDepth += 1;
      for (const child of node.childNodes) visit(child);
      if (node.tagName === 'a') linkDepth -= 1;
      const href = node.tagName === 'a' ? attribute('href') : undefined;
      if (href !== undefined && !href.startsWith('#'))
        links.push({ href, path: pathOf(href), words: text.slice(from), at: from });
      if (href !== undefined) text += ` (${href}) `;
      if (node.tagName === 'main') mainText = text.slice(from);
      text += ' ';
      prose += ' ';
      return;
    }
    for (const child of node.childNodes) visit(child);
  };
  visit(parse(body, { scriptingEnabled: false }));
  const shown = (keepsToMain ? mainText : undefined) ?? text;
  return {
    text: shown.slice(0, pageChars),
    prose,
    links: links.filter(({ at }) => keepsToMain || at < pageChars),
    ...meta,
  };
}

export const pathOf = (href: string): string => parseUrl(href, ORIGIN)?.pathname ?? '/';
