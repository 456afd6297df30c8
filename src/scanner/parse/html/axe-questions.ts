/**
 * Which elements axe-core has to be asked about. An element is in question unless the rules of AXE_RULES are certain to
 * pass it: a wrong "certain" would hide a fault, a needless question only costs time. Of the elements in question, some
 * are certain to be found at fault. Tests hold every row to axe-core.
 */
import { attributeOf, type Element, isHtml, sightOf } from './walk.ts';

/** A rule of axe-core that is broken. */
export interface AccessibilityFault {
  /** Its name. */
  readonly rule: string;
  /** Elements. */
  readonly count: number;
  /** Markup of the first of them, at most 200 characters. */
  readonly example: string;
}

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
const FIELDS = new Set(['input', 'select', 'textarea']);
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
  note: ['div', 'aside', 'p', 'span'],
  article: ['div'],
  log: ['div'],
  form: ['div'],
  figure: ['div'],
  document: ['div'],
  dialog: ['div'],
  switch: ['button'],
  'doc-backlink': ['a'],
  'doc-biblioref': ['a'],
  'doc-noteref': ['a'],
  'doc-footnote': ['aside'],
  'doc-endnotes': ['section'],
  'doc-toc': ['nav'],
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
const NAMED_ROLES = new Set([
  ...'main navigation banner contentinfo complementary search button img heading region group status alert'.split(' '),
  ...'note article log form figure document dialog'.split(' '),
]);

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
  'aria-expanded': { values: new Set(['true', 'false']), on: ['a', 'button', 'summary'] },
  'aria-haspopup': {
    values: new Set(['true', 'false', 'menu', 'listbox', 'tree', 'grid', 'dialog']),
    on: ['a', 'button', 'summary'],
  },
  'aria-checked': { values: new Set(['true', 'false']), role: 'switch' },
  'aria-pressed': { values: new Set(['true', 'false', 'mixed']), on: ['button'] },
  'aria-level': { values: new Set(['1', '2', '3', '4', '5', '6']), role: 'heading' },
  'aria-required': { values: new Set(['true', 'false']), on: ['textarea', 'select'] },
  'aria-modal': { values: new Set(['true', 'false']), role: 'dialog' },
};

/** Values of autocomplete that fields of every type may have, and the most common ones of text fields. */
export const PLAIN_AUTOCOMPLETE: ReadonlySet<string> = new Set([
  '',
  ...'on off name email username current-password new-password tel url organization'.split(' '),
]);

/** Whether the rules could find a fault in the element itself, whatever they find in those around it. */
export function isInQuestion(element: Element, index: DocumentIndex): boolean {
  const role = attributeOf(element, 'role');
  if (role !== undefined && !isPlainRole(element, role)) return true;
  const id = attributeOf(element, 'id');
  if (id !== undefined && index.referenced.has(id) && index.byId.get(id)?.length !== 1) return true;
  const ariaHidden = attributeOf(element, 'aria-hidden');
  if (ariaHidden !== undefined && !isPlainAria(element, 'aria-hidden', ariaHidden, role, index)) return true;
  // The other rules leave out what browsers do not show.
  return couldFail(element, role, index) && !isUnseen(element, index);
}

function couldFail(element: Element, role: string | undefined, index: DocumentIndex): boolean {
  const { tagName } = element;
  for (const { name, value } of element.attrs) {
    if (name.startsWith('aria-') && !isPlainAria(element, name, value, role, index)) return true;
    if (name === 'tabindex' && !/^(?:0|-\d{1,6})$/.test(value)) return true;
    if (name === 'autocomplete' && CONTROLS.includes(tagName) && !PLAIN_AUTOCOMPLETE.has(value)) return true;
  }
  if (role === 'button' || role === 'switch') return !isNamed(element);
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
      return attributeOf(element, 'alt') === '' && element.attrs.some(({ name }) => denies(name));
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

/**
 * The rule that is certain to find fault with an element in question: a link, button or field that is shown and that
 * nothing names. Undefined where that is not certain, or where another rule could find fault too.
 */
export function certainFault(element: Element, index: DocumentIndex): string | undefined {
  const { tagName, attrs } = element;
  const rule = NAME_RULES[tagName];
  if (rule === undefined || !isHtml(element)) return undefined;
  const type = (attributeOf(element, 'type') ?? 'text').trim().toLowerCase();
  if (tagName === 'input' && !TYPED_INPUTS.has(type)) return undefined;
  if (tagName === 'a' && attributeOf(element, 'href') === undefined) return undefined;
  const hasOther = attrs.some(({ name }) => name.startsWith('aria-') || NAMING_OR_JUDGED.has(name));
  const id = attributeOf(element, 'id');
  if (hasOther || (id !== undefined && index.referenced.has(id))) return undefined;
  const isNameless = FIELDS.has(tagName) || element.childNodes.every(namesNothing);
  return isNameless && isShownPlainly(element, index) ? rule : undefined;
}

const NAME_RULES: Readonly<Record<string, string | undefined>> = {
  a: 'link-name',
  button: 'button-name',
  input: 'label',
  textarea: 'label',
  select: 'select-name',
};
const TYPED_INPUTS = new Set('text search email url tel password number'.split(' '));
/** Attributes that give a name, take the element away, or that other rules judge. */
const NAMING_OR_JUDGED = new Set(
  'role title alt placeholder value tabindex autocomplete hidden inert style contenteditable'.split(' '),
);
/** Elements that name what they are in by their text alone. */
const TEXT_ONLY = new Set(
  'span i b em strong small div p br svg g path circle rect line polygon polyline use'.split(' '),
);

/** Neither text nor an element or attribute that could give a name. */
function namesNothing(node: Element['childNodes'][number]): boolean {
  if ('value' in node) return /^[ \t\r\n\f]*$/.test(node.value);
  if (!('tagName' in node)) return 'data' in node;
  if (!TEXT_ONLY.has(node.tagName)) return false;
  const isPlain = node.attrs.every(({ name }) => !NAMING_OR_JUDGED.has(name) && !name.startsWith('aria-'));
  return isPlain && node.childNodes.every(namesNothing);
}

/** Elements around another that neither name it, nor take it away, nor are judged by it. */
const NEUTRAL_AROUND = new Set(
  'html body div main nav aside section article header footer p span ul ol li form h1 h2 h3 h4 h5 h6 strong em b i small blockquote figure figcaption address center'.split(
    ' ',
  ),
);
const NEUTRAL_ROLES = new Set('navigation main banner contentinfo complementary search'.split(' '));

function isShownPlainly(element: Element, index: DocumentIndex): boolean {
  for (let each = element.parentNode; each && 'tagName' in each; each = each.parentNode) {
    if (!isHtml(each) || !NEUTRAL_AROUND.has(each.tagName)) return false;
    for (const { name, value } of each.attrs) {
      if (name === 'role' && !NEUTRAL_ROLES.has(value)) return false;
      if (name === 'hidden' || name === 'inert' || name === 'contenteditable') return false;
      if (name.startsWith('aria-') && name !== 'aria-label' && name !== 'aria-labelledby') return false;
    }
  }
  return !isUnseen(element, index);
}

/** An image that is said to mean nothing, and then is given a meaning. */
const denies = (attribute: string): boolean =>
  attribute === 'tabindex' || (attribute.startsWith('aria-') && attribute !== 'aria-hidden');

const isCheckbox = (element: Element): boolean =>
  element.tagName === 'input' && attributeOf(element, 'type')?.toLowerCase() === 'checkbox';

/** As the styles of accessibility-worker.ts have it: taken away with all that is in it, or a switch of styles. */
function isUnseen(element: Element, { labelsFor }: DocumentIndex): boolean {
  if (isCheckbox(element)) {
    const id = attributeOf(element, 'id');
    if (id !== undefined && attributeOf(element, 'name') === undefined && labelsFor.has(id)) return true;
  }
  for (let each: Element['parentNode'] | undefined = element; each && 'tagName' in each; each = each.parentNode) {
    if (each.tagName === 'dialog' && attributeOf(each, 'open') === undefined) return true;
    const hidden = attributeOf(each, 'hidden');
    if (hidden !== undefined && hidden !== 'until-found') return true;
    const style = attributeOf(each, 'style');
    if (style !== undefined && sightOf(style) === 'hidden') return true;
  }
  return false;
}

function isPlainRole(element: Element, role: string): boolean {
  const { tagName } = element;
  if (role === 'button' && tagName === 'input') {
    return isCheckbox(element) && attributeOf(element, 'aria-pressed') !== undefined;
  }
  if (!Object.hasOwn(PLAIN_ROLES, role) || PLAIN_ROLES[role]?.includes(tagName) !== true) return false;
  if (role === 'presentation' || role === 'none') {
    return element.attrs.every(({ name }) => name !== 'tabindex' && !name.startsWith('aria-'));
  }
  if (role === 'img' || role === 'dialog')
    return hasWords(attributeOf(element, 'aria-label')) || attributeOf(element, 'aria-hidden') === 'true';
  if (role === 'switch') return attributeOf(element, 'aria-checked') !== undefined;
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
  // A field that is named by others has no other name.
  if (name === 'aria-labelledby' && FIELDS.has(tagName) && role === undefined) {
    const [named, ...others] = value
      .split(/\s+/)
      .filter(Boolean)
      .map((id) => byId.get(id) ?? []);
    return (
      named?.length === 1 &&
      others.length === 0 &&
      named.every((each) => !NO_TEXT.has(each.tagName) && !isHiddenWithin(each) && hasVisibleWords(each))
    );
  }
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
  if (plain.on !== undefined && !isOn(plain.on, element, role)) return false;
  return name !== 'aria-hidden' || value === 'false' || !holdsFocus(element);
}

/** What has the role of a button takes the attributes of one. */
const isOn = (tags: readonly string[], element: Element, role: string | undefined): boolean =>
  role === 'button'
    ? tags.includes('button') && element.tagName !== 'input'
    : role === undefined && tags.includes(element.tagName) && !isAnchorWithoutHref(element);

const isAnchorWithoutHref = (element: Element): boolean =>
  element.tagName === 'a' && attributeOf(element, 'href') === undefined;

/** Whether ARIA lets the element have a name (a div or span without a role has none). */
function takesName(element: Element, role: string | undefined): boolean {
  if (role !== undefined) return NAMED_ROLES.has(role);
  if (!isHtml(element)) return element.tagName === 'svg';
  return [...NAMED_SECTIONS, ...CONTROLS, 'summary'].includes(element.tagName) && !isAnchorWithoutHref(element);
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

/** By an attribute, by labels with its id, or by the label around it. */
function isNamedField(element: Element, { byId, labelsFor }: DocumentIndex): boolean {
  const id = attributeOf(element, 'id');
  if (attributeOf(element, 'aria-labelledby') !== undefined) return true;
  const labels = id === undefined ? [] : (labelsFor.get(id) ?? []);
  // A hidden label is a fault of its own.
  if (labels.some((label) => isHiddenWithin(label) || !hasVisibleWords(label))) return false;
  if (labels.length > 0) return id !== undefined && byId.get(id)?.length === 1;
  const names = element.tagName === 'select' ? ['aria-label', 'title'] : ['aria-label', 'title', 'placeholder'];
  if (names.some((name) => hasWords(attributeOf(element, name)))) return true;
  return isWithinLabel(element);
}

/** Whether a label that is for no other field is around it, with words of its own. */
function isWithinLabel(element: Element): boolean {
  let label = element.parentNode;
  while (label && 'tagName' in label && label.tagName !== 'label') label = label.parentNode;
  if (!label || !('tagName' in label) || attributeOf(label, 'for') !== undefined) return false;
  return !isHiddenWithin(label) && hasVisibleWords(label) && fieldsIn(label) === 1;
}

const fieldsIn = (element: Element): number =>
  elementsIn(element).reduce(
    (sum, each) => sum + (FIELDS.has(each.tagName) || each.tagName === 'button' ? 1 : fieldsIn(each)),
    0,
  );

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

/** What browsers show by other rules than their text, and sections and lists, which no name is taken from. */
const NO_TEXT = new Set(
  'svg math select textarea input details title head datalist button dialog nav main aside section article header footer form fieldset figure table ul ol dl menu hgroup search'.split(
    ' ',
  ),
);

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
