/**
 * An agent that drives Chromium by its accessibility tree: it knows controls by role and name alone, scrolls where a list
 * ends, and presses a button to find a form. The sites are answered inside this process, without a network.
 */
import { type Browser, chromium, errors, type Page } from 'playwright-core';
import { browserMissing, CHROMIUM } from '../../../test/support/browser.ts';
import type { Asked, Respond, Served } from '../site-variant.ts';
import type { Task } from './acts.ts';
import { BUDGET, cellOf, fieldsFor, isFigure, NEXT, overlap, seek } from './matching.ts';
import { FORM_HOST } from './render.ts';
import { createReplay, type Exchange, exchangeOf, isAlike, type Replay } from './replay.ts';
import { allNodes, type Node, nodesOf, wordsIn } from './snapshot.ts';

export interface BrowserAgents {
  readonly version: string;
  /** The agent on one site; `close` when its tasks are done. */
  on(
    respond: Respond,
    origin: string,
  ): Promise<{ act(task: Task): Promise<boolean | undefined>; close(): Promise<void> }>;
  close(): Promise<void>;
}

interface Seen {
  readonly raw: string;
  readonly nodes: readonly Node[];
  readonly links: readonly { readonly href: string; readonly words: string }[];
}

/** Over all variants: a page that is answered alike looks alike. */
type SeenPages = Map<string, { readonly seen: Seen; readonly exchanges: readonly Exchange[] }[]>;

const FIELD_ROLES = new Set(['textbox', 'combobox', 'spinbutton', 'searchbox']);
const TIMEOUT_MS = 5000;
const PAUSE_MS = 20;
/** Buttons that may be pressed to find a form. */
const MOST_PRESSED = 2;
const MOST_SCROLLS = 4;

/** Why no browser agent takes part; false where one does. */
export const noBrowserAgent: string | false = browserMissing;

/** One Chromium for the whole run. */
export async function startBrowserAgents(): Promise<BrowserAgents> {
  // Only pages of this process are shown, and containers run as root, which Chromium's sandbox refuses.
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
  const replay = createReplay();
  const pages: SeenPages = new Map();
  return {
    version: browser.version(),
    on: (respond, origin) => agentOn(browser, { replay, pages }, respond, origin),
    close: () => browser.close(),
  };
}

/** What an agent does with one page of a site: looks at its accessibility tree, opens addresses, fills and presses. */
interface Hands {
  readonly page: Page;
  /** Of the task under way. */
  exchanges: Exchange[];
  /** Until nothing is asked any more: what scripts do after an answer takes another pause. */
  settle(pauses?: number): Promise<void>;
  look(): Promise<Seen>;
  load(href: string): Promise<Seen>;
  /** From memory where nothing is to be done but to read. */
  open(href: string): Promise<Seen>;
  press(node: Node): Promise<Seen>;
  close(): Promise<void>;
}

async function handsOn(browser: Browser, pages: SeenPages, respond: Respond, origin: string): Promise<Hands> {
  const context = await browser.newContext();
  context.setDefaultTimeout(TIMEOUT_MS);
  let underWay = 0;
  const answer = (asked: Asked): Served => {
    const served = respond(asked);
    hands.exchanges.push(exchangeOf(asked, served));
    return served;
  };
  await context.route('**/*', async (route) => {
    underWay += 1;
    try {
      const request = route.request();
      const url = new URL(request.url());
      const isOwn = url.origin === origin || url.origin === FORM_HOST;
      const headers = request.headers();
      const {
        status,
        headers: sent,
        body,
      } = isOwn
        ? answer({
            path: url.pathname,
            search: url.search,
            userAgent: headers['user-agent'] ?? '',
            accept: headers.accept ?? '*/*',
            origin: url.origin,
            method: request.method(),
            body: request.postData() ?? '',
          })
        : { status: 404, headers: {}, body: '' };
      await route.fulfill({ status, headers: { ...sent }, body });
    } finally {
      underWay -= 1;
    }
  });
  const page = await context.newPage();

  const settle = async (pauses = 2) => {
    for (let quiet = 0; quiet < pauses; ) {
      await page.waitForTimeout(PAUSE_MS);
      quiet = underWay === 0 ? quiet + 1 : 0;
    }
    await page.waitForLoadState();
  };
  const look = async (): Promise<Seen> => {
    const raw = (await page.ariaSnapshot({ mode: 'ai' })).slice(0, BUDGET.pageChars);
    const nodes = allNodes(nodesOf(raw, BUDGET.pageChars));
    const links = nodes
      .filter(({ role }) => role === 'link')
      .map((node) => ({
        href: node.children.find(({ role }) => role === '/url')?.text ?? '',
        words: node.name === '' ? wordsIn(node) : node.name,
      }))
      .filter(({ href }) => href.startsWith('/'));
    return { raw, nodes, links };
  };
  const load = async (href: string): Promise<Seen> => {
    await page.goto(new URL(href, origin).href);
    await settle(1);
    return look();
  };
  const open = async (href: string): Promise<Seen> => {
    const before = pages.get(href)?.find((each) => isAlike(each.exchanges, respond));
    if (before !== undefined) {
      hands.exchanges.push(...before.exchanges);
      return before.seen;
    }
    const from = hands.exchanges.length;
    const seen = await load(href);
    pages.set(href, [...(pages.get(href) ?? []), { seen, exchanges: hands.exchanges.slice(from) }]);
    return seen;
  };
  const press = async ({ ref }: Node): Promise<Seen> => {
    await page.getByRef(ref ?? '').click();
    await settle();
    return look();
  };
  const hands: Hands = { page, exchanges: [], settle, look, load, open, press, close: () => context.close() };
  return hands;
}

async function agentOn(
  browser: Browser,
  { replay, pages }: { readonly replay: Replay; readonly pages: SeenPages },
  respond: Respond,
  origin: string,
) {
  const hands = await handsOn(browser, pages, respond, origin);
  return {
    async act(task: Task): Promise<boolean | undefined> {
      const earlier = replay.outcomeOf(`${task.id} ${task.answer}`, respond);
      if (earlier !== undefined) return earlier;
      hands.exchanges = [];
      const outcome = await act(hands, task).catch((error: unknown) => failed(task, error));
      if (outcome !== undefined) replay.keep(`${task.id} ${task.answer}`, hands.exchanges, outcome);
      return outcome;
    },
    close: hands.close,
  };
}

/** A task whose values are sent by a form. */
type Sent = Task & { readonly kind: 'form' | 'cart' | 'account' };

/** Undefined where the fields are not all there. */
async function fill({ page, press }: Hands, task: Sent, seen: Seen): Promise<boolean | undefined> {
  const filled = fieldsFor(task.values, fieldsIn(seen));
  if (filled === undefined) return undefined;
  for (const { field, value } of filled) {
    const control = page.getByRef(field.node.ref ?? '');
    if (field.node.role === 'combobox' && field.options.length > 0) await control.selectOption(value);
    else await control.fill(value);
  }
  const last = Math.max(...filled.map(({ field }) => seen.nodes.indexOf(field.node)));
  const button = seen.nodes.slice(last).find(({ role }) => role === 'button');
  return button !== undefined && (await press(button)).raw.includes(task.answer);
}

async function send(hands: Hands, task: Sent, first: Seen, href: string): Promise<boolean> {
  const buttons = first.nodes.filter(({ role }) => role === 'button').map(({ name }) => name);
  const isWhole = fieldsFor(task.values, fieldsIn(first)) !== undefined;
  const likely = buttons.filter((name) => overlap(task.words, name) > 0).slice(0, MOST_PRESSED);
  for (const name of isWhole ? [undefined] : likely) {
    let seen = await hands.load(href);
    const button = seen.nodes.find((node) => node.role === 'button' && node.name === name);
    if (button !== undefined) seen = await hands.press(button);
    if ((await fill(hands, task, seen)) === true) return true;
  }
  return false;
}

async function turn(hands: Hands, task: Task, first: Seen, href: string): Promise<boolean> {
  const { page, open, load, press, settle, look } = hands;
  if (first.raw.includes(task.answer)) return true;
  let seen = first;
  let at = href;
  for (let turned = 0; turned < BUDGET.listPages; turned += 1) {
    const next = seen.links.find(({ words }) => NEXT.test(words));
    if (next === undefined) break;
    at = next.href;
    seen = await open(at);
    if (seen.raw.includes(task.answer)) return true;
  }
  if (at !== href) return false;
  seen = await load(href);
  for (let turned = 0; turned < MOST_SCROLLS; turned += 1) {
    const more = seen.nodes.find((node) => node.role === 'button' && NEXT.test(node.name));
    if (more === undefined) {
      await page.mouse.wheel(0, 20_000);
      await settle();
      seen = await look();
    } else seen = await press(more);
    if (seen.raw.includes(task.answer)) return true;
  }
  return false;
}

async function search(hands: Hands, query: string, answer: string, href: string): Promise<boolean> {
  const { page, load, settle, look } = hands;
  const seen = await load(href);
  const field = seen.nodes.find(
    ({ role, name }) => role === 'searchbox' || (role === 'textbox' && /search/i.test(name)),
  );
  if (field === undefined) return false;
  const control = page.getByRef(field.ref ?? '');
  await control.fill(query);
  await control.press('Enter');
  await settle();
  return (await look()).raw.includes(answer);
}

async function act(hands: Hands, task: Task): Promise<boolean | undefined> {
  switch (task.kind) {
    case 'form':
    case 'cart':
    case 'account':
      return seek(hands.open, task.words, BUDGET.pages, (seen, href) => send(hands, task, seen, href));
    case 'search': {
      const { query, answer } = task;
      return search(hands, query, answer, '/');
    }
    case 'list':
      return seek(hands.open, task.words, BUDGET.pages, (seen, href) => turn(hands, task, seen, href));
    case 'figure':
      return seek(hands.open, task.words, BUDGET.pages, async ({ nodes }) =>
        nodes
          .filter(({ role }) => role === 'table')
          .some((table) => isFigure(cellOf(rowsOf(table), task.row, task.column), task.answer)),
      );
    default:
      return undefined;
  }
}

/** A control that cannot be used in time is a failure of the site, and is logged; any other error is a fault of the experiment. */
function failed(task: Task, error: unknown): boolean {
  if (!(error instanceof errors.TimeoutError)) throw error;
  console.error(`browser agent, ${task.id}: ${String(error).split('\n')[0]}`);
  return false;
}

const fieldsIn = ({ nodes }: Seen) =>
  nodes
    .filter(({ role, ref }) => FIELD_ROLES.has(role) && ref !== undefined)
    .map((node) => ({
      node,
      words: node.name,
      options: node.children.filter(({ role }) => role === 'option').map(({ name }) => name),
    }));

const CELLS = new Set(['cell', 'rowheader', 'columnheader', 'gridcell']);
const rowsOf = (table: Node): string[][] =>
  allNodes(table)
    .filter(({ role }) => role === 'row')
    .map((row) => row.children.filter(({ role }) => CELLS.has(role)).map((cell) => wordsIn(cell).trim()));
