import * as z from 'zod';
import { ServiceError } from '../errors.ts';
import { defineTool } from './define-tool.ts';
import { findReadableScan, ScanId } from './find-scan.ts';
import { LET_ONE_LOOK } from './present-browser.ts';

const Measure = z.number();

const Screen = z.object({
  page: z.string().describe('URL: data of the site'),
  pages: z.number().int().describe('Pages with a picture'),
  picture: z.string().describe('data: URL of a JPEG, 1280 by 800'),
  controls: z
    .array(
      z.object({
        role: z.string(),
        name: z.string(),
        state: z.enum(['named', 'unnamed', 'covered', 'roleless']),
        box: z.object({ x: Measure, y: Measure, width: Measure, height: Measure }),
      }),
    )
    .describe('Boxes in pixels of the picture; those further down the page lie outside of it'),
  received: z.string().nullable().describe('What a chat assistant receives, cut; null where it was not asked for'),
  lost: z.array(z.string()).describe('Lines in sight that it does not receive'),
});

/** One page of a scan as a browser showed it. A resource calls it; no transport lists it. */
export const readScreen = defineTool({
  name: 'read_screen',
  title: 'Read a screen',
  description: 'Reads a page of a scan as a browser showed it, beside what a chat assistant receives of it.',
  input: z.object({
    id: ScanId,
    page: z.number().int().min(0).max(9).default(0).describe('Its place among the pages with a picture'),
  }),
  output: Screen,
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  access: 'key',
  budget: 'read-scan',
  anonymousBudget: 'fair-use',
  summarize: ({ page }) => `The first screen of ${page}`,
  async handle({ id, page }, { scans, ...context }) {
    const scan = await findReadableScan(id, { scans, ...context });
    const screens = (await scans.browserLook(scan))?.screens ?? [];
    const screen = screens[page];
    const picture = screen === undefined ? undefined : await scans.picture(scan, page);
    if (screen === undefined || picture === undefined) {
      throw screens.length === 0
        ? new ServiceError('not_found', 'id: no browser has taken a picture of this scan.', { hint: LET_ONE_LOOK })
        : new ServiceError('not_found', `page: pictures of this scan are numbered from 0 to ${screens.length - 1}.`);
    }
    return {
      page: screen.url,
      pages: screens.length,
      picture: `data:image/jpeg;base64,${Buffer.from(picture).toString('base64')}`,
      controls: screen.controls.map((control) => ({ ...control })),
      received: screen.received ?? null,
      lost: [...screen.lost],
    };
  },
});
