/** The search of a page: a word of the site, and Enter. */

import type { Page } from 'playwright-core';
import type { BrowserPage, SeenSearch } from '../model/browser.ts';
import { countWords } from '../parse/html/word-counter.ts';
import { newLines } from './added-text.ts';
import { askPage } from './ask.ts';
import type { Field } from './fill-forms.ts';
import { notMade } from './page-network.ts';
import { rethrowHung, STEP_MS, within } from './within.ts';

const SEARCH_MS = 4_000;
const LOOK_GAP_MS = 250;

/** Undefined where there is no field to search with, or no word. */
export async function searchOn(
  page: Page,
  fields: readonly Field[],
  word: string | undefined,
  refused: BrowserPage['refused'],
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
    await new Promise((resolve) => setTimeout(resolve, LOOK_GAP_MS));
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
