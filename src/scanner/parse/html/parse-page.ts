import { parse, type DefaultTreeAdapterTypes as Tree } from 'parse5';

export type PageDocument = Tree.Document;
type Parent = Tree.Document | Tree.DocumentFragment | Tree.Element;

/** `<template id="B:0">` holds the place of the part that comes later in `<div hidden id="S:0">` (React DOM server, streaming). */
const PLACE_HOLDER = /^B:([\da-f]{1,8})$/;
const PART = /^S:([\da-f]{1,8})$/;
/** Ends the content that is shown until the part comes. */
const END_OF_PLACE = '/$';
const MAX_PARTS = 500;

/**
 * The document of a page, with the text that the server sent late in its place: frameworks that stream put it at the
 * end of the HTML, and a line of script moves it.
 */
export function parsePage(html: string): PageDocument {
  const document = parse(html);
  if (html.includes('id="S:')) placeStreamedParts(document);
  return document;
}

/** The document of a page as its HTML has it, each element with its offsets in the text. */
export const parseWithOffsets = (html: string): PageDocument => parse(html, { sourceCodeLocationInfo: true });

function placeStreamedParts(document: Tree.Document): void {
  const places = new Map<string, Tree.Element>();
  const parts = new Map<string, Tree.Element>();
  const waiting: Parent[] = [document];
  for (let parent = waiting.pop(); parent !== undefined; parent = waiting.pop()) {
    for (const child of parent.childNodes) {
      if (!('attrs' in child)) continue;
      waiting.push(child);
      const id = child.attrs.find(({ name }) => name === 'id')?.value ?? '';
      const place = child.tagName === 'template' ? PLACE_HOLDER.exec(id)?.[1] : undefined;
      const part = child.tagName === 'div' ? PART.exec(id)?.[1] : undefined;
      if (place !== undefined && places.size < MAX_PARTS) places.set(place, child);
      if (part !== undefined && parts.size < MAX_PARTS) parts.set(part, child);
    }
  }
  for (const [id, place] of places) {
    const part = parts.get(id);
    if (part !== undefined && !isAround(part, place)) moveInto(place, part);
  }
}

/** Whether one element is the other, or around it. */
function isAround(outer: Tree.Element, inner: Tree.Element): boolean {
  for (let node: Tree.ParentNode | null = inner; node !== null; node = 'parentNode' in node ? node.parentNode : null)
    if (node === outer) return true;
  return false;
}

function moveInto(place: Tree.Element, part: Tree.Element): void {
  const target = place.parentNode;
  if (target === null || part.parentNode === null) return;
  const from = target.childNodes.indexOf(place);
  const end = target.childNodes.findIndex(
    (node, at) => at > from && node.nodeName === '#comment' && 'data' in node && node.data === END_OF_PLACE,
  );
  const source = part.parentNode;
  source.childNodes.splice(source.childNodes.indexOf(part), 1);
  for (const child of part.childNodes) child.parentNode = target;
  const at = target.childNodes.indexOf(place);
  target.childNodes.splice(at, Math.max(1, end - from), ...part.childNodes);
}
