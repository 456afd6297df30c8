import { cut } from './item-text.ts';
import { attributeOf, type Element, isHtml } from './walk.ts';

/** What people and agents act on, by how it gets its name. */
export type ControlKind = 'button' | 'field' | 'link' | 'frame';

/** Roles that make a link or any other element a button of some kind. */
const BUTTON_ROLES = new Set(['button', 'menuitem', 'menuitemcheckbox', 'menuitemradio', 'tab', 'switch', 'option']);
const BUTTON_TYPES = new Set(['submit', 'reset', 'button', 'image']);

/** Undefined for what is no control, or none that is shown. */
export function controlKind(element: Element, role: string | undefined): ControlKind | undefined {
  if (!isHtml(element)) return undefined;
  switch (element.tagName) {
    case 'button':
      return 'button';
    case 'input':
      return inputKind(element);
    case 'select':
    case 'textarea':
      return 'field';
    case 'iframe':
      return isTiny(element) || role === 'presentation' || role === 'none' ? undefined : 'frame';
    case 'a':
      if (attributeOf(element, 'href') === undefined)
        return role === 'button' || role === 'link' ? 'button' : undefined;
      return role !== undefined && BUTTON_ROLES.has(role) ? 'button' : 'link';
    default:
      return role === 'button' || role === 'link' ? 'button' : undefined;
  }
}

function inputKind(input: Element): ControlKind | undefined {
  const type = typeOf(input);
  if (type === 'hidden') return undefined;
  return BUTTON_TYPES.has(type) ? 'button' : 'field';
}

const typeOf = (input: Element): string => (attributeOf(input, 'type') ?? 'text').trim().toLowerCase();

/** A frame of no size, as counters of visits use. */
const isTiny = (frame: Element): boolean =>
  ['width', 'height'].some((side) => Number.parseFloat(attributeOf(frame, side) ?? '2') <= 1);

/**
 * Whether an attribute of its own names the control (HTML-AAM section 4.1): aria-label, title, a placeholder, the value
 * of a button, the alt of an image. Submit and reset buttons are named by the browser.
 */
export function isNamedByAttribute(element: Element, kind: ControlKind): boolean {
  if (hasWords(element, 'aria-label') || hasWords(element, 'title')) return true;
  if (kind === 'field') return hasWords(element, 'placeholder');
  if (element.tagName !== 'input') return false;
  const type = typeOf(element);
  if (type === 'image') return hasWords(element, 'alt');
  return type === 'submit' || type === 'reset' || hasWords(element, 'value');
}

/** Buttons and links, whose content is their name. */
export const isNamedByContent = (kind: ControlKind): boolean => kind === 'button' || kind === 'link';

export const hasWords = (element: Element, attribute: string): boolean =>
  (attributeOf(element, attribute) ?? '').trim() !== '';

const SHOWN_ATTRIBUTES = ['id', 'name', 'type', 'href', 'src', 'class', 'role'];
const MAX_SHOWN = 40;

/** The opening tag, cut down to what it is found by. */
export function describeElement(element: Element): string {
  const shown = element.attrs
    .filter(({ name }) => SHOWN_ATTRIBUTES.includes(name))
    .slice(0, 3)
    .map(({ name, value }) => ` ${name}="${cut(value, MAX_SHOWN)}"`);
  return `<${cut(element.tagName, MAX_SHOWN)}${shown.join('')}>`;
}
