/** What axe-core is given of a page: the elements in question, with what their judgement depends on. */
import { type DefaultTreeAdapterTypes, parse, serialize, serializeOuter } from 'parse5';
import {
  type AccessibilityFault,
  certainFault,
  type DocumentIndex,
  ID_REFERENCES,
  isInQuestion,
} from './axe-questions.ts';
import { type Element, isHtml } from './walk.ts';

type Parent = DefaultTreeAdapterTypes.Document | Element;

export type AuditSubject =
  | { readonly kind: 'too-large' }
  /** What the rules find is certain without them. */
  | { readonly kind: 'settled'; readonly violations: readonly AccessibilityFault[] }
  /** A document with the elements that a rule could find at fault. */
  | { readonly kind: 'in-question'; readonly html: string };

/** axe-core walks the tree by recursion. */
export interface TreeLimits {
  readonly maxElements: number;
  readonly maxDepth: number;
}

export function auditSubject(html: string, limits: TreeLimits): AuditSubject {
  const document = inertTree(html, limits);
  if (document === undefined) return { kind: 'too-large' };
  const elements = elementsOf(document);
  const index = indexOf(elements);
  const hasNoTitle = !hasTitle(elements);
  const questions = elements.filter(
    (element) => isInQuestion(element, index) || (hasNoTitle && element.tagName === 'html'),
  );
  const violations = settled(questions, index);
  if (violations !== undefined) return { kind: 'settled', violations };
  prune(document, keptWhole(questions, elements, index));
  return { kind: 'in-question', html: serialize(document) };
}

/** axe-core quotes longer elements in part. */
const MAX_QUOTED = 200;

/** The faults of the elements in question by rule, as axe-core would report them; undefined where one is not certain. */
function settled(questions: readonly Element[], index: DocumentIndex): AccessibilityFault[] | undefined {
  const faults = new Map<string, AccessibilityFault>();
  for (const element of questions) {
    const rule = certainFault(element, index);
    if (rule === undefined) return undefined;
    const { count, example } = faults.get(rule) ?? { count: 0, example: serializeOuter(element) };
    if (example.length > MAX_QUOTED) return undefined;
    faults.set(rule, { rule, count: count + 1, example });
  }
  return [...faults.values()].sort((a, b) => (a.rule < b.rule ? -1 : 1));
}

/** In document order. The depth is limited, so recursion is safe. */
function elementsOf(parent: Parent, found: Element[] = []): Element[] {
  for (const node of parent.childNodes) {
    if (!('tagName' in node)) continue;
    found.push(node);
    elementsOf(node, found);
  }
  return found;
}

function indexOf(elements: readonly Element[]): DocumentIndex {
  const byId = new Map<string, Element[]>();
  const labelsFor = new Map<string, Element[]>();
  const referenced = new Set<string>();
  for (const element of elements) {
    for (const { name, value } of element.attrs) {
      if (name === 'id') listAt(byId, value).push(element);
      else if (name === 'for' && element.tagName === 'label') {
        listAt(labelsFor, value).push(element);
        referenced.add(value);
      } else if (ID_REFERENCES.includes(name)) for (const id of idsIn(value)) referenced.add(id);
    }
  }
  return { byId, labelsFor, referenced };
}

function listAt<Value>(map: Map<string, Value[]>, key: string): Value[] {
  const list = map.get(key) ?? [];
  map.set(key, list);
  return list;
}

const idsIn = (value: string): string[] => value.split(/\s+/).filter(Boolean);

const hasTitle = (elements: readonly Element[]): boolean => {
  const title = elements.find((element) => element.tagName === 'title' && isHtml(element));
  return title?.childNodes.some((node) => 'value' in node && node.value.trim() !== '') === true;
};

/** Elements whose judgement depends on their content, so that they are never kept in part. */
const JUDGED_BY_CONTENT = new Set('a button label select textarea dl table ul ol svg fieldset details'.split(' '));

/**
 * The elements to keep with all that is in them: those in question, the outermost element around each that is judged by
 * its content, and all that these refer to or are labelled by.
 */
function keptWhole(
  questions: readonly Element[],
  elements: readonly Element[],
  { byId, labelsFor }: DocumentIndex,
): ReadonlySet<Element> {
  const kept = new Set<Element>();
  const followed = new Set<string>();
  const keep = (element: Element) => kept.add(outermostJudged(element));
  for (const element of elements) if (element.tagName === 'title') kept.add(element);
  for (const element of questions) keep(element);
  // Iterating a Set includes members added meanwhile.
  for (const root of kept) {
    // Those around it stay too, and are judged by what they refer to.
    for (const element of [root, ...elementsOf(root), ...ancestorsOf(root)]) {
      for (const { name, value } of element.attrs) {
        const isReference = ID_REFERENCES.includes(name) || (name === 'for' && element.tagName === 'label');
        const ids = name === 'id' ? [value] : isReference ? idsIn(value) : [];
        for (const id of ids) {
          if (followed.has(id)) continue;
          followed.add(id);
          for (const each of [...(byId.get(id) ?? []), ...(labelsFor.get(id) ?? [])]) keep(each);
        }
      }
    }
  }
  return kept;
}

function ancestorsOf(element: Element): Element[] {
  const ancestors: Element[] = [];
  for (let each = element.parentNode; each !== null && 'tagName' in each; each = each.parentNode) ancestors.push(each);
  return ancestors;
}

function outermostJudged(element: Element): Element {
  const judged = ancestorsOf(element).filter(
    ({ tagName, attrs }) =>
      JUDGED_BY_CONTENT.has(tagName) || attrs.some(({ name, value }) => name === 'role' && value === 'button'),
  );
  return judged.at(-1) ?? element;
}

/** Takes away all nodes but those elements, their content, and the elements around them. */
function prune(document: Parent, kept: ReadonlySet<Element>): void {
  const around = new Set<Element>();
  for (const element of kept) {
    for (const each of ancestorsOf(element)) around.add(each);
  }
  const visit = (parent: Parent): void => {
    parent.childNodes = parent.childNodes.filter(
      (node) => node.nodeName === '#documentType' || ('tagName' in node && (kept.has(node) || around.has(node))),
    );
    for (const node of parent.childNodes) if ('tagName' in node && !kept.has(node)) visit(node);
  };
  visit(document);
}

/** What runs, loads, styles or holds another document, and what browsers with scripts do not show. */
const DROPPED = new Set(
  'script style link template noscript iframe frame frameset object embed video audio source canvas'.split(' '),
);

/**
 * A document of which nothing is left but text and elements: without its scripts, styles, frames, media, comments and
 * event handlers. Undefined when it has more elements, or nests them deeper, than allowed. Linear and without recursion up
 * to that depth.
 */
export function inertTree(
  html: string,
  { maxElements, maxDepth }: { readonly maxElements: number; readonly maxDepth: number },
): DefaultTreeAdapterTypes.Document | undefined {
  const document = parse(html);
  let elementCount = 0;
  let level: Parent[] = [document];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > maxDepth || elementCount > maxElements) return undefined;
    const next: Parent[] = [];
    for (const parent of level) {
      parent.childNodes = parent.childNodes.filter(
        (node) => node.nodeName !== '#comment' && !('tagName' in node && DROPPED.has(node.tagName)),
      );
      for (const child of parent.childNodes) {
        if (!('tagName' in child)) continue;
        elementCount += 1;
        child.attrs = child.attrs.filter(({ name }) => !name.startsWith('on'));
        next.push(child);
      }
    }
    level = next;
  }
  return elementCount > maxElements ? undefined : document;
}
