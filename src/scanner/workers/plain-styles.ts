import { sightOf } from '../parse/html/inline-style.ts';

/** Elements that browsers never show. */
const NOT_SHOWN = new Set('head title meta base datalist param area'.split(' '));

const INITIAL: ReadonlyMap<string, string> = new Map([
  ['direction', 'ltr'],
  ['opacity', '1'],
  ['position', 'static'],
  ['overflow', 'visible'],
  ['float', 'none'],
  ['height', 'auto'],
  ['width', 'auto'],
  ['clip', 'auto'],
  ['clip-path', 'none'],
  ['content-visibility', 'visible'],
]);

/**
 * Stands in for getComputedStyle where style sheets are not loaded: the hidden attribute, display and visibility in
 * style attributes, and what browsers hide by themselves. jsdom's own matches every rule of every sheet with every
 * element, which is most of the time that axe takes, and which a page could make endless.
 */
export function plainStyles(): (element: Element) => CSSStyleDeclaration {
  const hidden = new WeakMap<Element, boolean>();
  const [shownStyle, hiddenStyle] = [styleOf('block'), styleOf('none')];
  return (element) => {
    const known = hidden.get(element);
    const isHidden = known ?? isTakenAway(element);
    if (known === undefined) hidden.set(element, isHidden);
    return isHidden ? hiddenStyle : shownStyle;
  };
}

/** Display is not inherited; whoever asks looks at what is around an element too. */
function isTakenAway(element: Element): boolean {
  const tag = element.localName;
  if (NOT_SHOWN.has(tag) || (tag === 'dialog' && !element.hasAttribute('open'))) return true;
  if (tag === 'input' && element.getAttribute('type')?.toLowerCase() === 'hidden') return true;
  if (element.hasAttribute('hidden') && element.getAttribute('hidden') !== 'until-found') return true;
  const style = element.getAttribute('style');
  return style !== null && sightOf(style) === 'hidden';
}

function styleOf(display: string): CSSStyleDeclaration {
  const visibility = 'visible';
  const getPropertyValue = (property: string): string => {
    if (property === 'display') return display;
    return property === 'visibility' ? visibility : (INITIAL.get(property) ?? '');
  };
  // As much of the interface as axe-core 4.14 uses.
  return { display, visibility, getPropertyValue } as CSSStyleDeclaration;
}
