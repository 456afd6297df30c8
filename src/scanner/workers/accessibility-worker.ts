import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Script } from 'node:vm';
import type { AxeResults, RunOptions } from 'axe-core';
import { JSDOM, VirtualConsole } from 'jsdom';
import type { AccessibilityAudit } from '../artifacts.ts';
import { decodeBody } from '../parse/charset.ts';
import { inertDocument } from '../parse/html/inert-document.ts';
import { type AccessibilityJob, AXE_RULES } from './accessibility-job.ts';
import { plainStyles } from './plain-styles.ts';

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
    // What comes out of the window is of its realm; the copies are of ours.
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
