import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Script } from 'node:vm';
import type { AxeResults, RunOptions } from 'axe-core';
import { JSDOM, VirtualConsole } from 'jsdom';
import type { AccessibilityAudit } from '../model/page.ts';
import { inertDocument } from '../parse/html/inert-document.ts';
import { sightOf } from '../parse/html/walk.ts';
import { decodeBody } from '../parse/http-headers/charset.ts';
import { type AccessibilityJob, AXE_RULES } from './accessibility-job.ts';

/** A bound on the tree instead of on time, so that the machine does not decide (catalogue, P19). */
const MAX_ELEMENTS = 6000;
/** axe-core walks the tree by recursion. */
const MAX_DEPTH = 400;
const MAX_EXAMPLE = 200;

const axeSource = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
/** Compiled once; evaluated anew in every window. */
const axeScript = new Script(readFileSync(axeSource, 'utf8'), { filename: 'axe-core' });

const OPTIONS: RunOptions = {
  runOnly: { type: 'rule', values: [...AXE_RULES] },
  resultTypes: ['violations'],
  elementRef: false,
  selectors: false,
  iframes: false,
  preload: false,
};

/**
 * Runs axe-core over one page, in a window of its own that is closed afterwards. The page is inert before it is there:
 * no script, no style sheet, no frame. Nothing is loaded, and nothing is evaluated but axe-core.
 */
export default async function audit({ html, contentTypeHeader }: AccessibilityJob): Promise<AccessibilityAudit> {
  const document = inertDocument(decodeBody(html, contentTypeHeader).text, {
    maxElements: MAX_ELEMENTS,
    maxDepth: MAX_DEPTH,
  });
  if (document === undefined) return { kind: 'left-out', why: 'size' };
  const dom = new JSDOM(document.html, { runScripts: 'outside-only', virtualConsole: new VirtualConsole() });
  try {
    const { window } = dom;
    Object.assign(window, { getComputedStyle: plainStyles() });
    axeScript.runInContext(dom.getInternalVMContext());
    const { violations } = await (window as unknown as WindowWithAxe).axe.run(window.document, OPTIONS);
    // Arrays from jsdom's window belong to its realm; Array.from copies them into this one.
    const found = Array.from(violations, ({ id, nodes }) => ({
      rule: id,
      count: nodes.length,
      example: (nodes[0]?.html ?? '').slice(0, MAX_EXAMPLE),
    }));
    return { kind: 'done', violations: found.sort((a, b) => (a.rule < b.rule ? -1 : 1)) };
  } finally {
    dom.window.close();
  }
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
export function plainStyles(): (element: Element) => CSSStyleDeclaration {
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
