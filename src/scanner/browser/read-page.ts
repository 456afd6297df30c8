/** One page as a browser shows it. Nothing is sent, bought or signed in to: forms are filled and left. */

import type { BrowserContext, Page, Response } from 'playwright-core';
import { parseUrl } from '../../basics/parse-url.ts';
import { announcesEffect, mayAct } from '../actions/never-asked.ts';
import type { BrowserPage, SeenControl, SeenForm, SeenMore, SeenSearch } from '../model/browser.ts';
import { detectChallenge } from '../parse/html/bot-challenge.ts';
import { countWords } from '../parse/html/word-counter.ts';
import { isOneOf, MORE_ITEMS } from '../parse/text/phrases/phrases.ts';
import { addedText, newLines } from './added-text.ts';
import { askElement, askPage } from './ask.ts';
import { type ClickableWords, clickableWordsOf } from './clickable-words.ts';
import { BEFORE_PAGE, type FieldFacts } from './in-page.ts';
import { VIEWPORT } from './launch.ts';
import { notMade, type PageNetwork } from './page-network.ts';
import { sampleValue } from './sample-value.ts';
import { controlsIn, FIELD_ROLES, pretendersIn, type SnapshotNode, snapshotNodes } from './snapshot.ts';
import type { Tabs } from './tabs.ts';
import { callTools, toolsOf } from './web-mcp.ts';
import { Hung, STEP_MS, within } from './within.ts';

export interface PageProfiles {
  /** With scripts. */
  readonly tabs: Tabs;
  readonly withoutScripts: BrowserContext;
}

const GOTO_MS = 15_000;
/** The text is complete when this many looks in a row, with this gap, see the same; the last number bounds the looks. */
const STILL = { times: 3, gapMs: 250, most: 32 };
const MAX_POINTS = 40;
/** Of a snapshot, in characters: over a million tokens. */
const MAX_SNAPSHOT = 5_000_000;
const MAX_FRAMES = 60;
/** Frames whose text is read. */
const MAX_READ_FRAMES = 10;
const MAX_URL = 2_000;
/** Of what the browser shows in the place of a page. */
const ERROR_PAGE = 'chrome-error:';
const MAX_FIELDS = 60;
const MAX_CONTROLS = 150;
const MAX_PRETENDERS = 50;
/** Of elements that look clickable: whether the browser knows what a click on them does. */
const MAX_ASKED = 200;
const MAX_EXAMPLES = 3;
const MAX_ERRORS = 5;
/** Of the text and of the snapshot that people are shown, in characters. */
const MAX_IN_SIGHT = 20_000;
const MAX_START = 20_000;
const MAX_ADDED = { lines: 40, chars: 160 };
const SEARCH_MS = 4_000;
const MORE_MS = { button: 3_000, scroll: 1_000 };
const QUALITY = 55;

export interface ReadPageChoices {
  /** A word to search for; undefined for no search. */
  readonly trySearch: string | undefined;
  /** Names of tools that pages before have called; those of this page are added. */
  readonly called: Set<string>;
}

/** Never rejects while the browser lives: a failure is the outcome of its page. */
export async function readPage(
  url: string,
  { tabs, withoutScripts }: PageProfiles,
  network: PageNetwork,
  { trySearch, called }: ReadPageChoices,
): Promise<BrowserPage> {
  const seen = await look(url, { tabs, withoutScripts }, network, trySearch);
  const { outcome, tools, refused } = seen;
  return outcome === 'read'
    ? { ...seen, tools: await callTools(tabs, { url: seen.finalUrl, tools, refused, called }) }
    : seen;
}

async function look(
  url: string,
  { tabs, withoutScripts }: PageProfiles,
  network: PageNetwork,
  trySearch: string | undefined,
): Promise<BrowserPage> {
  const errors: string[] = [];
  const refused = network.begin();
  const startedAt = performance.now();
  let seen: BrowserPage = { ...NOTHING, url, finalUrl: url, errors, refused };
  let end: 'crashed' | 'endless' | undefined;
  const page = await tabs.open(() => {
    end ??= 'endless';
    // What still waits for the page is rejected.
    void page.close().catch(() => undefined);
  });
  page.on('crash', () => {
    end ??= 'crashed';
  });
  page.on('pageerror', ({ message }) => {
    if (errors.length < MAX_ERRORS) errors.push(String(message).slice(0, 200));
  });
  page.on('dialog', (dialog) => void dialog.dismiss().catch(() => undefined));
  try {
    await within(page.addInitScript(BEFORE_PAGE));
    const answer = await within(page.goto(url, { waitUntil: 'commit', timeout: GOTO_MS }), GOTO_MS + STEP_MS);
    const text = await standing(page);
    const textAfterMs = Math.round(performance.now() - startedAt);
    // The page went on to an address that gave no answer.
    if (page.url().startsWith(ERROR_PAGE)) return seen;
    const finalUrl = page.url().length > MAX_URL ? url : page.url();
    seen = { ...seen, outcome: 'read', status: answer?.status() ?? 0, finalUrl, textAfterMs };
    seen = { ...seen, inSight: text.slice(0, MAX_IN_SIGHT), text: { ...NOTHING.text, words: countWords(text) } };
    seen = { ...seen, inSight: `${seen.inSight}${await textOfFrames(page)}`.slice(0, MAX_IN_SIGHT) };
    seen = { ...seen, isChallenge: await isChallenge(page, answer), waysOn: await askPage(page, 'waysOn') };
    seen = { ...seen, cells: await askPage(page, 'countCells') };
    const { chars, start, nodes } = await snapshotOf(page);
    const controls = controlsIn(nodes);
    const unnamed = controls.filter(({ name }) => name === '');
    const pretenders = await pretendersOf(page, nodes);
    const words = nodes.length === 0 ? [] : ((await clickableWordsOf(page).catch(rethrowHung)) ?? []);
    seen = {
      ...seen,
      tree: {
        chars,
        controls: controls.length,
        unnamed: unnamed.length,
        examples: await tagsOf(page, unnamed),
      },
      snapshotStart: start,
      pretenders: {
        count: pretenders.length + words.length,
        examples: [...(await tagsOf(page, pretenders)), ...words.map(({ tag }) => tag)].slice(0, MAX_EXAMPLES),
      },
    };
    const { cover, covered } = await coverOf(page, nodes);
    const boxed = [
      ...controls
        .filter(({ isOutOfFrame }) => !isOutOfFrame)
        .slice(0, MAX_CONTROLS)
        .map((node) => controlOf(node, covered)),
      ...[...pretenders.map(pretenderOf), ...words.map(wordsOf)].slice(0, MAX_PRETENDERS),
    ];
    seen = { ...seen, cover, controls: boxed };
    seen = {
      ...seen,
      picture: await within(page.screenshot({ type: 'jpeg', quality: QUALITY, timeout: STEP_MS })).catch(
        () => undefined,
      ),
    };
    const plain = await textWithoutScripts(url, withoutScripts);
    const addedLines = newLines(text, plain).slice(0, MAX_ADDED.lines);
    seen = {
      ...seen,
      text: addedText(text, plain),
      addedLines: addedLines.map((line) => line.slice(0, MAX_ADDED.chars)),
    };
    seen = { ...seen, tools: await toolsOf(page) };
    const fields = await fieldsOf(page, controls);
    seen = { ...seen, asksPassword: fields.some(({ facts }) => facts.type === 'password') };
    seen = { ...seen, forms: await fillForms(page, fields, nodes) };
    seen = { ...seen, more: (await moreOf(page, nodes, refused)) ?? (await nextOf(page, tabs, refused)) };
    seen = { ...seen, search: await searchOn(page, fields, trySearch, refused) };
    return seen;
  } catch (error) {
    const early = end ?? (error instanceof Hung ? 'hung' : undefined);
    if (seen.outcome === 'read' && early !== 'crashed') return { ...seen, endedBy: early };
    return { ...seen, outcome: early ?? 'no-answer' };
  } finally {
    await within(page.close()).catch(() => undefined);
  }
}

const NOTHING: BrowserPage = {
  url: '',
  finalUrl: '',
  outcome: 'no-answer',
  endedBy: undefined,
  status: 0,
  inSight: '',
  isChallenge: false,
  asksPassword: false,
  waysOn: 0,
  cells: { all: 0, empty: 0 },
  text: { words: 0, withoutScripts: 0, added: 0, example: '' },
  tree: { chars: 0, controls: 0, unnamed: 0, examples: [] },
  snapshotStart: '',
  addedLines: [],
  pretenders: { count: 0, examples: [] },
  cover: { points: 0, covered: 0, by: '' },
  forms: [],
  search: undefined,
  more: undefined,
  tools: [],
  errors: [],
  refused: {},
  textAfterMs: 0,
  controls: [],
  picture: undefined,
};

/** Its length, and its nodes. A page for which it would be too large has none, and what it would take at least. */
async function snapshotOf(page: Page): Promise<{
  readonly chars: number;
  readonly start: string;
  readonly nodes: readonly SnapshotNode[];
}> {
  const least = page.frames().length > MAX_FRAMES ? MAX_SNAPSHOT : await askPage(page, 'snapshotChars');
  if (least >= MAX_SNAPSHOT) return { chars: least, start: '', nodes: [] };
  const snapshot = await within(page.ariaSnapshot({ timeout: STEP_MS }));
  // The last snapshot is the one that the references of its nodes lead back from.
  const nodes = snapshotNodes(await within(page.ariaSnapshotJSON({ boxes: true, mode: 'ai', timeout: STEP_MS })));
  return { chars: snapshot.length, start: snapshot.slice(0, MAX_START), nodes };
}

/** The text in sight once it has stopped to change. */
async function standing(page: Page): Promise<string> {
  let text = '';
  let same = 0;
  for (let look = 0; look < STILL.most && same < STILL.times; look += 1) {
    await new Promise((resolve) => setTimeout(resolve, STILL.gapMs));
    const now = await askPage(page, 'visibleText').catch((error: unknown) => {
      // A page that goes on to another one answers for the next.
      if (error instanceof Hung) throw error;
      return '';
    });
    same = now === text && now !== '' ? same + 1 : 0;
    text = now;
  }
  return text;
}

/** The text of frames in sight, each after a line break. A frame that does not answer has none, nor have those after it. */
async function textOfFrames(page: Page): Promise<string> {
  let text = '';
  try {
    for (const frame of page.frames().slice(1, 1 + MAX_READ_FRAMES)) {
      const box = await within(frame.frameElement().then((holder) => holder.boundingBox()));
      if (box === null || box.width < 2 || box.height < 2) continue;
      text += `\n${await askPage(frame, 'visibleText')}`;
    }
  } catch {
    // It hangs, or has gone meanwhile.
  }
  return text;
}

async function textWithoutScripts(url: string, context: BrowserContext): Promise<string> {
  const opening = context.newPage();
  try {
    const page = await within(opening);
    await within(page.goto(url, { waitUntil: 'domcontentloaded', timeout: GOTO_MS }), GOTO_MS + STEP_MS);
    return await askPage(page, 'visibleText');
  } catch {
    return '';
  } finally {
    await within(opening.then((page) => page.close())).catch(() => undefined);
  }
}

const tagsOf = async (page: Page, nodes: readonly SnapshotNode[]): Promise<string[]> => {
  const tags: string[] = [];
  for (const { ref } of nodes.slice(0, MAX_EXAMPLES)) {
    if (ref === undefined) continue;
    const tag = await askElement(page.getByRef(ref), 'openingTag');
    if (tag !== undefined) tags.push(tag);
  }
  return tags;
};

const TEXT_ROLES = new Set(['heading', 'paragraph', 'listitem', 'cell']);

async function coverOf(page: Page, nodes: readonly SnapshotNode[]) {
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
async function pretendersOf(page: Page, nodes: readonly SnapshotNode[]): Promise<SnapshotNode[]> {
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

interface Field {
  readonly node: SnapshotNode;
  readonly facts: FieldFacts;
}

async function fieldsOf(page: Page, controls: readonly SnapshotNode[]): Promise<Field[]> {
  const fields: Field[] = [];
  for (const node of controls.filter(({ role }) => FIELD_ROLES.has(role)).slice(0, MAX_FIELDS)) {
    if (node.ref === undefined) continue;
    const facts = await askElement(page.getByRef(node.ref), 'fieldFacts');
    if (facts !== undefined) fields.push({ node, facts });
  }
  return fields;
}

/** Fills the fields of each form by role and name, as an agent does that knows no more. */
async function fillForms(page: Page, fields: readonly Field[], nodes: readonly SnapshotNode[]): Promise<SeenForm[]> {
  const forms = new Map<string, Field[]>();
  for (const field of fields) {
    const form = `${frameOf(field.node)} ${field.facts.form}`;
    if (!field.facts.isSearch) forms.set(form, [...(forms.get(form) ?? []), field]);
  }
  const seen: SeenForm[] = [];
  // Script applications often have fields without a form element: several of them together count as a form.
  for (const all of forms.values()) {
    const inputs = all.filter(({ facts }) => !facts.isFixed);
    const [first] = inputs;
    if (first === undefined || (first.facts.form === -1 && inputs.length < 2)) continue;
    const problems: string[] = [];
    let filled = 0;
    for (const field of inputs) {
      if (await isFilled(page, field, fields)) filled += 1;
      else if (problems.length < MAX_EXAMPLES) problems.push(`${field.node.role} "${field.node.name}"`);
    }
    const { formName: name, hasCaptcha } = first.facts;
    seen.push({ name, fields: inputs.length, filled, problems, hasButton: hasButton(inputs, nodes), hasCaptcha });
  }
  return seen;
}

/** References of nodes in a frame begin with its number. */
const frameOf = ({ ref = '' }: SnapshotNode): string => /^f\d{1,4}/.exec(ref)?.[0] ?? '';

const TYPED = new Set(['textbox', 'spinbutton', 'searchbox']);

function hasButton(inputs: readonly Field[], nodes: readonly SnapshotNode[]): boolean {
  const last = Math.max(...inputs.map(({ node }) => nodes.indexOf(node)));
  if (nodes.slice(last).some(({ role }) => role === 'button')) return true;
  // Enter sends a form with one field for text (HTML, implicit submission); choices may send themselves.
  const typed = inputs.filter(({ node }) => TYPED.has(node.role));
  return typed.length === 0 || (typed.length === 1 && typed[0]?.facts.form !== -1);
}

async function isFilled(page: Page, own: Field, fields: readonly Field[]): Promise<boolean> {
  const { node, facts } = own;
  if (node.name === '' || node.ref === undefined) return false;
  const namesakes = fields.filter(
    (each) => each.node.role === node.role && each.node.name === node.name && each.facts.form === facts.form,
  );
  const field = page.getByRef(node.ref);
  const options = { timeout: STEP_MS / 5 };
  try {
    if (namesakes.length > 1 && node.role !== 'radio') return false;
    if (node.role === 'checkbox' || node.role === 'radio' || node.role === 'switch') {
      await within(field.check({ ...options, trial: true }));
      return true;
    }
    if (facts.tag === 'select') {
      if (facts.options < 2) return false;
      await within(field.selectOption({ index: 1 }, options));
      return true;
    }
    const value = sampleValue(facts);
    if (value === undefined) return false;
    await within(field.fill(value, options));
    return (await within(field.inputValue(options))) !== '';
  } catch (error) {
    if (error instanceof Hung) throw error;
    return false;
  }
}

type Refused = BrowserPage['refused'];

async function moreOf(page: Page, nodes: readonly SnapshotNode[], refused: Refused): Promise<SeenMore | undefined> {
  const [before, text, missing] = [
    await askPage(page, 'linkCount'),
    await askPage(page, 'visibleText'),
    notMade(refused),
  ];
  const button = nodes.find(
    ({ role, name, ref, text }) =>
      ref !== undefined &&
      (role === 'button' || role === 'generic') &&
      isOneOf(MORE_ITEMS, name || text) &&
      !announcesEffect(name || text),
  );
  const here = page.url();
  if (button?.ref !== undefined) {
    await within(page.getByRef(button.ref).click({ timeout: STEP_MS / 5 })).catch(rethrowHung);
    const links = await grown(page, before, here, MORE_MS.button);
    // Rows of a table, for example, need no links.
    const lines = links > before ? [] : newLines((await askPage(page, 'visibleText').catch(rethrowHung)) ?? text, text);
    const after = lines.length > 3 ? before + lines.length : links;
    return { by: 'button', before, after, isRefused: notMade(refused) > missing };
  }
  await askPage(page, 'scrollToEnd');
  const after = await grown(page, before, here, MORE_MS.scroll);
  const isRefused = notMade(refused) > missing;
  return after > before ? { by: 'scroll', before, after, isRefused } : undefined;
}

/** Follows the link to the next page of a list, in a page of its own. */
async function nextOf(page: Page, tabs: Tabs, refused: Refused): Promise<SeenMore | undefined> {
  const next = parseUrl(await askPage(page, 'nextAddress').catch(() => ''));
  if (next === undefined || next.origin !== new URL(page.url()).origin || mayAct(next.href)) return undefined;
  const [text, links, missing] = [
    await askPage(page, 'visibleText'),
    new Set(await askPage(page, 'otherPaths')),
    notMade(refused),
  ];
  const other = await tabs.open();
  try {
    const answer = await within(other.goto(next.href, { waitUntil: 'commit', timeout: GOTO_MS }), GOTO_MS + STEP_MS);
    const shown = await standing(other);
    const isThere = (answer?.status() ?? 0) < 400;
    const further = (await askPage(other, 'otherPaths')).filter((link) => !links.has(link)).length;
    const lines = newLines(shown, text).length;
    const came = !isThere ? 0 : further > 1 ? further : lines > 3 ? lines : 0;
    return { by: 'link', before: links.size, after: links.size + came, isRefused: notMade(refused) > missing };
  } catch {
    return notMade(refused) > missing
      ? { by: 'link', before: links.size, after: links.size, isRefused: true }
      : undefined;
  } finally {
    await within(other.close()).catch(() => undefined);
  }
}

/** Whether a firewall's check is in place of the page. */
async function isChallenge(page: Page, answer: Response | null): Promise<boolean> {
  const body = await askPage(page, 'startOfDocument');
  const headers = answer?.headers() ?? {};
  return detectChallenge({ status: answer?.status() ?? 0, headers, body, isHtml: true }) !== undefined;
}

/** For what may fail, as long as the page answers. */
const rethrowHung = (error: unknown): undefined => {
  if (error instanceof Hung) throw error;
  return undefined;
};

/** Links of the page once it has more than before, or after a while. */
async function grown(page: Page, before: number, here: string, waitMs: number): Promise<number> {
  const until = performance.now() + waitMs;
  let after = before;
  while (after <= before && performance.now() < until && page.url() === here) {
    await new Promise((resolve) => setTimeout(resolve, STILL.gapMs));
    after = await askPage(page, 'linkCount').catch(() => before);
  }
  return after;
}

async function searchOn(
  page: Page,
  fields: readonly Field[],
  word: string | undefined,
  refused: Refused,
): Promise<SeenSearch | undefined> {
  const field = fields.find(({ node, facts }) => node.role === 'searchbox' || facts.isSearch);
  if (field?.node.ref === undefined || word === undefined) return undefined;
  const before = await askPage(page, 'visibleText');
  const naming = await askPage(page, 'linksWith', word);
  const missing = notMade(refused);
  const box = page.getByRef(field.node.ref);
  try {
    await within(box.fill(word, { timeout: STEP_MS / 5 }));
    await within(box.press('Enter', { timeout: STEP_MS / 5 }));
  } catch (error) {
    rethrowHung(error);
    return { outcome: 'nothing', word };
  }
  const until = performance.now() + SEARCH_MS;
  while (performance.now() < until) {
    await new Promise((resolve) => setTimeout(resolve, STILL.gapMs));
    const now = await askPage(page, 'visibleText').catch(() => before);
    const added = newLines(now, before).join('\n');
    // The word alone comes back in "nothing found for ..." too.
    if (countWords(added) >= 3 && timesIn(added, word) > 1) return { outcome: 'results', word };
    const nowNaming = await askPage(page, 'linksWith', word).catch(() => naming);
    if (nowNaming > naming) return { outcome: 'results', word };
  }
  return { outcome: notMade(refused) > missing ? 'not-sent' : 'nothing', word };
}

const timesIn = (text: string, word: string): number => text.toLowerCase().split(word.toLowerCase()).length - 1;
