import { isHtml, PLACE, type Visitor, walkHtml } from '../scanner/parse/html/walk.ts';

/** A link of a site's navigation, and the heading of the group that it is in; '' for none. */
export interface NavigationLink {
  readonly href: string;
  readonly group: string;
}

const MAX_LINKS = 2000;
const MAX_LABEL = 60;
/** Names of the whole of a navigation, or of a step from page to page, which say nothing of a group. */
const GENERIC =
  /^(?:main|primary|search|home|pages|next|previous|prev|related topics|skip to .*)$|\b(?:menu|navigation|toc|contents|sidebar|on this page)\b/i;

/** An open element of the navigation. */
interface Frame {
  /** Text outside links that was last in it, bubbled up out of elements without links. */
  label: string;
  /** The first link directly in it: that of a list item names the list below it. */
  link: string;
  hasLinks: boolean;
  readonly isItem: boolean;
}

/**
 * The links of the navigation with their groups, in document order. A group is named by the text before its links, or by
 * the link of the list item that holds it; buttons and links within the page count for nothing.
 */
export function navigationLinks(html: string): NavigationLink[] {
  const links: NavigationLink[] = [];
  const frames: Frame[] = [];
  let linkText: string | undefined;
  let href: string | undefined;
  let buttons = 0;

  const isOpen = (place: number): boolean => (place & PLACE.navigation) !== 0;
  const groupOf = (): string => {
    for (const frame of frames.toReversed()) {
      const name = frame.label !== '' ? frame.label : frame.link;
      if (name !== '' && !GENERIC.test(name)) return name;
    }
    return '';
  };
  const enterLink = (target: string): void => {
    href = target;
    linkText = '';
    if (links.length >= MAX_LINKS) return;
    if (!target.startsWith('#')) links.push({ href: target, group: groupOf() });
    for (const frame of frames) frame.hasLinks = true;
  };

  const visitor: Visitor = {
    enter(element, place) {
      if (!isOpen(place)) return;
      if (element.tagName === 'button') buttons += 1;
      frames.push({ label: '', link: '', hasLinks: false, isItem: element.tagName === 'li' });
      if (element.tagName !== 'a' || !isHtml(element)) return;
      const target = element.attrs.find(({ name }) => name === 'href')?.value.trim();
      if (target !== undefined && target !== '') enterLink(target);
    },
    text(folded, place) {
      if (!isOpen(place) || buttons > 0) return;
      if (linkText !== undefined) linkText += folded;
      else {
        const frame = frames.at(-1);
        if (frame !== undefined) frame.label = labelOf(`${frame.hasLinks ? '' : frame.label}${folded}`);
      }
    },
    leave(element, place) {
      if (!isOpen(place)) return;
      const frame = frames.pop();
      const parent = frames.at(-1);
      if (element.tagName === 'button') buttons -= 1;
      if (element.tagName === 'a' && href !== undefined) {
        const item = frames.findLast(({ isItem }) => isItem);
        if (item !== undefined && item.link === '') item.link = labelOf(linkText ?? '');
        linkText = undefined;
        href = undefined;
      } else if (frame !== undefined && parent !== undefined && !frame.hasLinks && frame.label !== '') {
        parent.label = frame.label;
      }
    },
  };
  walkHtml(html, [visitor]);
  return links;
}

/** A name of a group; '' for a sentence and for signs. */
function labelOf(text: string): string {
  const name = text.replace(/\s+/g, ' ').trim().replace(/:$/, '');
  return name.length <= MAX_LABEL && /\p{L}/u.test(name) ? name : '';
}
