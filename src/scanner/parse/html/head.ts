import { cut } from './item-text.ts';
import type { HeadLink, MetaTag, PageFacts } from './page-facts.ts';
import { MAX_HREF } from './resolve-href.ts';
import { attributeOf, type Collector, type Element, foldSpaces, isHtml, ownText } from './walk.ts';

const MAX_TITLES = 20;
const MAX_METAS = 500;
const MAX_LINKS = 1000;
const MAX_TEXT = 2000;

type HeadFacts = Pick<PageFacts, 'htmlLang' | 'titles' | 'metas' | 'headLinks'>;

/**
 * What stands in the head. Elements of the head that a broken document leaves in its body are taken too: browsers read
 * the title there, and it is not the author's intent that changed.
 */
export function headCollector(): Collector<HeadFacts> & { baseHref(): string | undefined } {
  let htmlLang: string | undefined;
  let base: string | undefined;
  const titles: string[] = [];
  const metas: MetaTag[] = [];
  const links: Omit<HeadLink, 'url'>[] = [];
  return {
    enter(element) {
      switch (element.tagName) {
        case 'html':
          htmlLang ??= attributeOf(element, 'lang')?.slice(0, MAX_TEXT);
          break;
        case 'base':
          base ??= attributeOf(element, 'href');
          break;
        case 'title':
          if (isHtml(element) && titles.length < MAX_TITLES) titles.push(cut(foldSpaces(ownText(element)), MAX_TEXT));
          break;
        case 'meta':
          if (metas.length < MAX_METAS) metas.push(...metaTag(element));
          break;
        case 'link':
          if (links.length < MAX_LINKS) links.push(...headLink(element));
          break;
      }
    },
    baseHref: () => base,
    facts: (resolve) => ({
      htmlLang,
      titles,
      metas,
      headLinks: links.map((link) => ({ ...link, url: resolve(link.href) })),
    }),
  };
}

function metaTag(element: Element): MetaTag[] {
  const key = ['name', 'property', 'http-equiv'].map((name) => attributeOf(element, name)).find((value) => value);
  const content = attributeOf(element, 'content');
  if (key === undefined || content === undefined) return [];
  return [{ key: cut(key, MAX_TEXT).toLowerCase(), content: cut(foldSpaces(content), MAX_TEXT) }];
}

function headLink(element: Element): Omit<HeadLink, 'url'>[] {
  const href = attributeOf(element, 'href');
  const rel = tokens(attributeOf(element, 'rel'));
  if (href === undefined || rel.length === 0) return [];
  return [
    {
      rel,
      // One character over the limit, so that a cut one is not resolved.
      href: href.trim().slice(0, MAX_HREF + 1),
      type: cut(attributeOf(element, 'type') ?? '', MAX_TEXT).toLowerCase(),
      hreflang: attributeOf(element, 'hreflang')?.trim().slice(0, MAX_TEXT),
    },
  ];
}

const MAX_TOKENS = 20;

/** A space-separated attribute as lower-case tokens. */
export function tokens(value: string | undefined): string[] {
  if (value === undefined) return [];
  return value
    .slice(0, MAX_TEXT)
    .toLowerCase()
    .split(/\s+/)
    .filter((token) => token !== '')
    .slice(0, MAX_TOKENS);
}
