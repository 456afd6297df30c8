/** The accessibility snapshot of a page, as agents that drive browsers are given it, and what can be read from it. */

import * as z from 'zod';

/** In CSS pixels from the top left. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface SnapshotNode {
  readonly role: string;
  readonly name: string;
  /** Names the element for the driver; undefined for what cannot be pointed at. */
  readonly ref: string | undefined;
  /** In the page, also for nodes in a frame. */
  readonly box: Box;
  /** The frame that it is in; undefined in the page itself. */
  readonly frame: SnapshotNode | undefined;
  /** It is in a frame, outside of the part that the frame shows. */
  readonly isOutOfFrame: boolean;
  /** The pointer becomes a hand over it. */
  readonly isPointed: boolean;
  /** Roles of its ancestors, the nearest last. */
  readonly within: readonly string[];
  /** A descendant is a control. */
  readonly holdsControl: boolean;
  /** Text right inside it. */
  readonly text: string;
}

/** Roles that an agent fills in or presses (WAI-ARIA 1.2, section 5.3.2, and links). */
export const FIELD_ROLES: ReadonlySet<string> = new Set([
  'textbox',
  'searchbox',
  'combobox',
  'spinbutton',
  'checkbox',
  'radio',
  'slider',
  'switch',
  'listbox',
]);
const CONTROL_ROLES: ReadonlySet<string> = new Set([
  ...FIELD_ROLES,
  'button',
  'link',
  'tab',
  'menuitem',
  'menuitemcheckbox',
  'menuitemradio',
  'treeitem',
]);

const MAX_NODES = 20_000;
const MAX_DEPTH = 200;
const MAX_NAME = 120;

const BoxShape = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() });
const Node = z.object({
  role: z.string(),
  name: z.string().optional(),
  ref: z.string().optional(),
  box: BoxShape.optional(),
  cursor: z.string().optional(),
  text: z.string().optional(),
  children: z.array(z.unknown()).optional(),
});
const NO_BOX = { x: 0, y: 0, width: 0, height: 0 };

/** The nodes in document order; at most 20,000. Malformed nodes are skipped. */
export function snapshotNodes(snapshot: unknown): SnapshotNode[] {
  const nodes: (SnapshotNode & { holdsControl: boolean })[] = [];
  const walk = (
    value: unknown,
    within: readonly string[],
    above: readonly { holdsControl: boolean }[],
    frame: SnapshotNode | undefined,
  ): void => {
    if (nodes.length >= MAX_NODES || within.length > MAX_DEPTH) return;
    const { data } = Node.safeParse(value);
    if (data === undefined) return;
    const { role, name = '', ref, cursor, text = '', children = [] } = data;
    const { box = NO_BOX } = data;
    // Boxes in a frame begin at its corner. Its border, mostly of two pixels, is not known.
    const inPage = frame === undefined ? box : { ...box, x: box.x + frame.box.x, y: box.y + frame.box.y };
    const strings = children.filter((child) => typeof child === 'string');
    const node = {
      role,
      name: name.slice(0, MAX_NAME),
      ref,
      box: inPage,
      frame,
      isOutOfFrame: frame !== undefined && !overlap(inPage, frame.box),
      isPointed: cursor === 'pointer',
      within,
      holdsControl: false,
      text: [text, ...strings].join(' ').trim().slice(0, MAX_NAME),
    };
    nodes.push(node);
    if (isControlRole(role)) for (const each of above) each.holdsControl = true;
    const inner = role === 'iframe' ? node : frame;
    for (const child of children) walk(child, [...within, role], [...above, node], inner);
  };
  for (const root of Array.isArray(snapshot) ? snapshot : [snapshot]) walk(root, [], [], undefined);
  return nodes;
}

const overlap = (one: Box, other: Box): boolean =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height;

const isSeen = ({ box }: SnapshotNode): boolean => box.width > 0 && box.height > 0;
/** Of a role that an agent fills in or presses. */
export const isControlRole = (role: string): boolean => CONTROL_ROLES.has(role);

/** Controls that take up room, in document order. */
export const controlsIn = (nodes: readonly SnapshotNode[]): SnapshotNode[] =>
  nodes.filter((node) => isControlRole(node.role) && isSeen(node));

/**
 * Elements that look clickable and have no role: the pointer becomes a hand over them, and no ancestor or descendant is a
 * control. Of nested ones the outermost counts.
 */
export function pretendersIn(nodes: readonly SnapshotNode[]): SnapshotNode[] {
  const isPretender = (node: SnapshotNode): boolean =>
    node.role === 'generic' && node.isPointed && isSeen(node) && !node.holdsControl && !node.within.some(isControlRole);
  const found: SnapshotNode[] = [];
  let until = -1;
  for (const node of nodes) {
    const depth = node.within.length;
    if (until !== -1 && depth <= until) until = -1;
    if (until !== -1 || !isPretender(node)) continue;
    found.push(node);
    until = depth;
  }
  return found;
}
