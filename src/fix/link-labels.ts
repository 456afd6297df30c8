/** Names for links whose words do not tell where they lead ("Read more"), where the page that they lead to is in the build. */
import { isGenericLinkText, vagueLinks } from '../scanner/parse/html/links.ts';
import { parseWithOffsets } from '../scanner/parse/html/parse-page.ts';
import { attributeOf, type Element, PLACE, walk } from '../scanner/parse/html/walk.ts';
import { itemText } from '../scanner/parse/html/word-counter.ts';
import { coverageKey } from '../scanner/parse/url/normalise-url.ts';
import type { Insertion } from './changes.ts';
import { intoStartTag } from './missing-attributes.ts';
import type { Page } from './site.ts';

const MAX_NAME = 100;
/** Style sheets that look at labels, or show them, would show the page otherwise. */
export const STYLES_LABELS = /\[\s*aria-label\b|attr\(\s*aria-label\b/i;

/** The headings that distinguish pages, by the key of their address. */
export function pageNames(pages: readonly Page[]): Map<string, string> {
  const counts = new Map<string, number>();
  for (const { heading } of pages) counts.set(heading, (counts.get(heading) ?? 0) + 1);
  return new Map(
    pages.flatMap(({ url, heading }) =>
      heading !== '' && heading.length <= MAX_NAME && counts.get(heading) === 1 && !isGenericLinkText(heading)
        ? [[coverageKey(url), heading] as const]
        : [],
    ),
  );
}

/**
 * `aria-label` for the links of a page that P17 finds vague: their own words, then the heading of the page that they lead
 * to. The words that are seen stay, and begin the label (WCAG 2.2, 2.5.3). Links with pictures, a title or a label are left.
 * @param attribute escapes a value of an attribute for this page
 */
export function linkLabels(
  page: Page,
  html: string,
  names: ReadonlyMap<string, string>,
  attribute: (text: string) => string,
): Insertion[] {
  const wanted = new Map<string, string>();
  for (const { href, url, text } of vagueLinks(page.facts)) {
    const key = url === undefined || /[#?]/.test(href ?? '') ? undefined : coverageKey(url);
    const name = key === undefined || key === coverageKey(page.url) ? undefined : names.get(key);
    if (href !== undefined && text !== '' && name !== undefined) wanted.set(`${href}\n${text}`, `${text}: ${name}`);
  }
  if (wanted.size === 0 || STYLES_LABELS.test(html)) return [];
  return textLinks(html).flatMap(({ element, href, text }) => {
    const label = wanted.get(`${href}\n${text}`);
    return label === undefined ? [] : intoStartTag(html, element, `aria-label="${attribute(label)}"`);
  });
}

interface TextLink {
  readonly element: Element;
  readonly href: string;
  readonly text: string;
}

/** The links of a page that are named by their text alone. */
function textLinks(html: string): TextLink[] {
  const found: TextLink[] = [];
  let open: { readonly element: Element; readonly text: ReturnType<typeof itemText>; isPlain: boolean } | undefined;
  walk(parseWithOffsets(html), [
    {
      enter(element, place) {
        if (open !== undefined) open.isPlain &&= PLAIN.has(element.tagName) && !hasName(element);
        else if (element.tagName === 'a')
          open = { element, text: itemText(), isPlain: (place & UNSEEN) === 0 && !hasName(element) };
      },
      text: (folded) => open?.text.add(folded),
      leave(element) {
        if (open?.element !== element) return;
        const href = attributeOf(element, 'href')?.trim();
        const text = open.text.value();
        if (open.isPlain && href !== undefined && text !== '') found.push({ element, href, text });
        open = undefined;
      },
    },
  ]);
  return found;
}

const UNSEEN = PLACE.hidden | PLACE.ariaHidden | PLACE.unseen;
const PLAIN = new Set(['b', 'em', 'i', 'span', 'strong', 'u']);
const NAMES = ['aria-hidden', 'aria-label', 'aria-labelledby', 'role', 'title'];
const hasName = (element: Element): boolean => NAMES.some((name) => attributeOf(element, name) !== undefined);
