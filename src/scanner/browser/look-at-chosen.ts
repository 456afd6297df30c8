/** Which pages of a scan a browser looks at, asked for at their public addresses and named as the scan names them. */

import type { BrowserArtifact, ScannedPage } from '../model/browser.ts';
import type { PublicOrigin } from '../model/score.ts';
import { renameOrigin } from '../net/fetcher.ts';
import { choosePages, wordToSearch } from './choose-pages.ts';
import type { LookAtPagesRequest } from './look-at-pages.ts';
import { MAX_BROWSER_PAGES } from './pass.ts';
import { renamed } from './screens.ts';

/** @param look at pages of one origin; it is not called where there is none to look at */
export async function lookAtChosen(
  pages: readonly ScannedPage[],
  publicOrigin: Pick<PublicOrigin, 'origin' | 'servedBy'> | undefined,
  look: (chosen: Pick<LookAtPagesRequest, 'urls' | 'word' | 'servedBy'>) => Promise<BrowserArtifact>,
): Promise<BrowserArtifact> {
  const { origin, servedBy } = publicOrigin ?? {};
  const isCopy = origin !== undefined && servedBy !== undefined;
  const [first, ...others] = choosePages(pages, MAX_BROWSER_PAGES).map((url) =>
    isCopy ? renameOrigin(url, servedBy, origin) : url,
  );
  if (first === undefined) return { there: false, why: 'no-pages' };
  const artifact = await look({ urls: [first, ...others], word: wordToSearch(pages.map(({ url }) => url)), servedBy });
  return isCopy ? renamed(artifact, origin, servedBy) : artifact;
}
