/** Panels of tabs and accordions: by their own marks, by the control before them, or by one that names them. */

import { namesWidget } from '../../text/phrases/widget-names.ts';
import { headingLevel } from '../heading-level.ts';
import { attributeOf, type Element, PLACE } from '../walk.ts';

const WHOLE_PANEL = new Set([
  'tab-pane',
  'tab-panel',
  'tabpanel',
  'tabs-panel',
  'accordion-body',
  'accordion-content',
  'accordion-panel',
  'collapse-body',
]);
const PANEL_NAMES = /accordion|collaps|panel|tab|detail|section|faq|answer|content|spec/;
const MAX_NAMES = 300;
const MAX_TARGETS = 500;

export interface Panels {
  /** To be called for each element; true for a panel. */
  enter(element: Element, place: number): boolean;
  /** To be called where a panel ends. */
  leave(isEmpty: boolean): void;
  isInside(): boolean;
  /** A panel without marks of its own, and without text. */
  addEmpty(): void;
  /** Keeps how much an element with an id holds, in case that a control names it. */
  keepAmount(id: string, amount: number): void;
  /** To be asked when the walk is over. Panels in panels are part of the outermost. */
  counts(): { readonly empty: number; readonly filled: number };
}

export function panelsOfTabs(): Panels {
  let depth = 0;
  let empty = 0;
  let filled = 0;
  let tabs = 0;
  let tabPanels = 0;
  const amountsById = new Map<string, number>();
  const targets: string[] = [];
  return {
    enter(element, place) {
      if ((place & PLACE.chrome) !== 0) return false;
      const target = targets.length < MAX_TARGETS ? panelTarget(element) : undefined;
      if (target !== undefined) targets.push(target);
      const role = attributeOf(element, 'role');
      if (role === 'tab' && saysWhereFrom(element)) tabs += 1;
      else if (role === 'tabpanel') tabPanels += 1;
      const isOwn = isPanel(element);
      if (isOwn) depth += 1;
      return isOwn;
    },
    leave(isEmpty) {
      depth -= 1;
      if (depth > 0) return;
      if (isEmpty) empty += 1;
      else filled += 1;
    },
    isInside: () => depth > 0,
    addEmpty() {
      empty += 1;
    },
    keepAmount(id, amount) {
      if (amountsById.size < MAX_TARGETS * 4) amountsById.set(id, amount);
    },
    counts() {
      // Tabs and buttons that name a panel which is empty, and which is no panel by its own marks.
      const named = [...new Set(targets)].filter((id) => amountsById.get(id) === 0);
      // One panel for several tabs that fetch holds the text of one of them. Tabs that filter a table share it as well.
      const fetched = tabPanels === 0 ? 0 : Math.max(0, tabs - tabPanels);
      return { empty: Math.max(empty, named.length, fetched), filled };
    },
  };
}

/** A tab that names the address of its text, which a click fetches. */
const saysWhereFrom = ({ attrs }: Element): boolean =>
  attrs.some(({ name, value }) => FETCHES.test(name) && /^(?:https?:\/)?\/[^\s]{1,500}$/.test(value));
/** A plain href is a page of its own. */
const FETCHES = /^(?:hx-get|data-(?:hx-get|src|url|href|remote|fetch|load))$/;

function isPanel(element: Element): boolean {
  if (element.attrs.length === 0) return false;
  if (attributeOf(element, 'role') === 'tabpanel') return true;
  const classes = attributeOf(element, 'class');
  if (classes === undefined || !/tab|accordion|collapse/.test(classes)) return false;
  return classes
    .slice(0, MAX_NAMES)
    .split(/\s+/)
    .some((name) => WHOLE_PANEL.has(name));
}

/** The id that a tab or a button opens. */
function panelTarget(element: Element): string | undefined {
  if (element.attrs.length === 0) return undefined;
  const isTab = attributeOf(element, 'role') === 'tab';
  if (!isTab && element.tagName !== 'button' && element.tagName !== 'summary') return undefined;
  const named =
    attributeOf(element, 'aria-controls') ??
    attributeOf(element, 'data-target') ??
    attributeOf(element, 'data-bs-target');
  if (named === undefined && !isTab) return undefined;
  if (!isTab && attributeOf(element, 'aria-expanded') === undefined && attributeOf(element, 'data-tab') === undefined)
    return undefined;
  const target = (named ?? attributeOf(element, 'href') ?? '').replace(/^#/, '').split(' ', 1)[0];
  if (target === '' || target === undefined || namesWidget(target)) return undefined;
  // Other buttons open menus, search fields and choices of a theme.
  const names = `${target} ${attributeOf(element, 'class') ?? ''}`.toLowerCase();
  return isTab || PANEL_NAMES.test(names) ? target : undefined;
}

/** A control, alone or in a heading, that says that it opens something, and that this is closed (ARIA, disclosure pattern). */
export function opensOnDemand(element: Element): boolean {
  const control =
    headingLevel(element.tagName) !== undefined ? element.childNodes.find((child) => 'tagName' in child) : element;
  return (
    control !== undefined &&
    'tagName' in control &&
    (control.tagName === 'button' || attributeOf(control, 'role') === 'button') &&
    attributeOf(control, 'aria-expanded') === 'false'
  );
}
