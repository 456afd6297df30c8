import type { PageFacts } from './page-facts.ts';
import { attributeOf, type Collector, type Element, foldSpaces, ownText, PLACE } from './walk.ts';

const MAX_EXAMPLES = 10;
const MAX_SRC = 200;
/** What names an image, or says that it needs no name. An empty alt does: the image is there to decorate. */
const NAMES = ['alt', 'aria-label', 'aria-labelledby', 'title'];
const DECORATIVE_ROLES = new Set(['presentation', 'none']);

/** The images of the content, and those among them that nothing is said of. */
export function imageCollector(): Collector<PageFacts['images']> {
  let total = 0;
  let withoutAlt = 0;
  let mute = 0;
  const examples: string[] = [];
  return {
    wants: { tags: ['img'] },
    enter(element, place) {
      if (element.tagName !== 'img' || (place & (PLACE.chrome | PLACE.hidden | PLACE.ariaHidden)) !== 0) return;
      if (isTrackingPixel(element)) return;
      total += 1;
      if (isDescribed(element)) return;
      withoutAlt += 1;
      if (!hasCaption(element)) mute += 1;
      if (examples.length < MAX_EXAMPLES) examples.push((attributeOf(element, 'src') ?? '').slice(0, MAX_SRC));
    },
    facts: () => ({ total, withoutAlt, mute, examples }),
  };
}

/** How many elements up a figure is looked for: themes wrap its image in a link or a picture. */
const MAX_CLIMB = 4;

function hasCaption(image: Element): boolean {
  let node = image.parentNode;
  for (let climbed = 0; climbed < MAX_CLIMB && node !== null && 'tagName' in node; climbed += 1) {
    if (node.tagName === 'figure')
      return node.childNodes.some((child) => 'tagName' in child && child.tagName === 'figcaption' && hasText(child));
    node = node.parentNode;
  }
  return false;
}

/** Its own words, or those one level down: captions are emphasised or linked. */
const hasText = (caption: Element): boolean =>
  [caption, ...caption.childNodes.filter((child) => 'tagName' in child)].some((each) => ownText(each).trim() !== '');

function isDescribed(element: Element): boolean {
  const role = attributeOf(element, 'role');
  return (
    (role !== undefined && DECORATIVE_ROLES.has(role)) ||
    NAMES.some((name) => {
      const value = attributeOf(element, name);
      return value !== undefined && (name === 'alt' || value.trim() !== '');
    })
  );
}

/** One pixel, or none, either way. */
function isTrackingPixel(element: Element): boolean {
  const sizes = [attributeOf(element, 'width'), attributeOf(element, 'height')];
  return sizes.every((size) => size !== undefined && Number.parseFloat(size) <= 1);
}

/** The text alternative of an image (an img's alt, an SVG's label or title); undefined for other elements. */
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
