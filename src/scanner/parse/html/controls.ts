import { imageText } from './images.ts';
import type { ControlFacts } from './page-facts.ts';
import { attributeOf, type Collector, type Element, isHtml, PLACE } from './walk.ts';
import { cut } from './word-counter.ts';

const MAX_CONTROLS = 20_000;
const MAX_IDS = 50_000;
const MAX_REFERENCES = 20;
const MAX_EXAMPLES = 5;

type Fault = keyof ControlFacts['faults'];

interface Label {
  hasText: boolean;
}
interface Control {
  readonly element: Element;
  readonly kind: ControlKind;
  readonly id: string | undefined;
  /** The label around it. */
  readonly label: Label | undefined;
  isNamed: boolean;
}
/** An element that names itself by others, found by their ids. */
interface Reference {
  readonly element: Element;
  readonly ids: readonly string[];
}

const UNNAMED: Readonly<Record<ControlKind, Fault>> = {
  button: 'unnamedButtons',
  field: 'unnamedFields',
  link: 'unnamedLinks',
  frame: 'untitledFrames',
};

const UNNAMED_FAULTS: ReadonlySet<Fault> = new Set(Object.values(UNNAMED));

/** The attribute is in the markup and waits for its words. */
const hasEmptyName = (element: Element): boolean =>
  ['title', 'aria-label'].some((name) => attributeOf(element, name)?.trim() === '');

/**
 * The part of P19 that markup alone shows. Names are found as accname 1.2 has it, in the reader's favour where one walk
 * cannot tell: an existing element that aria-labelledby names has text, and so has a custom element.
 */
export function controlCollector(): Collector<ControlFacts> {
  const controls: Control[] = [];
  const references: Reference[] = [];
  const ids = new Set<string>();
  /** What all labels for one id come to. */
  const labelsFor = new Map<string, Label>();
  /** Each faulty element once, with the first fault found. */
  const faults = new Map<Element, Fault>();
  const openLabels: { readonly element: Element; readonly label: Label }[] = [];
  const openControls: Control[] = [];

  function enterLabel(element: Element): void {
    const target = attributeOf(element, 'for');
    const label = (target === undefined ? undefined : labelsFor.get(target)) ?? { hasText: false };
    openLabels.push({ element, label });
    if (target !== undefined) labelsFor.set(target, label);
  }

  function enterControl(element: Element, kind: ControlKind, id: string | undefined): void {
    if (controls.length >= MAX_CONTROLS) return;
    const label = openLabels.at(-1)?.label;
    const control: Control = { element, kind, id, label, isNamed: isNamedByAttribute(element, kind) };
    controls.push(control);
    if (isNamedByContent(kind)) openControls.push(control);
  }

  return {
    wants: {
      tags: ['a', 'button', 'iframe', 'img', 'input', 'label', 'meta', 'select', 'slot', 'svg', 'textarea'],
      isTag: isCustom,
      attributes: ['aria-label', 'aria-labelledby', 'id', 'role', 'tabindex', 'title'],
    },
    enter(element, place) {
      const { id, role, tabindex, labelledBy } = attributesOf(element);
      if (id !== undefined && ids.size < MAX_IDS) ids.add(id);
      if (element.tagName === 'label') enterLabel(element);
      const label = openLabels.at(-1)?.label;
      if (label !== undefined && !label.hasText && hasContentName(element)) label.hasText = true;
      if (element.tagName === 'meta' && forbidsZoom(element)) faults.set(element, 'zoomDisabled');
      if ((place & (PLACE.hidden | PLACE.ariaHidden)) !== 0) return;
      const control = openControls.at(-1);
      if (control !== undefined && !control.isNamed && hasContentName(element)) control.isNamed = true;
      if (tabindex !== undefined && Number.parseInt(tabindex, 10) > 0) faults.set(element, 'positiveTabindexes');
      if (labelledBy !== undefined && references.length < MAX_CONTROLS) {
        const named = labelledBy.slice(0, 2000).split(/\s+/).filter(Boolean).slice(0, MAX_REFERENCES);
        if (named.length > 0) references.push({ element, ids: named });
      }
      const kind = controlKind(element, role);
      if (kind !== undefined) enterControl(element, kind, id);
    },
    text(folded, place) {
      if (folded === ' ' || folded === '') return;
      const label = openLabels.at(-1)?.label;
      if (label !== undefined) label.hasText = true;
      const control = openControls.at(-1);
      if (control !== undefined && (place & (PLACE.hidden | PLACE.ariaHidden)) === 0) control.isNamed = true;
    },
    leave(element) {
      // The inner element's name is part of the outer one's name too. It is passed up once, so that nesting costs
      // nothing.
      if (openControls.at(-1)?.element === element) {
        const outer = openControls.at(-2);
        if (openControls.pop()?.isNamed && outer !== undefined) outer.isNamed = true;
      } else if (openLabels.at(-1)?.element === element) {
        const outer = openLabels.at(-2)?.label;
        if (openLabels.pop()?.label.hasText && outer !== undefined) outer.hasText = true;
      }
    },
    facts() {
      const named = new Set<Element>();
      const switches = new Set<Element>();
      for (const { element, ids: wanted } of references) {
        if (wanted.some((id) => ids.has(id)) || ids.size >= MAX_IDS) named.add(element);
        else if (!faults.has(element)) faults.set(element, 'brokenReferences');
      }
      for (const { element, kind, id, label, isNamed } of controls) {
        const labelFor = id === undefined ? undefined : labelsFor.get(id);
        if (isNamed || label?.hasText || labelFor?.hasText || named.has(element)) continue;
        if (labelFor !== undefined && isStyleSwitch(element)) switches.add(element);
        else faults.set(element, UNNAMED[kind]);
      }
      const unnamed = [...faults].filter(([, fault]) => UNNAMED_FAULTS.has(fault)).map(([element]) => element);
      return {
        checked: controls.length - switches.size,
        faults: countsOf(faults.values()),
        emptyNames: unnamed.filter(hasEmptyName).length,
        examples: [...faults.keys()].slice(0, MAX_EXAMPLES).map(describeElement),
      };
    },
  };
}

function attributesOf({ attrs }: Element) {
  let id: string | undefined;
  let role: string | undefined;
  let tabindex: string | undefined;
  let labelledBy: string | undefined;
  for (const { name, value } of attrs) {
    if (name === 'id') id = value;
    else if (name === 'role') role = value.trim().toLowerCase();
    else if (name === 'tabindex') tabindex = value;
    else if (name === 'aria-labelledby') labelledBy = value;
  }
  return { id, role, tabindex, labelledBy };
}

/** A custom element, by its name. */
const isCustom = (tagName: string): boolean => tagName.includes('-');

/** Whether an element without text gives a name to the button, link or label around it. */
function hasContentName(element: Element): boolean {
  if (isCustom(element.tagName) || element.tagName === 'slot') return true;
  if (imageText(element)?.trim()) return true;
  return element.tagName !== 'label' && (hasWords(element, 'aria-label') || hasWords(element, 'title'));
}

/** `user-scalable=no`, or a largest zoom under 2 (WCAG 1.4.4). */
function forbidsZoom(meta: Element): boolean {
  if (attributeOf(meta, 'name')?.trim().toLowerCase() !== 'viewport') return false;
  const settings = (attributeOf(meta, 'content') ?? '').slice(0, 1000).toLowerCase().split(/[,;]/);
  return settings.some((setting) => {
    const [name = '', value = ''] = setting.split('=', 2).map((part) => part.trim());
    if (name === 'user-scalable') return value === 'no' || value === '0';
    return name === 'maximum-scale' && Number.parseFloat(value) < 2 && Number.parseFloat(value) >= 0;
  });
}

function countsOf(found: Iterable<Fault>): ControlFacts['faults'] {
  const counts = {
    unnamedButtons: 0,
    unnamedFields: 0,
    unnamedLinks: 0,
    untitledFrames: 0,
    positiveTabindexes: 0,
    brokenReferences: 0,
    zoomDisabled: 0,
  };
  for (const fault of found) counts[fault] += 1;
  return counts;
}

/** What people and agents act on, by how it gets its name. */
type ControlKind = 'button' | 'field' | 'link' | 'frame';

/** Roles that make a link or any other element a button of some kind. */
const BUTTON_ROLES = new Set(['button', 'menuitem', 'menuitemcheckbox', 'menuitemradio', 'tab', 'switch', 'option']);
const BUTTON_TYPES = new Set(['submit', 'reset', 'button', 'image']);

/** Undefined for an element that is no control, or is not shown. */
function controlKind(element: Element, role: string | undefined): ControlKind | undefined {
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

/**
 * A checkbox that sends nothing, for a label without text, keeps the state of a menu for style sheets. They take it off
 * the screen (display: none), so that it needs no name.
 */
const isStyleSwitch = (element: Element): boolean =>
  element.tagName === 'input' && typeOf(element) === 'checkbox' && attributeOf(element, 'name') === undefined;

/** A frame of no size, as counters of visits use. */
const isTiny = (frame: Element): boolean =>
  ['width', 'height'].some((side) => Number.parseFloat(attributeOf(frame, side) ?? '2') <= 1);

/**
 * Whether an attribute of its own names the control (HTML-AAM section 4.1): aria-label, title, a placeholder, the value
 * of a button, the alt of an image. Submit and reset buttons are named by the browser.
 */
function isNamedByAttribute(element: Element, kind: ControlKind): boolean {
  if (hasWords(element, 'aria-label') || hasWords(element, 'title')) return true;
  if (kind === 'field') return hasWords(element, 'placeholder');
  if (element.tagName !== 'input') return false;
  const type = typeOf(element);
  if (type === 'image') return hasWords(element, 'alt');
  return type === 'submit' || type === 'reset' || hasWords(element, 'value');
}

/** Buttons and links, whose content is their name. */
const isNamedByContent = (kind: ControlKind): boolean => kind === 'button' || kind === 'link';

const hasWords = (element: Element, attribute: string): boolean =>
  (attributeOf(element, attribute) ?? '').trim() !== '';

const SHOWN_ATTRIBUTES = ['id', 'name', 'type', 'href', 'src', 'class', 'role'];
const MAX_SHOWN = 40;

/** The opening tag, cut down to what it is found by. */
function describeElement(element: Element): string {
  const shown = element.attrs
    .filter(({ name }) => SHOWN_ATTRIBUTES.includes(name))
    .slice(0, 3)
    .map(({ name, value }) => ` ${name}="${shortened(value)}"`);
  return `<${cut(element.tagName, MAX_SHOWN)}${shown.join('')}>`;
}

/** A part that is left out shows, or half a value would be looked for in the page. */
function shortened(value: string): string {
  const start = cut(value, MAX_SHOWN);
  return start.length < value.trim().length ? `${start}...` : value;
}
