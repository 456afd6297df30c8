/** What can be pressed on a page, as it is drawn: named or not, covered, or without a role. */

import type { Page } from 'playwright-core';
import type { BrowserPage, SeenControl } from '../model/browser.ts';
import { askElement } from './ask.ts';
import { type ClickableWords, clickableWordsOf } from './clickable-words.ts';
import { VIEWPORT } from './launch.ts';
import { FIELD_ROLES, pretendersIn, type SnapshotNode } from './snapshot.ts';
import { rethrowHung } from './within.ts';

const MAX_POINTS = 40;
const MAX_CONTROLS = 150;
const MAX_PRETENDERS = 50;
/** Of elements that look clickable: whether the browser knows what a click on them does. */
const MAX_ASKED = 200;
const MAX_EXAMPLES = 3;
const TEXT_ROLES = new Set(['heading', 'paragraph', 'listitem', 'cell']);

/** @param controls of the snapshot, in document order */
export async function treeOf(
  page: Page,
  chars: number,
  controls: readonly SnapshotNode[],
): Promise<BrowserPage['tree']> {
  const unnamed = controls.filter(({ name }) => name === '');
  return { chars, controls: controls.length, unnamed: unnamed.length, examples: await tagsOf(page, unnamed) };
}

/** What only looks like a control. */
export interface Pretenders {
  readonly found: BrowserPage['pretenders'];
  readonly boxed: readonly SeenControl[];
}

/** @param nodes none for a page that is too large to look through */
export async function pretendersOf(page: Page, nodes: readonly SnapshotNode[]): Promise<Pretenders> {
  const elements = await elementsWithoutRole(page, nodes);
  const words = nodes.length === 0 ? [] : ((await clickableWordsOf(page).catch(rethrowHung)) ?? []);
  const examples = [...(await tagsOf(page, elements)), ...words.map(({ tag }) => tag)].slice(0, MAX_EXAMPLES);
  return {
    found: { count: elements.length + words.length, examples },
    boxed: [...elements.map(pretenderOf), ...words.map(wordsOf)].slice(0, MAX_PRETENDERS),
  };
}

/** The controls that people can be shown with a box around them. */
export const boxedControls = (controls: readonly SnapshotNode[], covered: ReadonlySet<SnapshotNode>): SeenControl[] =>
  controls
    .filter(({ isOutOfFrame }) => !isOutOfFrame)
    .slice(0, MAX_CONTROLS)
    .map((node) => controlOf(node, covered));

const tagsOf = async (page: Page, nodes: readonly SnapshotNode[]): Promise<string[]> => {
  const tags: string[] = [];
  for (const { ref } of nodes.slice(0, MAX_EXAMPLES)) {
    if (ref === undefined) continue;
    const tag = await askElement(page.getByRef(ref), 'openingTag');
    if (tag !== undefined) tags.push(tag);
  }
  return tags;
};

/** What lies over controls and text of the first screen. */
export async function coverOf(page: Page, nodes: readonly SnapshotNode[]) {
  const inSight = nodes.filter(({ role, ref, box, isOutOfFrame }) => {
    if (isOutOfFrame) return false;
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const counts = TEXT_ROLES.has(role) || FIELD_ROLES.has(role) || role === 'button' || role === 'link';
    return (
      ref !== undefined && counts && box.width > 0 && x >= 0 && y >= 0 && x < VIEWPORT.width && y < VIEWPORT.height
    );
  });
  const covered = new Set<SnapshotNode>();
  let points = 0;
  let by = '';
  for (const node of inSight.slice(0, MAX_POINTS)) {
    if (node.ref === undefined) continue;
    const found = (await askElement(page.getByRef(node.ref), 'whatCovers')) ?? (await overFrames(page, node));
    points += 1;
    if (found === undefined) continue;
    covered.add(node);
    if (by === '') by = found;
  }
  return { cover: { points, covered: covered.size, by }, covered };
}

/** What lies over the frames around an element, at its middle. */
async function overFrames(page: Page, { box, frame: innermost }: SnapshotNode): Promise<string | undefined> {
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  for (let frame = innermost; frame !== undefined; frame = frame.frame) {
    if (frame.ref === undefined) continue;
    const point = `${x - frame.box.x},${y - frame.box.y}`;
    const found = await askElement(page.getByRef(frame.ref), 'whatCovers', point);
    if (found !== undefined) return found;
  }
  return undefined;
}

const controlOf = (node: SnapshotNode, covered: ReadonlySet<SnapshotNode>): SeenControl => ({
  role: node.role,
  name: node.name,
  box: node.box,
  state: covered.has(node) ? 'covered' : node.name === '' ? 'unnamed' : 'named',
});

/** What looks clickable and has no role, without what the browser itself makes of a click. */
async function elementsWithoutRole(page: Page, nodes: readonly SnapshotNode[]): Promise<SnapshotNode[]> {
  const found: SnapshotNode[] = [];
  for (const [at, node] of pretendersIn(nodes).entries()) {
    const { ref } = node;
    const isNative = ref !== undefined && at < MAX_ASKED && (await askElement(page.getByRef(ref), 'isNative')) === true;
    if (!isNative) found.push(node);
  }
  return found;
}

const wordsOf = ({ text, box }: ClickableWords): SeenControl => ({
  role: 'generic',
  name: text,
  box,
  state: 'roleless',
});

const pretenderOf = ({ role, name, text, box }: SnapshotNode): SeenControl => ({
  role,
  name: name || text,
  box,
  state: 'roleless',
});
