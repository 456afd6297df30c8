import { attributeOf, type Element, foldSpaces, ownText } from './walk.ts';

/** The words an image stands for (an img's alt, an SVG's label or title); undefined for what is no image. */
export function imageText(element: Element): string | undefined {
  if (element.tagName === 'img') return foldSpaces(attributeOf(element, 'alt') ?? '');
  if (element.tagName !== 'svg') return undefined;
  const label = attributeOf(element, 'aria-label');
  if (label !== undefined) return foldSpaces(label);
  for (const child of element.childNodes) {
    if ('tagName' in child && child.tagName === 'title') return foldSpaces(ownText(child));
  }
  return '';
}
