/** One page as a browser shows it. Nothing is sent, bought or signed in to: forms are filled and left. */

import type { BrowserContext, Page, Response } from 'playwright-core';
import type { BrowserPage } from '../model/browser.ts';
import { picturesTable } from '../parse/html/actions/pictured-table.ts';
import { detectChallenge } from '../parse/html/bot-challenge.ts';
import { countWords } from '../parse/html/word-counter.ts';
import { addedText, newLines } from './added-text.ts';
import { askPage } from './ask.ts';
import { withDeadEnds } from './dead-ends.ts';
import { fieldsOf, fillForms } from './fill-forms.ts';
import { BEFORE_PAGE } from './in-page.ts';
import { moreOf } from './more-of-list.ts';
import type { PageNetwork } from './page-network.ts';
import { standing, textOfFrames, textWithoutScripts } from './page-text.ts';
import { searchOn } from './search-by-keyboard.ts';
import { boxedControls, coverOf, pretendersOf, treeOf } from './seen-controls.ts';
import { controlsIn, type SnapshotNode, snapshotNodes } from './snapshot.ts';
import type { Tabs } from './tabs.ts';
import { callTools, toolsOf } from './web-mcp.ts';
import { GOTO_MS, Hung, STEP_MS, within } from './within.ts';

export interface PageProfiles {
  /** With scripts. */
  readonly tabs: Tabs;
  readonly withoutScripts: BrowserContext;
}

/** Of a snapshot, in characters: over a million tokens. */
const MAX_SNAPSHOT = 5_000_000;
const MAX_FRAMES = 60;
const MAX_URL = 2_000;
/** Of what the browser shows in the place of a page. */
const ERROR_PAGE = 'chrome-error:';
const MAX_ERRORS = 5;
/** Of the text and of the snapshot that people are shown, in characters. */
const MAX_IN_SIGHT = 20_000;
const MAX_START = 20_000;
const MAX_ADDED = { lines: 40, chars: 160 };
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
    seen = { ...seen, picturedTables: (await askPage(page, 'largeImages')).filter(picturesTable).length };
    const { chars, start, nodes } = await snapshotOf(page);
    const controls = controlsIn(nodes);
    seen = { ...seen, tree: await treeOf(page, chars, controls), snapshotStart: start };
    const pretenders = await pretendersOf(page, nodes);
    seen = { ...seen, pretenders: pretenders.found };
    const { cover, covered } = await coverOf(page, nodes);
    seen = { ...seen, cover, controls: [...boxedControls(controls, covered), ...pretenders.boxed] };
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
    seen = { ...seen, forms: await withDeadEnds(await fillForms(page, fields, nodes), network) };
    seen = { ...seen, more: await moreOf(page, nodes, tabs, refused) };
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
  picturedTables: 0,
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

/** Whether a firewall's check is in place of the page. */
async function isChallenge(page: Page, answer: Response | null): Promise<boolean> {
  const body = await askPage(page, 'startOfDocument');
  const headers = answer?.headers() ?? {};
  return detectChallenge({ status: answer?.status() ?? 0, headers, body, isHtml: true }) !== undefined;
}
