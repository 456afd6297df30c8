/** The text that people see of a page. */

import type { BrowserContext, Page } from 'playwright-core';
import { askPage } from './ask.ts';
import { GOTO_MS, Hung, STEP_MS, within } from './within.ts';

/** The text is complete when this many looks in a row, with this gap, see the same; the last number bounds the looks. */
const STILL = { times: 3, gapMs: 250, most: 32 };
/** Frames whose text is read. */
const MAX_READ_FRAMES = 10;

/** The text in sight once it has stopped to change. */
export async function standing(page: Page): Promise<string> {
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
export async function textOfFrames(page: Page): Promise<string> {
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

/** The text in sight of the same document where scripts do not run; '' where it cannot be had. */
export async function textWithoutScripts(url: string, context: BrowserContext): Promise<string> {
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
