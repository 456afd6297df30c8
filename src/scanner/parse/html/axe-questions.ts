/**
 * Which elements axe-core has to be asked about. An element is in question unless the rules of AXE_RULES are certain to
 * pass it: a wrong "certain" would hide a fault, a needless question only costs time. Tests hold every row to axe-core.
 */
import { attributeOf, type Element, isHtml, sightOf } from './walk.ts';

/** What questions need to know of the whole document. */
export interface DocumentIndex {
  /** All elements with an id, by it. */
  readonly byId: ReadonlyMap<string, readonly Element[]>;
  /** All labels with a `for`, by it. */
  readonly labelsFor: ReadonlyMap<string, readonly Element[]>;
  /** Ids that labels and ARIA attributes refer to. */
  readonly referenced: ReadonlySet<string>;
}

/** ARIA attributes that hold ids. */
export const ID_REFERENCES = [
  'aria-activedescendant',
  'aria-controls',
  'aria-describedby',
  'aria-details',
  'aria-errormessage',
  'aria-flowto',
  'aria-labelledby',
  'aria-owns',
];

const CONTROLS = ['a', 'button', 'input', 'select', 'textarea'];
const NAMED_SECTIONS = ['nav', 'main', 'aside', 'section', 'form', 'dialog'];

/** Roles that are allowed on these elements, need no attribute, parent or child, and are left without a name. */
export const PLAIN_ROLES: Readonly<Record<string, readonly string[]>> = {
  main: ['main', 'div'],
  navigation: ['nav', 'div'],
  banner: ['header', 'div'],
  contentinfo: ['footer', 'div'],
  complementary: ['aside', 'div'],
  search: ['form', 'div'],
  button: ['a', 'div', 'span', 'button'],
  presentation: ['div', 'span', 'ul', 'table'],
  none: ['div', 'span', 'ul', 'table'],
  list: ['ul', 'ol'],
  img: ['svg', 'div', 'span'],
  heading: ['div', 'p', 'span'],
  region: ['div'],
  group: ['div'],
  status: ['div', 'p', 'span'],
  alert: ['div', 'p', 'span'],
};

/** Roles that take a name from aria-label. */
const NAMED_ROLES = new Set(
  'main navigation banner contentinfo complementary search button img heading region group status alert'.split(' '),
);

interface PlainAttribute {
  readonly values: ReadonlySet<string>;
  /** Undefined: on every element. */
  readonly on?: readonly string[];
  /** The role that has the attribute; undefined: any. */
  readonly role?: string;
}
/** ARIA attributes with values from a list. */
export const PLAIN_ATTRIBUTES: Readonly<Record<string, PlainAttribute>> = {
  'aria-current': { values: new Set(['page', 'step', 'location', 'date', 'time', 'true', 'false']) },
  'aria-live': { values: new Set(['off', 'polite', 'assertive']) },
  'aria-atomic': { values: new Set(['true', 'false']) },
  'aria-busy': { values: new Set(['true', 'false']) },
  'aria-hidden': { values: new Set(['true', 'false']) },
  'aria-expanded': { values: new Set(['true', 'false']), on: ['a', 'button'] },
  'aria-haspopup': {
    values: new Set(['true', 'false', 'menu', 'listbox', 'tree', 'grid', 'dialog']),
    on: ['a', 'button'],
  },
  'aria-pressed': { values: new Set(['true', 'false', 'mixed']), on: ['button'] },
  'aria-level': { values: new Set(['1', '2', '3', '4', '5', '6']), role: 'heading' },
  'aria-required': { values: new Set(['true', 'false']), on: ['textarea', 'select'] },
};

/** Values of autocomplete that fields of every type may have, and the most common ones of text fields. */
export const PLAIN_AUTOCOMPLETE: ReadonlySet<string> = new Set([
  '',
  ...'on off name email username current-password new-password tel url organization'.split(' '),
]);

/** Whether the rules could find a fault in the element itself, whatever they find in those around it. */
export function isInQuestion(element: Element, index: DocumentIndex): boolean {
  const { tagName } = element;
  const role = attributeOf(element, 'role');
  if (role !== undefined && !isPlainRole(element, role)) return true;
  for (const { name, value } of element.attrs) {
    if (name.startsWith('aria-') && !isPlainAria(element, name, value, role, index)) return true;
    if (name === 'tabindex' && !/^(?:0|-\d{1,6})$/.test(value)) return true;
    if (name === 'autocomplete' && CONTROLS.includes(tagName) && !PLAIN_AUTOCOMPLETE.has(value)) return true;
    if (name === 'id' && index.referenced.has(value) && index.byId.get(value)?.length !== 1) return true;
  }
  if (role === 'button') return !isNamed(element);
  switch (tagName) {
    case 'a':
      return attributeOf(element, 'href') !== undefined && !isNamed(element);
    case 'button':
      return !isNamed(element);
    case 'input':
      return !isNamedInput(element, index);
    case 'select':
    case 'textarea':
      return !isNamedField(element, index);
    case 'img':
      return attributeOf(element, 'alt') === '' && attributeOf(element, 'tabindex') !== undefined;
    case 'dl':
      return !isPlainList(element);
    case 'table':
      return attributeOf(element, 'summary') !== undefined;
    case 'dialog':
      return attributeOf(element, 'open') !== undefined;
    default:
      return false;
  }
}

function isPlainRole(element: Element, role: string): boolean {
  const { tagName } = element;
  if (!Object.hasOwn(PLAIN_ROLES, role) || PLAIN_ROLES[role]?.includes(tagName) !== true) return false;
  if (role === 'presentation' || role === 'none') {
    return element.attrs.every(({ name }) => name !== 'tabindex' && !name.startsWith('aria-'));
  }
  if (role === 'img')
    return hasWords(attributeOf(element, 'aria-label')) || attributeOf(element, 'aria-hidden') === 'true';
  if (role === 'heading') return attributeOf(element, 'aria-level') !== undefined;
  if (role === 'list') {
    const items = elementsIn(element);
    return items.length > 0 && items.every((item) => item.tagName === 'li' && attributeOf(item, 'role') === undefined);
  }
  return true;
}

function isPlainAria(
  element: Element,
  name: string,
  value: string,
  role: string | undefined,
  { byId }: DocumentIndex,
): boolean {
  const { tagName } = element;
  if (tagName === 'body' || tagName === 'html') return false;
  if (name === 'aria-keyshortcuts') return value.trim() !== '';
  if (name === 'aria-label') return hasWords(value) && takesName(element, role);
  if (ID_REFERENCES.includes(name)) {
    const isName = name === 'aria-labelledby';
    if (!isName && name !== 'aria-describedby' && name !== 'aria-controls') return false;
    // A control that is named by others has no other name.
    if (isName && (CONTROLS.includes(tagName) || role === 'button' || !takesName(element, role))) return false;
    const ids = value.split(/\s+/).filter(Boolean);
    return ids.length > 0 && ids.length <= 20 && ids.every((id) => byId.get(id)?.length === 1);
  }
  const plain = Object.hasOwn(PLAIN_ATTRIBUTES, name) ? PLAIN_ATTRIBUTES[name] : undefined;
  if (plain === undefined || !plain.values.has(value)) return false;
  if (plain.role !== undefined && plain.role !== role) return false;
  if (plain.on !== undefined && (!plain.on.includes(tagName) || isAnchorWithoutHref(element) || role !== undefined))
    return false;
  return name !== 'aria-hidden' || value === 'false' || !holdsFocus(element);
}

const isAnchorWithoutHref = (element: Element): boolean =>
  element.tagName === 'a' && attributeOf(element, 'href') === undefined;

/** Whether ARIA lets the element have a name (a div or span without a role has none). */
function takesName(element: Element, role: string | undefined): boolean {
  if (role !== undefined) return NAMED_ROLES.has(role);
  if (!isHtml(element)) return false;
  return [...NAMED_SECTIONS, ...CONTROLS].includes(element.tagName) && !isAnchorWithoutHref(element);
}

/** A button or link: by its content, its aria-label or its title. */
const isNamed = (element: Element): boolean =>
  hasWords(attributeOf(element, 'aria-label')) || hasWords(attributeOf(element, 'title')) || hasVisibleWords(element);

function isNamedInput(element: Element, index: DocumentIndex): boolean {
  const type = (attributeOf(element, 'type') ?? 'text').trim().toLowerCase();
  const value = attributeOf(element, 'value');
  if (type === 'hidden') return true;
  if (hasWords(attributeOf(element, 'aria-label')) || hasWords(attributeOf(element, 'title'))) return true;
  if (type === 'submit' || type === 'reset') return value === undefined || hasWords(value);
  if (type === 'button') return hasWords(value);
  if (type === 'image') return hasWords(attributeOf(element, 'alt'));
  return isNamedField(element, index);
}

/** By an attribute, or by labels with its id. A label around it counts as a question: its own text has to be told apart. */
function isNamedField(element: Element, { byId, labelsFor }: DocumentIndex): boolean {
  const id = attributeOf(element, 'id');
  const labels = id === undefined ? [] : (labelsFor.get(id) ?? []);
  // A hidden label is a fault of its own.
  if (labels.some((label) => isHiddenWithin(label) || !hasVisibleWords(label))) return false;
  if (labels.length > 0) return id !== undefined && byId.get(id)?.length === 1;
  return ['aria-label', 'title', 'placeholder'].some((name) => hasWords(attributeOf(element, name)));
}

/** Pairs of terms and descriptions with nothing between. */
function isPlainList(list: Element): boolean {
  const items = elementsIn(list);
  const hasText = list.childNodes.some((node) => 'value' in node && node.value.trim() !== '');
  const [first] = items;
  return (
    !hasText &&
    first?.tagName === 'dt' &&
    items.at(-1)?.tagName === 'dd' &&
    items.every((item) => (item.tagName === 'dt' || item.tagName === 'dd') && attributeOf(item, 'role') === undefined)
  );
}

const elementsIn = (element: Element): Element[] => element.childNodes.filter((node) => 'tagName' in node);

const hasWords = (text: string | undefined): boolean => text !== undefined && /[\p{L}\p{N}]/u.test(text);

/** What browsers show by other rules than their text. */
const NO_TEXT = new Set('svg math select textarea input details title head datalist button dialog'.split(' '));

/** Whether text or an image gives the element a name, as far as that is certain. */
function hasVisibleWords(element: Element): boolean {
  return element.childNodes.some((node) => {
    if ('value' in node) return hasWords(node.value);
    if (!('tagName' in node) || !isHtml(node) || NO_TEXT.has(node.tagName) || isTakenAway(node)) return false;
    if (node.attrs.some(({ name }) => name === 'role' || name.startsWith('aria-'))) return false;
    return node.tagName === 'img' ? hasWords(attributeOf(node, 'alt')) : hasVisibleWords(node);
  });
}

const isTakenAway = (element: Element): boolean =>
  element.attrs.some(
    ({ name, value }) =>
      name === 'hidden' ||
      (name === 'aria-hidden' && value !== 'false') ||
      (name === 'style' && sightOf(value) !== 'shown'),
  );

function isHiddenWithin(element: Element): boolean {
  for (let each: Element['parentNode'] | undefined = element; each && 'tagName' in each; each = each.parentNode) {
    if (isTakenAway(each) || each.tagName === 'details' || each.tagName === 'dialog') return true;
  }
  return false;
}

const FOCUSED = new Set(
  'a area button input select textarea summary details iframe audio video embed object'.split(' '),
);

/** Whether the keyboard could reach the element or one inside. */
function holdsFocus(element: Element): boolean {
  const tabindex = attributeOf(element, 'tabindex');
  const isFocused =
    FOCUSED.has(element.tagName) || tabindex !== undefined || attributeOf(element, 'contenteditable') !== undefined;
  if (isFocused && !(tabindex !== undefined && /^-\d{1,6}$/.test(tabindex))) return true;
  return elementsIn(element).some(holdsFocus);
}
