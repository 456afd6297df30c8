/** Terms of definition lists that promise a value. */

import { isBlock } from '../text/compare-text.ts';
import { attributeOf, type Element } from './walk.ts';

/** Nodes looked at below a term: a label is small. */
const MAX_NODES = 40;

/**
 * Whether a term is the label of a value: "Price", "Open". The name of a place that it leads to is none, as lists of members
 * have, nor is what has a permalink to itself, as the signatures of Sphinx, and neither is a description with blocks of its own,
 * as generators put into terms. Looks at 40 nodes at most.
 */
function isLabel(term: Element): boolean {
  const itself = `#${attributeOf(term, 'id') ?? ''}`;
  const open = term.childNodes.slice(0, MAX_NODES);
  for (let seen = 0; seen < MAX_NODES; seen += 1) {
    const node = open.pop();
    if (node === undefined) return true;
    if (!('tagName' in node)) continue;
    const href = attributeOf(node, 'href');
    if (isBlock(node.tagName) || href?.startsWith('#') === false || (href === itself && itself !== '#')) return false;
    open.push(...node.childNodes.slice(0, MAX_NODES));
  }
  return false;
}

/**
 * Whether a value (`dd`) has a label.
 * @param lastTerm the last term before it in the document; one of another list is not its own
 */
export const isLabelled = (value: Element, lastTerm: Element | undefined): boolean =>
  lastTerm !== undefined && lastTerm.parentNode === value.parentNode && isLabel(lastTerm);
