/** More of a list: by its button, by scrolling, or by the link to its next page. */

import type { Page } from 'playwright-core';
import { parseUrl } from '../../basics/parse-url.ts';
import { announcesEffect, mayAct } from '../actions/never-asked.ts';
import type { BrowserPage, SeenMore } from '../model/browser.ts';
import { isOneOf, MORE_ITEMS } from '../parse/text/phrases/phrases.ts';
import { newLines } from './added-text.ts';
import { askPage } from './ask.ts';
import { notMade } from './page-network.ts';
import { standing } from './page-text.ts';
import type { SnapshotNode } from './snapshot.ts';
import type { Tabs } from './tabs.ts';
import { GOTO_MS, rethrowHung, STEP_MS, within } from './within.ts';

/** Only where nothing comes is it waited for so long. */
const WAIT_MS = { button: 6_000, scroll: 2_000 };
const LOOK_GAP_MS = 250;

type Refused = BrowserPage['refused'];

/** Undefined for a page that offers no more of a list. */
export const moreOf = async (
  page: Page,
  nodes: readonly SnapshotNode[],
  tabs: Tabs,
  refused: Refused,
): Promise<SeenMore | undefined> =>
  (await pressedOrScrolled(page, nodes, refused)) ?? (await nextOf(page, tabs, refused));

async function pressedOrScrolled(
  page: Page,
  nodes: readonly SnapshotNode[],
  refused: Refused,
): Promise<SeenMore | undefined> {
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
    const links = await grown(page, before, here, WAIT_MS.button);
    // Rows of a table, for example, need no links.
    const lines = links > before ? [] : newLines((await askPage(page, 'visibleText').catch(rethrowHung)) ?? text, text);
    const after = lines.length > 3 ? before + lines.length : links;
    return { by: 'button', before, after, isRefused: notMade(refused) > missing };
  }
  await askPage(page, 'scrollToEnd');
  const after = await grown(page, before, here, WAIT_MS.scroll);
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

/** Links of the page once it has more than before, or after a while. */
async function grown(page: Page, before: number, here: string, waitMs: number): Promise<number> {
  const until = performance.now() + waitMs;
  let after = before;
  while (after <= before && performance.now() < until && page.url() === here) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_GAP_MS));
    after = await askPage(page, 'linkCount').catch(() => before);
  }
  return after;
}
