import { simplePage } from '../fixtures/sites/simple-page.ts';
import { type Page, type SiteServer, serveSite } from './site-server.ts';

/** A site whose last two pages are answered only once they are released: a scan of it stays running until then. */
export interface HeldSite extends SiteServer {
  release(): void;
}

const HELD = ['/z-held-one', '/z-held-two'];

/** @param openPages how many pages are answered at once; the root is one of them */
export async function serveHeldSite(openPages = 3): Promise<HeldSite> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const open = Array.from({ length: openPages - 1 }, (_, at) => `/page-${at}`);
  const holding: Page = {
    body: (response) => released.then(() => response.end('<!doctype html><html lang="en"><title>Held</title></html>')),
  };
  const site = await serveSite({
    pages: {
      '/': simplePage({ title: 'Home', seed: 0, links: [...open, ...HELD] }),
      ...Object.fromEntries(open.map((path, at) => [path, simplePage({ title: `Page ${at}`, seed: at + 1 })])),
      ...Object.fromEntries(HELD.map((path) => [path, holding])),
    },
  });
  return {
    ...site,
    release,
    async close() {
      release();
      await site.close();
    },
  };
}
