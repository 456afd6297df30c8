/** What the HTML itself declares to be shown, and a parser leaves aside: shadow roots, and images for those without scripts. */

import { parseFragment, type DefaultTreeAdapterTypes as Tree } from 'parse5';
import { attributeOf, type Element, isHtml, ownText } from './walk.ts';

const MAY_DECLARE = /shadowrootmode|<noscript/i;
/** Whether a page may have what `showDeclared` moves into sight: most have none. */
export const mayDeclare = (html: string): boolean => MAY_DECLARE.test(html);
const MAX_ROOTS = 2000;
const MAX_NOSCRIPT_CHARS = 5000;
const MAX_IMAGES = 500;
/** Elements beside custom ones that take a shadow root. */
const HOSTS = new Set(
  'article aside blockquote body div footer h1 h2 h3 h4 h5 h6 header main nav p section span'.split(' '),
);

/**
 * Puts the content of declarative shadow roots into their hosts, with the host's own children where the slots are, and
 * an image of a `noscript` in the place of the one before it that a script fills.
 * @param html source of the document: most pages declare neither, and are left alone
 * @see https://html.spec.whatwg.org/multipage/scripting.html#attr-template-shadowrootmode
 * @see https://html.spec.whatwg.org/multipage/scripting.html#the-noscript-element
 */
export function showDeclared(document: Tree.Document, html: string): void {
  if (!MAY_DECLARE.test(html)) return;
  let roots = 0;
  let images = 0;
  const waiting: Tree.ParentNode[] = [document];
  for (let parent = waiting.pop(); parent !== undefined; parent = waiting.pop()) {
    if ('tagName' in parent && roots < MAX_ROOTS) {
      const root = shadowRootOf(parent);
      if (root !== undefined) {
        roots += 1;
        parent.childNodes = flattened(parent, root);
      }
    }
    if (images < MAX_IMAGES) images += showImages(parent);
    for (const child of parent.childNodes) if ('tagName' in child) waiting.push(child);
  }
}

/** The content of the first template that declares a shadow root on its parent; undefined for none. */
function shadowRootOf(host: Element): Tree.DocumentFragment | undefined {
  if (!isHtml(host) || !(HOSTS.has(host.tagName) || host.tagName.includes('-'))) return undefined;
  for (const child of host.childNodes) if (isShadowTemplate(child)) return child.content;
  return undefined;
}

function isShadowTemplate(node: Tree.ChildNode): node is Tree.Template {
  if (node.nodeName !== 'template' || !('content' in node)) return false;
  const mode = attributeOf(node, 'shadowrootmode')?.toLowerCase();
  return mode === 'open' || mode === 'closed';
}

/** The tree that is shown: the shadow root's, with each slot replaced by the children assigned to it, else its own. */
function flattened(host: Element, root: Tree.DocumentFragment): Tree.ChildNode[] {
  const bySlot = new Map<string, Tree.ChildNode[]>();
  for (const child of host.childNodes) {
    if (isShadowTemplate(child)) continue;
    const name = 'tagName' in child ? (attributeOf(child, 'slot') ?? '') : '';
    const assigned = bySlot.get(name) ?? [];
    bySlot.set(name, assigned);
    assigned.push(child);
  }
  const waiting: Tree.ParentNode[] = [root];
  for (let parent = waiting.pop(); parent !== undefined; parent = waiting.pop()) {
    parent.childNodes = parent.childNodes.flatMap((node): Tree.ChildNode[] => {
      if (!('tagName' in node)) return [node];
      const assigned = node.tagName === 'slot' ? takeAssigned(bySlot, attributeOf(node, 'name') ?? '') : undefined;
      if (assigned === undefined) waiting.push(node);
      return assigned ?? [node];
    });
    for (const child of parent.childNodes) child.parentNode = parent;
  }
  for (const child of root.childNodes) child.parentNode = host;
  return root.childNodes;
}

/** Undefined where nothing but blanks is assigned: a slot then shows its own content. The first slot of a name takes all. */
function takeAssigned(bySlot: Map<string, Tree.ChildNode[]>, name: string): Tree.ChildNode[] | undefined {
  const assigned = bySlot.get(name);
  bySlot.delete(name);
  return assigned?.some((node) => 'tagName' in node || ('value' in node && node.value.trim() !== ''))
    ? assigned
    : undefined;
}

/** Shows the images of the `noscript` elements among an element's children; answers how many. */
function showImages(parent: Tree.ParentNode): number {
  const kept: Tree.ChildNode[] = [];
  let shown = 0;
  for (const node of parent.childNodes) {
    const images = node.nodeName === 'noscript' && 'tagName' in node ? imagesIn(node) : [];
    if (images.length === 0) {
      kept.push(node);
      continue;
    }
    // What stands before it is the same image, without its address or with that of a placeholder.
    const before = kept.findLastIndex((each) => !('value' in each) || each.value.trim() !== '');
    if (kept[before]?.nodeName === 'img') kept.splice(before, 1);
    for (const image of images) image.parentNode = parent;
    kept.push(...images);
    shown += images.length;
  }
  if (shown > 0) parent.childNodes = kept;
  return shown;
}

/** Images with an address and a text; those that only count visitors have none. */
function imagesIn(noscript: Element): Element[] {
  const source = ownText(noscript);
  if (source.length > MAX_NOSCRIPT_CHARS || !/<img\b/i.test(source)) return [];
  const found: Element[] = [];
  const waiting: Tree.ParentNode[] = [parseFragment(source)];
  for (let parent = waiting.pop(); parent !== undefined; parent = waiting.pop()) {
    for (const child of parent.childNodes) {
      if (!('tagName' in child)) continue;
      const isNamed = (name: string): boolean => (attributeOf(child, name)?.trim() ?? '') !== '';
      if (child.tagName === 'img' && isNamed('src') && isNamed('alt')) found.push(child);
      waiting.push(child);
    }
  }
  return found;
}
