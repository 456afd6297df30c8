import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Script } from 'node:vm';
import type { AxeResults, RunOptions } from 'axe-core';
import { JSDOM, VirtualConsole } from 'jsdom';
import type { AccessibilityAudit } from '../model/page.ts';
import { sightOf } from '../parse/html/walk.ts';

/**
 * The rules of axe-core that are run (catalogue, P19): what Lighthouse's agent-accessibility-tree uses. None of them
 * needs layout or colours, which there are none of here.
 */
export const AXE_RULES = [
  'button-name',
  'input-button-name',
  'input-image-alt',
  'label',
  'link-name',
  'select-name',
  'document-title',
  'aria-allowed-attr',
  'aria-allowed-role',
  'aria-command-name',
  'aria-conditional-attr',
  'aria-dialog-name',
  'aria-hidden-body',
  'aria-hidden-focus',
  'aria-input-field-name',
  'aria-prohibited-attr',
  'aria-required-attr',
  'aria-required-children',
  'aria-required-parent',
  'aria-roles',
  'aria-text',
  'aria-toggle-field-name',
  'aria-tooltip-name',
  'aria-treeitem-name',
  'aria-valid-attr',
  'aria-valid-attr-value',
  'duplicate-id-aria',
  'definition-list',
  'table-duplicate-name',
  'tabindex',
  'autocomplete-valid',
  'presentation-role-conflict',
  'svg-img-alt',
] as const;

const MAX_EXAMPLE = 200;

/** A bundle has it next to its modules, so that its users install no package of which they need one file. */
const besideBundle = join(import.meta.dirname, 'axe.min.js');
const axeSource = existsSync(besideBundle)
  ? besideBundle
  : createRequire(import.meta.url).resolve('axe-core/axe.min.js');
const OPTIONS: RunOptions = {
  runOnly: { type: 'rule', values: [...AXE_RULES] },
  resultTypes: ['violations'],
  elementRef: false,
  selectors: false,
  iframes: false,
  preload: false,
};

/** One window for all pages: each new one costs as much as the audit of a small page, and jsdom keeps some of it. */
const dom = new JSDOM('', { runScripts: 'outside-only', virtualConsole: new VirtualConsole() });
new Script(readFileSync(axeSource, 'utf8'), { filename: 'axe-core' }).runInContext(dom.getInternalVMContext());

/**
 * Runs axe-core over one document, which takes the place of the one before. It holds no script, no style sheet and no
 * frame (see audit-subject.ts). Nothing is loaded, and nothing is evaluated but axe-core.
 */
export default async function audit(html: string): Promise<AccessibilityAudit> {
  const { window } = dom;
  const { document } = window;
  const { documentElement } = new window.DOMParser().parseFromString(html, 'text/html');
  document.documentElement.replaceWith(document.adoptNode(documentElement));
  // axe-core reads the styles of the elements that it comes to.
  Object.assign(window, { getComputedStyle: plainStyles() });
  const { violations } = await (window as unknown as WindowWithAxe).axe.run(document, OPTIONS);
  // Arrays from jsdom's window belong to its realm; Array.from copies them into this one.
  const found = Array.from(violations, ({ id, nodes }) => ({
    rule: id,
    count: nodes.length,
    example: (nodes[0]?.html ?? '').slice(0, MAX_EXAMPLE),
  }));
  return { kind: 'done', violations: found.sort((a, b) => (a.rule < b.rule ? -1 : 1)) };
}

/** What evaluating axe-core adds to a window. */
interface WindowWithAxe {
  readonly axe: { run(context: Document, options: RunOptions): Promise<AxeResults> };
}

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
 * Replaces getComputedStyle, because style sheets are not loaded: it reads the hidden attribute, display and visibility
 * in style attributes, and the browser's defaults. jsdom's own version matches every rule of every sheet with every
 * element: most of axe's time, and endless on a hostile page.
 */
function plainStyles(): (element: Element) => CSSStyleDeclaration {
  const hidden = new WeakMap<Element, boolean>();
  const [shownStyle, hiddenStyle] = [styleOf('block'), styleOf('none')];
  let labelled: ReadonlySet<string> | undefined;
  /** As in controls.ts: a checkbox that sends nothing and has a label is hidden, or has a name. */
  const isStyleSwitch = (element: Element): boolean => {
    if (!element.matches('input[type="checkbox" i][id]:not([name])')) return false;
    labelled ??= new Set(Array.from(element.ownerDocument.querySelectorAll('label[for]'), forOf));
    return labelled.has(element.id);
  };
  return (element) => {
    const known = hidden.get(element);
    const isHidden = known ?? (isTakenAway(element) || isStyleSwitch(element));
    if (known === undefined) hidden.set(element, isHidden);
    return isHidden ? hiddenStyle : shownStyle;
  };
}

const forOf = (label: Element): string => label.getAttribute('for') ?? '';

/** Display is not inherited; the caller checks the ancestors too. */
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
