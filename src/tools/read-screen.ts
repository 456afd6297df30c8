import * as z from 'zod';
import { ServiceError } from '../errors.ts';
import { defineTool } from './define-tool.ts';
import { findReadableScan, ScanId } from './find-scan.ts';
import { LET_ONE_LOOK } from './present-browser.ts';

const Measure = z.number();

const Screen = z.object({
  page: z.string().describe('URL: data of the site'),
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

/** The first page of a scan as a browser showed it. A resource calls it; no transport lists it. */
export const readScreen = defineTool({
  name: 'read_screen',
  title: 'Read a screen',
  description: 'Reads the first page of a scan as a browser showed it, beside what a chat assistant receives of it.',
  input: z.object({ id: ScanId }),
  output: Screen,
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  access: 'key',
  budget: 'read-scan',
  anonymousBudget: 'fair-use',
  summarize: ({ page }) => `The first screen of ${page}`,
  async handle({ id }, { scans, ...context }) {
    const scan = await findReadableScan(id, { scans, ...context });
    const [screen] = (await scans.browserLook(scan))?.screens ?? [];
    const picture = screen === undefined ? undefined : await scans.picture(scan, 0);
    if (screen === undefined || picture === undefined) {
      throw new ServiceError('not_found', 'id: no browser has taken a picture of this scan.', {
        hint: LET_ONE_LOOK,
      });
    }
    return {
      page: screen.url,
      picture: `data:image/jpeg;base64,${Buffer.from(picture).toString('base64')}`,
      controls: screen.controls.map((control) => ({ ...control })),
      received: screen.received ?? null,
      lost: [...screen.lost],
    };
  },
});
