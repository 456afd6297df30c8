import {
  type ControlKind,
  controlKind,
  describeElement,
  hasWords,
  isNamedByAttribute,
  isNamedByContent,
} from './control-names.ts';
import { imageText } from './image-text.ts';
import type { ControlFacts } from './page-facts.ts';
import { attributeOf, type Collector, type Element, PLACE } from './walk.ts';

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
  /** Each element at fault once, by what is found first. */
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
      // What names the inner one is part of the outer one's name too; told once, so that nesting costs nothing.
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
      for (const { element, ids: wanted } of references) {
        if (wanted.some((id) => ids.has(id)) || ids.size >= MAX_IDS) named.add(element);
        else if (!faults.has(element)) faults.set(element, 'brokenReferences');
      }
      for (const { element, kind, id, label, isNamed } of controls) {
        const isLabelled = label?.hasText || (id !== undefined && labelsFor.get(id)?.hasText);
        if (!isNamed && !isLabelled && !named.has(element)) faults.set(element, UNNAMED[kind]);
      }
      const checked = new Set<Element>(faults.keys());
      for (const { element } of controls) checked.add(element);
      return {
        checked: checked.size,
        faults: countsOf(faults.values()),
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

/** Gives a name to the button, link or label it stands in, without text of its own. */
function hasContentName(element: Element): boolean {
  if (element.tagName.includes('-') || element.tagName === 'slot') return true;
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
