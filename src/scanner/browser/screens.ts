/** The results of a pass for people: pages at the addresses of their scan, and pictures next to the text that an assistant receives. */

import type { BrowserArtifact, BrowserPage, PageScreen } from '../model/browser.ts';
import { renameOrigin } from '../net/fetcher.ts';
import { lostLines } from './lost-lines.ts';

/** Of what an assistant receives, in characters. */
const MAX_RECEIVED = 3_000;

/** The pages at the addresses that the scan names. */
export const renamed = (artifact: BrowserArtifact, from: string, to: string): BrowserArtifact =>
  artifact.there
    ? {
        ...artifact,
        pages: artifact.pages.map((page) => ({
          ...page,
          url: renameOrigin(page.url, from, to),
          finalUrl: renameOrigin(page.finalUrl, from, to),
        })),
      }
    : artifact;

/** None for a page without a picture. @param received all that the assistant receives; undefined where it was not asked */
export const screenOf = (
  { url, picture, controls, inSight }: BrowserPage,
  received: string | undefined,
): PageScreen[] =>
  picture === undefined
    ? []
    : [
        {
          url,
          picture,
          controls,
          received: received === undefined ? undefined : shortened(received),
          lost: received === undefined ? [] : lostLines(inSight, received),
        },
      ];

const shortened = (text: string): string =>
  text.length > MAX_RECEIVED ? `${text.slice(0, MAX_RECEIVED).trimEnd()} …` : text;
