/**
 * Words in a line of text that react to clicks and have no role. Snapshots merge them into the text around them, so they are found
 * in what the browser itself knows of the document: its styles and its listeners.
 */

import type { Page } from 'playwright-core';
import * as z from 'zod';
import { askPage } from './ask.ts';
import { type Box, isControlRole } from './snapshot.ts';
import { within } from './within.ts';

export interface ClickableWords {
  /** Third-party text, cut. */
  readonly text: string;
  /** Opening tag, cut: third-party text. */
  readonly tag: string;
  readonly box: Box;
}

const MAX_TEXT = 120;
const MAX_TAG = 160;
const MAX_DEPTH = 1_000;
const STYLES = ['cursor', 'display', 'visibility'];
/** A click in these is theirs. */
const CONTROL_TAGS = new Set(['A', 'AREA', 'BUTTON', 'INPUT', 'LABEL', 'OPTION', 'SELECT', 'SUMMARY', 'TEXTAREA']);
const TEXT_NODE = 3;
const FRAGMENT_NODE = 11;

/** Of DOMSnapshot.captureSnapshot: numbers of strings, and of nodes in document order. */
const Captured = z.object({
  documents: z.array(
    z.object({
      nodes: z.object({
        parentIndex: z.array(z.number()),
        nodeType: z.array(z.number()),
        nodeName: z.array(z.number()),
        nodeValue: z.array(z.number()),
        attributes: z.array(z.array(z.number())),
        isClickable: z.object({ index: z.array(z.number()) }),
      }),
      layout: z.object({
        nodeIndex: z.array(z.number()),
        styles: z.array(z.array(z.number())),
        bounds: z.array(z.array(z.number())),
      }),
    }),
  ),
  strings: z.array(z.string()),
});

/** Those of the page itself, without its frames; none where the browser does not tell. */
export async function clickableWordsOf(page: Page): Promise<ClickableWords[]> {
  if ((await askPage(page, 'pointedWords')) === 0) return [];
  const session = await within(page.context().newCDPSession(page));
  try {
    return clickableWordsIn(await within(session.send('DOMSnapshot.captureSnapshot', { computedStyles: STYLES })));
  } finally {
    await within(session.detach()).catch(() => undefined);
  }
}

/**
 * Elements in a line of text that hold nothing but text, turn the pointer into a hand where what they are in does not, and listen
 * to clicks themselves. Of a delegated listener nothing is known, so those are not found.
 * @param captured what DOMSnapshot.captureSnapshot answers, with cursor, display and visibility
 */
export function clickableWordsIn(captured: unknown): ClickableWords[] {
  const { data } = Captured.safeParse(captured);
  const [document] = data?.documents ?? [];
  if (data === undefined || document === undefined) return [];
  const { nodes, layout } = document;
  const say = (at: number | undefined): string => (at === undefined ? '' : (data.strings[at] ?? ''));
  const places = new Map(layout.nodeIndex.map((node, at) => [node, at]));
  const styleOf = (node: number): string[] => (layout.styles[places.get(node) ?? -1] ?? []).map(say);
  const clickable = new Set(nodes.isClickable.index);
  const children = new Map([...clickable].map((node) => [node, [] as number[]]));
  for (const [node, parent] of nodes.parentIndex.entries()) children.get(parent)?.push(node);
  /** A shadow root has no style: its host has. */
  const parentOf = (node: number): number => {
    const parent = nodes.parentIndex[node] ?? -1;
    return nodes.nodeType[parent] === FRAGMENT_NODE ? (nodes.parentIndex[parent] ?? -1) : parent;
  };
  const attributesOf = (node: number): [string, string][] => {
    const flat = nodes.attributes[node] ?? [];
    return Array.from({ length: flat.length / 2 }, (_, at) => [say(flat[2 * at]), say(flat[2 * at + 1])]);
  };
  const isControl = (node: number): boolean =>
    CONTROL_TAGS.has(say(nodes.nodeName[node]).toUpperCase()) ||
    attributesOf(node).some(([name, value]) => name === 'role' && isControlRole(value.trim().toLowerCase()));

  return [...clickable].flatMap((node) => {
    const [cursor, display, visibility] = styleOf(node);
    const [only, ...others] = children.get(node) ?? [];
    const [x = 0, y = 0, width = 0, height = 0] = layout.bounds[places.get(node) ?? -1] ?? [];
    if (cursor !== 'pointer' || display !== 'inline' || visibility !== 'visible' || width <= 0 || height <= 0)
      return [];
    if (only === undefined || others.length > 0 || nodes.nodeType[only] !== TEXT_NODE) return [];
    if (styleOf(parentOf(node))[0] === 'pointer') return [];
    let depth = 0;
    for (let at = node; at >= 0 && depth < MAX_DEPTH; at = parentOf(at), depth += 1) if (isControl(at)) return [];
    const text = say(nodes.nodeValue[only]).replace(/\s+/g, ' ').trim().slice(0, MAX_TEXT);
    const attributes = attributesOf(node).map(([name, value]) => ` ${name}="${value}"`);
    const tag = `<${say(nodes.nodeName[node]).toLowerCase()}${attributes.join('')}>`.slice(0, MAX_TAG);
    return text === '' ? [] : [{ text, tag, box: { x, y, width, height } }];
  });
}
